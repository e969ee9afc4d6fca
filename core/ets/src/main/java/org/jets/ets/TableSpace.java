package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one Erlang node, by identifier and by name, and the owners that can have them. The
 * names of tables in different spaces have nothing to do with each other.
 *
 * <p>Safe for use by many threads. Tables are found without locks.
 */
public final class TableSpace {
  private final Atom node;
  private final int creation;
  private final OpaqueReferences opaque;
  private final NumberedReferences ids;
  private final AtomicLong lastOwner = new AtomicLong();

  // A lock-free table of fixed size (M. Michael, High Performance Dynamic Lock-Free Hash Tables and
  // List-Based Sets, 2002), as Erlang's tables have been proposed to be found in, takes as long for
  // whereis as these: 35 ns among 1,000 tables. So they stay, with no code of their own.
  private final ConcurrentMap<Reference, Table> tables = new ConcurrentHashMap<>();
  private final ConcurrentMap<Atom, Table> names = new ConcurrentHashMap<>();
  private final ConcurrentMap<Pid, Owner> owners = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Owner> mainOwner = new AtomicReference<>();

  /** Held by who enters a name. */
  private final ReentrantLock naming = new ReentrantLock();

  /** Held by who makes another the owner of a table; an owner is locked inside. */
  private final ReentrantLock transfers = new ReentrantLock();

  /** Makes the space of a node without a name: {@code nonode@nohost}, creation 0. */
  public TableSpace() {
    this(Atom.of("nonode@nohost"), 0);
  }

  /** Makes the space of a node; identifiers of tables and owners carry its name and creation. */
  public TableSpace(Atom node, int creation) {
    this.node = Objects.requireNonNull(node, "node");
    this.creation = creation;
    this.opaque = new OpaqueReferences(node, creation);
    this.ids = new NumberedReferences(node, creation, false);
  }

  /** Returns the space that programs share which do not make their own. */
  public static TableSpace defaultSpace() {
    return Default.SPACE;
  }

  private static final class Default {
    static final TableSpace SPACE = new TableSpace();
  }

  /** Returns the name of the node. */
  public Atom node() {
    return node;
  }

  /** Returns which incarnation of the node this is, unsigned. */
  public int creation() {
    return creation;
  }

  /**
   * Starts an owner. What it inherits or is given it can be asked for: {@link Owner#pollTransfer}.
   * The space keeps it until it is closed.
   */
  public Owner newOwner() {
    return register(new Owner(this, newPid(), null));
  }

  /**
   * Starts an owner that hears of each table that it inherits or is given: <code>
   * {'ETS-TRANSFER', Table, FromPid,
   * Data}</code>.
   *
   * @param listener called after the transfer, by the thread that caused it; what it throws reaches
   *     the caller of that {@link Owner#close}, after all other tables have been passed on, or of
   *     that {@link EtsTable#giveAway}
   */
  public Owner newOwner(Consumer<? super Tuple> listener) {
    return register(new Owner(this, newPid(), Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Returns the owner of tables that belong to the program as a whole and to no part of it. It is
   * started by the first call and stays until somebody closes it, as nobody has to; the next call
   * starts another one.
   */
  public Owner mainOwner() {
    while (true) {
      Owner current = mainOwner.get();
      if (current != null && current.isAlive()) {
        return current;
      }
      Owner next = newOwner();
      if (mainOwner.compareAndSet(current, next)) {
        return next;
      }
      next.close();
    }
  }

  private Owner register(Owner owner) {
    owners.put(owner.pid(), owner);
    return owner;
  }

  private Pid newPid() {
    long number = lastOwner.incrementAndGet();
    return Pid.of(node, (int) number, (int) (number >>> Integer.SIZE), creation);
  }

  /** What references stand for that are not of tables. */
  OpaqueReferences opaque() {
    return opaque;
  }

  Reference newId() {
    return ids.next();
  }

  /** Returns the identifier of the table that is known by this name. */
  public Optional<Reference> whereis(Atom name) {
    return Optional.ofNullable(named(Objects.requireNonNull(name, "name"))).map(Table::id);
  }

  /**
   * Returns all tables, those known by a name by their names, the others by their identifiers, in
   * no order. Not a snapshot.
   */
  public List<Term> all() {
    List<Term> all = new ArrayList<>();
    for (Table table : tables.values()) {
      TableState state = table.state();
      if (state != null) {
        all.add(table.term(state));
      }
    }
    return all;
  }

  /**
   * Returns all tables as a text with a line for each, by identifier or name: what {@code ets:i()}
   * prints. Memory is in words of 8 bytes, as {@link EtsTable#info(Term)} has it.
   */
  public String describeTables() {
    return TableListing.of(tables.values());
  }

  private @Nullable Table named(Atom name) {
    Table table = names.get(name);
    TableState state = table == null ? null : table.state();
    // A table is entered before it has the name, or is there, and stays until after it has not.
    return table != null && state != null && state.name() == name && tables.containsKey(table.id())
        ? table
        : null;
  }

  /** Finds a table by its name or identifier. */
  @Nullable Table find(Term nameOrId) {
    if (nameOrId instanceof Atom name) {
      return named(name);
    }
    if (nameOrId instanceof Reference id) {
      Table table = tables.get(id);
      if (table == null && ids.numberOf(id) == 0) {
        throw BadArgumentException.notATable(id, "a table identifier");
      }
      return table;
    }
    throw BadArgumentException.notATable(nameOrId, "an atom or a table identifier");
  }

  @Nullable Owner owner(Pid pid) {
    return owners.get(pid);
  }

  void forget(Owner owner) {
    owners.remove(owner.pid(), owner);
  }

  void forget(Table table, Atom name) {
    if (table.options().isNamed()) {
      names.remove(name, table);
    }
    tables.remove(table.id(), table);
  }

  /**
   * Makes a table, and lets it be found. It is there from the moment of {@link #publish} on, which
   * is the last step that can be seen: nobody else can use, delete or inherit it before, and an
   * attempt that fails leaves nothing that was ever there.
   */
  Table newTable(Owner owner, Atom name, TableOptions options) {
    if (options.type() == TableType.ORDERED_SET && options.hasFixedLocks()) {
      throw BadArgumentException.of(
          2, "fixedLocks", options.writeConcurrencyTerm(), "none in an ordered_set");
    }
    Heir heir = checkHeir(options.heir());
    Table table =
        new Table(this, newId(), options, new TableState(owner, heir, options.access(), name));
    if (!options.isNamed()) {
      make(owner, table, name);
      return table;
    }
    naming.lock();
    try {
      if (named(name) != null) {
        throw BadArgumentException.alreadyExists(name);
      }
      names.put(name, table);
      make(owner, table, name);
    } finally {
      naming.unlock();
    }
    return table;
  }

  private void make(Owner owner, Table table, Atom name) {
    if (!owner.make(table)) {
      forget(table, name);
      throw owner.ended();
    }
  }

  /** Lets a table be found, by its name too; called once its owner has it. */
  void publish(Table table) {
    tables.put(table.id(), table);
  }

  /** Returns the heir, or null if it has ended; an error if it cannot be one. */
  @Nullable Heir checkHeir(@Nullable Heir heir) {
    if (heir == null) {
      return null;
    }
    if (!isLocal(heir.pid())) {
      throw BadArgumentException.of(2, "heir", heir.pid(), "a pid of the node " + node);
    }
    return owners.containsKey(heir.pid()) ? heir : null;
  }

  private boolean isLocal(Pid pid) {
    return pid.node() == node && pid.creation() == creation;
  }

  /** Finds who a table can be given to. */
  Owner receiver(Term pid) {
    if (!(pid instanceof Pid receiver) || !isLocal(receiver)) {
      throw BadArgumentException.of(2, "pid", pid, "a pid of the node " + node);
    }
    Owner owner = owners.get(receiver);
    if (owner == null) {
      throw ended(receiver);
    }
    return owner;
  }

  static BadArgumentException ended(Pid pid) {
    return BadArgumentException.of(2, "pid", pid, "one of an owner that has not ended");
  }

  /** Returns an owner that nobody acts for and that is not known. */
  Owner nobody() {
    return new Owner(this, newPid(), null);
  }

  ReentrantLock transfers() {
    return transfers;
  }

  /** Gives a table another name, by which it is known from the same moment on if it was by one. */
  void rename(Table table, Atom name) {
    if (!table.options().isNamed()) {
      table.change(state -> state.withName(name));
      return;
    }
    naming.lock();
    try {
      if (named(name) != null) {
        throw BadArgumentException.of(2, "name", name, "one that no table has");
      }
      TableState before = table.state();
      names.put(name, table);
      try {
        table.change(state -> state.withName(name));
      } catch (NoSuchTableException e) {
        names.remove(name, table);
        throw e;
      }
      if (before != null) {
        names.remove(before.name(), table);
      }
    } finally {
      naming.unlock();
    }
  }
}
