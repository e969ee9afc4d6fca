package org.jets.ets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.file.FileName;
import org.jets.ets.file.TableLoader;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.match.MatchContext;
import org.jets.ets.transfer.TransferInbox;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * An owner of tables, like a process in Erlang. It makes tables and opens those of other owners.
 * Each {@link EtsTable} that it returns has the rights of this owner, in any thread.
 *
 * <p>When an owner is {@linkplain #close closed}, each of its tables passes to the table's heir if
 * that is another live owner, and is dropped otherwise. Its handles to tables of other owners stay
 * valid.
 *
 * <p>There are two kinds of owners. A program makes the first kind with {@link
 * TableSpace#newOwner()} and closes it. Without a listener, such an owner also ends once it has no
 * table, is no heir, and is unreachable together with its handles. The other kind stands for a
 * process of another node, if the space has {@linkplain TableSpace#join joined} a node. It exists
 * as long as the process owns or fixes a table, is an heir, or has a call in progress.
 *
 * <p>Safe for use by many threads.
 */
public abstract sealed class Owner implements AutoCloseable permits ProgramOwner, ProcessOwner {
  /**
   * An executor on the calling thread. Made beforehand, since the remaining work must not need
   * memory.
   */
  private static final Executor HERE = Runnable::run;

  private final TableSpace space;
  private final Pid pid;
  private final MatchContext matchContext;
  private final TransferInbox inbox;

  /**
   * Guards {@link #tables} and {@link #holds}, and {@link #alive} together with them. The only
   * locks acquired inside are those of the space's maps. There is no {@code @GuardedBy}: a compiler
   * that reads this class would have to know the annotation.
   */
  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** The tables, of this owner and of others, that this owner keeps fixed. */
  private final FixedTables fixed;

  /** The tables of this owner, and briefly one that it is about to get. */
  private final Set<OwnedTable> tables = new LinkedHashSet<>();

  /**
   * The number of calls and heirships that need this owner, besides its tables. Its maker counts as
   * one.
   */
  private int holds = 1;

  private volatile boolean alive = true;

  Owner(TableSpace space, Pid pid, TransferInbox inbox) {
    this.space = space;
    this.pid = pid;
    this.inbox = inbox;
    this.matchContext = new MatchContext(pid, space.node());
    this.fixed = newFixedTables();
  }

  /** Makes the list of the tables that this owner keeps fixed. Called by the constructor. */
  abstract FixedTables newFixedTables();

  /** Returns the node against whose quota this owner's tables count. */
  abstract Atom quotaNode();

  /**
   * Called when this has no table, keeps none fixed and is not {@linkplain #hold held}. No lock is
   * held.
   */
  abstract void idle();

  /** Releases everything that this holds beside its tables. Called once it has ended. */
  abstract void ended();

  /** Returns the pid of this owner. */
  public Pid pid() {
    return pid;
  }

  /** Returns the context in which this owner's match specifications run. */
  public MatchContext matchContext() {
    return matchContext;
  }

  /** Returns the space of its tables. */
  public TableSpace space() {
    return space;
  }

  /** Returns whether this has not been closed. */
  public boolean isAlive() {
    return alive;
  }

  /** As {@link #newTable(Atom, TableOptions)}. */
  public LocalTable newTable(String name, TableOptions options) {
    return newTable(Atom.of(name), options);
  }

  /**
   * Makes a table of this owner: {@code ets:new(Name, Options)}.
   *
   * @throws BadArgumentException if the table is to be named and its name is taken, or if the
   *     heir's pid is of another node
   * @throws TableLogException if the table is durable and its log cannot be opened
   * @throws IllegalArgumentException if the options name a store that does not serve the type
   * @throws IllegalStateException if this owner has been closed, or the store's library is missing
   */
  public LocalTable newTable(Atom name, TableOptions options) {
    return newLocalTable(name, options);
  }

  private TableHandle newLocalTable(Atom name, TableOptions options) {
    StackRoom.requireForCall();
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(options, "options");
    if (!alive) {
      throw hasEnded();
    }
    return TableHandle.made(this, TableFactory.newTable(this, name, options));
  }

  /**
   * Opens a table of any owner.
   *
   * @param nameOrId the name of a named table, or an identifier
   * @throws NoSuchTableException if there is none
   * @throws BadArgumentException if the argument is neither a name nor an identifier of a table
   */
  public LocalTable open(Term nameOrId) {
    OwnedTable table = space.find(Objects.requireNonNull(nameOrId, "nameOrId"));
    if (table == null) {
      throw new NoSuchTableException(nameOrId);
    }
    return TableHandle.opened(this, table);
  }

  /** As {@link #open(Term)}, for the name of a named table. */
  public LocalTable open(String name) {
    return open(Atom.of(name));
  }

  /** Opens the table that is known by this name, if there is one. */
  public Optional<LocalTable> find(String name) {
    return Optional.ofNullable(space.find(Atom.of(name)))
        .map(table -> TableHandle.opened(this, table));
  }

  /** As {@link #file2tab(Path, LoadOptions)}, with {@link LoadOptions#defaults}. */
  public LocalTable file2tab(Path file) {
    return file2tab(file, LoadOptions.defaults());
  }

  /**
   * Makes a table of this owner from a file that {@link EtsTable#tab2file} or Erlang wrote: {@code
   * ets:file2tab(File, Options)}. It restores the name, {@code named_table}, the type, the access,
   * the position of the key, {@code compressed}, {@code read_concurrency} and {@code
   * write_concurrency}. See {@link TabFile} about damaged files.
   *
   * <p>A named table is visible while it is loaded. If loading fails it is dropped.
   *
   * <p>Cost: linear time; in addition to the table, memory for the largest object.
   *
   * @throws TableFileException if the file cannot be read or is damaged, or if it is of a named
   *     table and another table has that name
   * @throws IllegalArgumentException if the options name a store that does not serve the type
   * @throws IllegalStateException if this owner has been closed, or the store's library is missing
   */
  public LocalTable file2tab(Path file, LoadOptions options) {
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    return loadTable(name, Objects.requireNonNull(options, "options"));
  }

  /** As {@link #file2tab(Path, LoadOptions)}, for a file that a term may name. */
  TableHandle loadTable(FileName file, LoadOptions options) {
    StackRoom.requireForCall();
    return TableLoader.load(file, options, new Loading());
  }

  /** Makes tables of this owner for files. */
  private final class Loading implements TableLoader.Target<TableHandle> {
    @Override
    public TableHandle make(Atom name, TableOptions options) {
      return newLocalTable(name, options);
    }

    @Override
    public void insert(TableHandle table, Tuple object) {
      table.insert(object);
    }

    @Override
    public void discard(TableHandle table) {
      // Others may have deleted it or got it, since a named table is visible while it is loaded.
      table.table().deleteIfOf(Owner.this);
    }
  }

  /**
   * Removes and returns the oldest message about a table that this owner has inherited or been
   * given: <code>{'ETS-TRANSFER', Table, FromPid, Data}</code>. There are none if this owner has a
   * listener.
   */
  public Optional<Tuple> pollTransfer() {
    return inbox.poll();
  }

  /**
   * Delivers the message that this owner has got a table. Allocates nothing unless there is a
   * listener.
   */
  void deliver(TransferInbox.Transfer transfer) {
    inbox.deliver(transfer);
  }

  /**
   * Adds a new table to those of this owner and publishes it; both are one step for a thread that
   * ends the owner. Returns false, and does nothing, if the owner has been closed.
   */
  boolean make(OwnedTable table) {
    lock.lock();
    try {
      if (alive) {
        tables.add(table);
        space.publish(table);
      }
      return alive;
    } finally {
      lock.unlock();
    }
  }

  /** Adds a table to those of this owner. Returns false if the owner has been closed. */
  boolean adopt(OwnedTable table) {
    lock.lock();
    try {
      return alive && add(table);
    } finally {
      lock.unlock();
    }
  }

  /** Adds a table. The caller holds the lock. */
  private boolean add(OwnedTable table) {
    boolean isAdded = false;
    try {
      isAdded = tables.add(table);
      return isAdded;
    } finally {
      if (!isAdded) {
        // A set that fails to grow contains the table nevertheless.
        tables.remove(table);
      }
    }
  }

  void release(OwnedTable table) {
    boolean isIdle;
    lock.lock();
    try {
      tables.remove(table);
      isIdle = isIdle();
    } finally {
      lock.unlock();
    }
    tellIfIdle(isIdle);
  }

  /** Returns the number of tables of this owner. */
  int tableCount() {
    lock.lock();
    try {
      return tables.size();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the tables that this owner keeps fixed. */
  FixedTables fixedTables() {
    return fixed;
  }

  /** Calls {@link #idle} if nothing needs this any more. */
  void tellIfIdle() {
    boolean isIdle;
    lock.lock();
    try {
      isIdle = isIdle();
    } finally {
      lock.unlock();
    }
    tellIfIdle(isIdle);
  }

  /**
   * Holds this owner until {@link #unhold}, so that it is not forgotten. Returns false if it has
   * ended.
   */
  boolean hold() {
    lock.lock();
    try {
      if (alive) {
        holds++;
      }
      return alive;
    } finally {
      lock.unlock();
    }
  }

  void unhold() {
    boolean isIdle;
    lock.lock();
    try {
      holds--;
      isIdle = isIdle();
    } finally {
      lock.unlock();
    }
    tellIfIdle(isIdle);
  }

  /**
   * Returns whether this reacts to a table that it gets, even if no program has a reference to
   * this.
   */
  boolean actsByItself() {
    return inbox.actsByItself();
  }

  private boolean isIdle() {
    return alive && holds == 0 && tables.isEmpty() && fixed.isEmpty();
  }

  private void tellIfIdle(boolean isIdle) {
    if (isIdle) {
      idle();
    }
  }

  /** Ends this owner if it has no table, fixes none and is not {@linkplain #hold held}. */
  void closeIfIdle() {
    lock.lock();
    try {
      if (!isIdle()) {
        return;
      }
      alive = false;
    } finally {
      lock.unlock();
    }
    space.forget(this);
    fixed.end();
    ended();
  }

  IllegalStateException hasEnded() {
    return new IllegalStateException("owner: " + pid + " (expected: one that is not closed)");
  }

  /**
   * Ends this owner. Its fixations are released, and its tables pass to their heirs or are dropped.
   * When this returns, none of them is left. If an heir is closed concurrently, that holds once its
   * close has returned too. A second close does nothing, or the rest if memory ran out the first
   * time.
   */
  @Override
  public void close() {
    closeAll(List.of(this));
  }

  /** Ends owners. First makes all effects visible, then does the rest. */
  static void closeAll(List<Owner> owners) {
    StackRoom.requireForCall();
    List<Runnable> left = new ArrayList<>();
    Throwable failure = null;
    for (Owner owner : owners) {
      try {
        failure = owner.end(left, failure);
      } catch (OutOfMemoryError e) {
        // This one can be closed again; the rest of the earlier ones must be done.
        failure = failure == null ? e : suppress(failure, e);
      }
    }
    rethrow(runAll(left, HERE, failure));
  }

  /**
   * As {@link #close()}, for a thread that must not block. When this returns, none of the tables is
   * left. Their objects may still be in memory, and heirs may not have received their messages.
   *
   * @param later does the rest
   */
  void closeWithoutWaiting(Executor later) {
    StackRoom.requireForCall();
    List<Runnable> left = new ArrayList<>();
    Throwable failure = end(left, null);
    rethrow(runAll(left, later, failure));
  }

  /**
   * Ends this owner. Another call can do the steps that fail, since a table stays in the list until
   * its step has been made.
   *
   * @param left receives the remaining work for its tables, which may take long
   * @param earlier the earlier failure, or null
   * @return the first failure, or null
   */
  private @Nullable Throwable end(List<Runnable> left, @Nullable Throwable earlier) {
    List<Runnable> steps = new ArrayList<>();
    steps.add(() -> space.forget(this));
    steps.add(fixed::end);
    lock.lock();
    try {
      for (OwnedTable table : tables) {
        steps.add(() -> end(table, left));
      }
      steps.add(this::ended);
      alive = false;
    } finally {
      lock.unlock();
    }
    return runAll(steps, HERE, earlier);
  }

  private void end(OwnedTable table, List<Runnable> left) {
    TableTransfer.ownerEnded(table, this, left);
    release(table);
  }

  /** Runs all steps, even if some of them throw. Returns the first failure, or null. */
  private static @Nullable Throwable runAll(
      List<Runnable> steps, Executor executor, @Nullable Throwable earlier) {
    Throwable failure = earlier;
    for (int i = 0; i < steps.size(); i++) {
      try {
        executor.execute(steps.get(i));
      } catch (RuntimeException | Error e) {
        failure = failure == null ? e : suppress(failure, e);
      }
    }
    return failure;
  }

  private static Throwable suppress(Throwable failure, Throwable next) {
    try {
      if (failure != next) {
        failure.addSuppressed(next);
      }
    } catch (OutOfMemoryError e) {
      // The caller gets the first failure.
    }
    return failure;
  }

  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }

  @Override
  public String toString() {
    return "Owner " + pid;
  }
}
