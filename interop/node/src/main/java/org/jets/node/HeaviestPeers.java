package org.jets.node;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.TableSpace;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.node.jobs.JobPool;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.node.services.NodeProcess;
import org.jets.node.services.OwnerBudget;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections while the heap stays above its mark: those of the nodes that hold most. It
 * closes one at first, and twice as many each time. A node holds:
 *
 * <ul>
 *   <li>its links and monitors;
 *   <li>requests that run or wait;
 *   <li>answers that it has not read;
 *   <li>texts that have not been written;
 *   <li>owners and fixations of tables;
 *   <li>the tables of its processes.
 * </ul>
 *
 * <p>An amount that is unknown for want of memory counts as zero. A connection that is already
 * ending counts once as closed: its memory is about to be released.
 */
final class HeaviestPeers implements HeapGuard.Relief {
  private static final Logger LOG = System.getLogger("org.jets.node");
  private static final String HEAP_IS_HIGH = "the heap stays above its mark";
  private static final String DROPPED =
      "the heap stays above its mark: closing the connections that hold most, {0}";

  private static final Atom INFO = Atom.of("info");
  private static final Atom OWNER = Atom.of("owner");
  private static final Atom MEMORY = Atom.of("memory");
  private static final int WORD_BYTES = 8;

  /** Keeps the shift within an int. */
  private static final int MOST_DOUBLINGS = 30;

  private final Router router;
  private final JobPool pool;
  private final TableSpace space;
  private final OwnerBudget owners;
  private final NodeProcess self;

  /**
   * Creates the relief of a node.
   *
   * @param self the process that acts for this node
   */
  HeaviestPeers(
      Router router, JobPool pool, TableSpace space, OwnerBudget owners, NodeProcess self) {
    this.router = router;
    this.pool = pool;
    this.space = space;
    this.owners = owners;
    this.self = self;
  }

  @Override
  public boolean release(int round) {
    Map<Atom, Long> tables = tableBytes();
    int count = 1 << Math.min(round, MOST_DOUBLINGS);
    int dropped = 0;
    while (dropped < count && closeHeaviest(tables)) {
      dropped++;
    }
    if (dropped > 0) {
      log(dropped);
    }
    return dropped > 0 || router.findsEnding();
  }

  private boolean closeHeaviest(Map<Atom, Long> tables) {
    Session heaviest = null;
    long most = -1;
    for (Session session : router.sessions()) {
      if (session.peer() != self.pid().node()) {
        long bytes = bytes(session, tables);
        if (bytes > most) {
          most = bytes;
          heaviest = session;
        }
      }
    }
    if (heaviest != null) {
      heaviest.close(HEAP_IS_HIGH);
    }
    return heaviest != null;
  }

  private long bytes(Session session, Map<Atom, Long> tables) {
    Long ofTables = tables.get(session.peer());
    return session.heldBytes()
        + pool.heldBytes(session)
        + owners.heldBytes(session.peer())
        + self.output().heldBytes(session.peer())
        + (ofTables == null ? 0 : ofTables);
  }

  private static void log(int dropped) {
    try {
      LOG.log(Level.WARNING, DROPPED, dropped);
    } catch (OutOfMemoryError e) {
      // The connections are closed, whether that can be logged or not.
    }
  }

  private Map<Atom, Long> tableBytes() {
    Map<Atom, Long> bytes = Map.of();
    try {
      bytes = new HashMap<>();
      for (Term table : space.all()) {
        if (info(table, OWNER) instanceof Pid owner
            && info(table, MEMORY) instanceof IntegerTerm words) {
          bytes.merge(owner.node(), words.longValue() * WORD_BYTES, Long::sum);
        }
      }
    } catch (OutOfMemoryError e) {
      // The part that is known is used.
    }
    return bytes;
  }

  /** Returns a fact about a table; null if there is none. */
  private @Nullable Term info(Term table, Atom item) {
    try {
      return EtsModule.apply(space, self.pid(), INFO, List.of(table, item));
    } catch (EtsCallException e) {
      return null;
    }
  }
}
