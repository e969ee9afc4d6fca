package org.jets.ets;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.ets.file.FileName;
import org.jets.ets.file.TableLoader;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.match.MatchContext;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * An owner of tables, as a process is one in Erlang. It makes tables and opens those of others, and
 * each {@link EtsTable} that it gives out may do what this owner may do, in whatever thread it is
 * used.
 *
 * <p>When an owner is {@linkplain #close closed}, each of its tables passes to the table's heir, if
 * that is another owner which is alive, and is dropped otherwise. Handles that it gave out to
 * tables of others go on working.
 *
 * <p>Owners are of two kinds. A program makes one with {@link TableSpace#newOwner()} and closes it;
 * one without a listener that has no table, is no heir and has been forgotten, with all its
 * handles, ends as if it were closed. The other kind stands for a process of another node, when the
 * space is {@linkplain TableSpace#join joined} to one: it begins and ends with what the process
 * has.
 *
 * <p>Safe for use by many threads.
 */
public abstract sealed class Owner implements AutoCloseable permits ProgramOwner, ProcessOwner {
  /** Made before it is needed: what is left to do must not wait for memory. */
  private static final Executor HERE = Runnable::run;

  private final TableSpace space;
  private final Pid pid;
  private final MatchContext matchContext;
  private final TransferInbox inbox;

  /**
   * Guards {@link #tables} and {@link #holds}, and {@link #alive} together with them. Nothing else
   * is locked inside but what a map of the space may lock.
   */
  private final ReentrantLock lock = new ReentrantLock();

  /** The tables, of this owner and of others, that this owner keeps fixed. */
  private final FixedTables fixed;

  /** The tables of this owner, and for a moment one that it is about to get. */
  private final Set<Table> tables = new LinkedHashSet<>();

  /** The number of calls and heirships that need this owner, whatever it has. Its maker is one. */
  private int holds = 1;

  private volatile boolean alive = true;

  Owner(TableSpace space, Pid pid, TransferInbox inbox) {
    this.space = space;
    this.pid = pid;
    this.inbox = inbox;
    this.matchContext = new MatchContext(pid, space.node());
    this.fixed = newFixedTables();
  }

  /** Makes the list of the tables that this owner keeps fixed; called by the constructor. */
  abstract FixedTables newFixedTables();

  /** Returns the node for whose quota this owner's tables count. */
  abstract Atom account();

  /**
   * Hears that this has no table, keeps none fixed and is not {@linkplain #hold held}. Called with
   * no lock held.
   */
  abstract void idle();

  /** Lets go of what this holds beside its tables; called once it has ended. */
  abstract void ended();

  /** Returns the pid by which tables know this owner. */
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
   * Makes a table that this owner has: {@code ets:new(Name, Options)}.
   *
   * @throws BadArgumentException if the table is to be known by its name and another one is, or if
   *     the heir's pid is of another node
   * @throws IllegalArgumentException if the options name a store that does not serve the type
   * @throws IllegalStateException if this owner has been closed, or the store's library is missing
   */
  public LocalTable newTable(Atom name, TableOptions options) {
    return newLocalTable(name, options);
  }

  private LocalEtsTable newLocalTable(Atom name, TableOptions options) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(options, "options");
    if (!alive) {
      throw hasEnded();
    }
    return LocalEtsTable.made(this, space.newTable(this, name, options));
  }

  /**
   * Opens a table of any owner.
   *
   * @param nameOrId the name of a named table, or an identifier
   * @throws NoSuchTableException if there is none
   * @throws BadArgumentException if this is no name and no identifier of a table
   */
  public LocalTable open(Term nameOrId) {
    Table table = space.find(Objects.requireNonNull(nameOrId, "nameOrId"));
    if (table == null) {
      throw new NoSuchTableException(nameOrId);
    }
    return LocalEtsTable.opened(this, table);
  }

  /** As {@link #open(Term)}, for the name of a named table. */
  public LocalTable open(String name) {
    return open(Atom.of(name));
  }

  /** Opens the table that is known by this name, if there is one. */
  public Optional<LocalTable> find(String name) {
    return Optional.ofNullable(space.find(Atom.of(name)))
        .map(table -> LocalEtsTable.opened(this, table));
  }

  /** As {@link #file2tab(Path, LoadOptions)}, with {@link LoadOptions#defaults}. */
  public LocalTable file2tab(Path file) {
    return file2tab(file, LoadOptions.defaults());
  }

  /**
   * Makes a table, which this owner has, from a file that {@link EtsTable#tab2file} or Erlang
   * wrote: {@code ets:file2tab(File, Options)}. Restored are the name, whether the table is known
   * by it, the type, the access, the position of the key, {@code compressed}, {@code
   * read_concurrency} and {@code write_concurrency}. See {@link TabFile} about damaged files.
   *
   * <p>A named table can be seen while it is loaded. If loading fails it is dropped.
   *
   * <p>Cost: linear time; beside the table memory for the largest object.
   *
   * @throws TableFileException if the file cannot be read, is damaged, or is of a named table and
   *     another table has that name
   * @throws IllegalArgumentException if the options name a store that does not serve the type
   * @throws IllegalStateException if this owner has been closed, or the store's library is missing
   */
  public LocalTable file2tab(Path file, LoadOptions options) {
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    return loadTable(name, Objects.requireNonNull(options, "options"));
  }

  /** As {@link #file2tab(Path, LoadOptions)}, for a file that a term may name. */
  LocalEtsTable loadTable(FileName file, LoadOptions options) {
    return TableLoader.load(file, options, new Loading());
  }

  /** Makes tables of this owner for files. */
  private final class Loading implements TableLoader.Target<LocalEtsTable> {
    @Override
    public LocalEtsTable make(Atom name, TableOptions options) {
      return newLocalTable(name, options);
    }

    @Override
    public void insert(LocalEtsTable table, Tuple object) {
      table.insert(object);
    }

    @Override
    public void discard(LocalEtsTable table) {
      try {
        table.drop();
      } catch (NoSuchTableException e) {
        // Another caller was faster: a named table can be seen while it is loaded.
      }
    }
  }

  /**
   * Takes the oldest message about a table that this owner has inherited or been given, and that
   * has not been taken: <code>
   * {'ETS-TRANSFER', Table, FromPid, Data}</code>. There are none if this owner has a listener.
   */
  public Optional<Tuple> pollTransfer() {
    return inbox.poll();
  }

  /** Tells this owner that it has got a table; allocates nothing unless there is a listener. */
  void deliver(TransferInbox.Transfer transfer) {
    inbox.deliver(transfer);
  }

  /**
   * Counts a new table among those of this owner and lets it be found, in one step for a thread
   * that ends the owner; false, and nothing done, if it has been closed.
   */
  boolean make(Table table) {
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

  /** Counts a table among those of this owner; false if it has been closed. */
  boolean adopt(Table table) {
    lock.lock();
    boolean isCounted = false;
    try {
      isCounted = alive && tables.add(table);
      return isCounted;
    } finally {
      if (!isCounted) {
        // A set that cannot grow has got the table nevertheless.
        tables.remove(table);
      }
      lock.unlock();
    }
  }

  void release(Table table) {
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

  /** The tables that this owner keeps fixed. */
  FixedTables fixedTables() {
    return fixed;
  }

  /** Lets this be forgotten if nothing needs it any more. */
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

  /** Keeps this owner from being forgotten until {@link #unhold}; false if it has ended. */
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

  /** Returns whether something comes of a table that this gets, even if no program knows this. */
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

  /** Ends this owner if it has nothing and is not {@linkplain #hold held}. */
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
   * Ends this owner: what it keeps fixed is released, and its tables pass to their heirs or are
   * dropped. None of them is left when this returns, unless an heir is closed at the same time:
   * then once that has returned. To close again does nothing, or the rest if memory ran out the
   * first time.
   */
  @Override
  public void close() {
    closeAll(List.of(this));
  }

  /** Ends owners: first all that others see of it, then the rest. */
  static void closeAll(List<Owner> owners) {
    List<Runnable> left = new ArrayList<>();
    Throwable failure = null;
    for (Owner owner : owners) {
      try {
        failure = owner.end(left, failure);
      } catch (OutOfMemoryError e) {
        // This one can be closed again; what is left of those before must be done.
        failure = failure == null ? e : suppress(failure, e);
      }
    }
    rethrow(runAll(left, HERE, failure));
  }

  /**
   * As {@link #close()}, for a thread that must not wait: none of the tables is left when this
   * returns, but their objects may be, and heirs may not have been told.
   *
   * @param later does the rest
   */
  void closeWithoutWaiting(Executor later) {
    List<Runnable> left = new ArrayList<>();
    Throwable failure = end(left, null);
    rethrow(runAll(left, later, failure));
  }

  /**
   * Ends this owner. What fails can be done by another call: a table stays in the list until its
   * step has been made.
   *
   * @param left gets what is left to do for its tables and may take long
   * @param earlier what has failed before, or null
   * @return the first failure, or null
   */
  private @Nullable Throwable end(List<Runnable> left, @Nullable Throwable earlier) {
    List<Runnable> steps = new ArrayList<>();
    steps.add(() -> space.forget(this));
    steps.add(fixed::end);
    lock.lock();
    try {
      for (Table table : tables) {
        steps.add(() -> end(table, left));
      }
      steps.add(this::ended);
      alive = false;
    } finally {
      lock.unlock();
    }
    return runAll(steps, HERE, earlier);
  }

  private void end(Table table, List<Runnable> left) {
    table.ownerEnded(this, left);
    release(table);
  }

  /** Runs all, whatever some of them throw; returns the first failure, or null. */
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
      // The first one is what the caller is told.
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
