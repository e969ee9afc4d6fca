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
import java.util.function.Function;
import org.jets.ets.quota.Accounts;
import org.jets.ets.quota.HeapWatch;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.ets.store.MemoryEstimate;
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
  private final AtomicLong lastOwner = new AtomicLong();

  // A lock-free table of fixed size (M. Michael, High Performance Dynamic Lock-Free Hash Tables and
  // List-Based Sets, 2002), as Erlang's tables have been proposed to be found in, takes as long for
  // whereis as these: 35 ns among 1,000 tables. So they stay, with no code of their own.
  private final ConcurrentMap<Reference, Table> tables = new ConcurrentHashMap<>();
  private final ConcurrentMap<Atom, Table> names = new ConcurrentHashMap<>();
  private final ConcurrentMap<Pid, KnownOwner> owners = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Owner> mainOwner = new AtomicReference<>();

  /** Held by who enters a name. */
  private final ReentrantLock naming = new ReentrantLock();

  /** Held by who makes another the owner of a table; an owner is locked inside. */
  private final ReentrantLock transfers = new ReentrantLock();

  /** Held by who changes {@link #identity}, and by who makes a pid of it that others will know. */
  private final ReentrantLock joining = new ReentrantLock();

  private volatile SpaceIdentity identity;

  /** Null where nobody counts what tables take. */
  private volatile @Nullable Accounts accounts;

  /** Null where a program has said that there is no limit. */
  private volatile @Nullable HeapQuota heapQuota = new HeapQuota(this, HeapWatch.ofThisJvm());

  /** Null unless this is joined to a node. */
  private volatile @Nullable RemoteOwners remote;

  /** Makes the space of a node without a name: {@code nonode@nohost}, creation 0. */
  public TableSpace() {
    this(Atom.of("nonode@nohost"), 0);
  }

  /** Makes the space of a node; identifiers of tables and owners carry its name and creation. */
  public TableSpace(Atom node, int creation) {
    this.identity = new SpaceIdentity(Objects.requireNonNull(node, "node"), creation);
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
    return identity.node();
  }

  /** Returns which incarnation of the node this is, unsigned. */
  public int creation() {
    return identity.creation();
  }

  /**
   * Makes this the space of a node that begins: identifiers of tables and owners carry the node's
   * name and creation from now on, and processes of other nodes can have tables.
   *
   * @param processes what the node knows of processes
   * @throws IllegalStateException if this has owners, whose identifiers would change, or is the
   *     space of a node already
   */
  public void join(Atom node, int creation, NodeProcesses processes) {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(processes, "processes");
    joining.lock();
    try {
      if (remote != null) {
        throw new IllegalStateException("space: of the node " + node() + " (expected: of none)");
      }
      if (!owners.isEmpty()) {
        throw new IllegalStateException(
            "owners: " + owners.size() + " (expected: none, when the node begins)");
      }
      identity = new SpaceIdentity(node, creation);
      remote = new RemoteOwners(this, processes);
    } finally {
      joining.unlock();
    }
  }

  /**
   * Says that the node has ended: so have the processes of other nodes, as far as this space is
   * concerned. It keeps the node's name until it is {@linkplain #join joined} to another one.
   * Nothing if it is the space of none. What listeners of heirs throw reaches the caller, after all
   * have been told.
   */
  public void leave() {
    joining.lock();
    try {
      remote = null;
    } finally {
      joining.unlock();
    }
    List<Owner> left = new ArrayList<>();
    for (KnownOwner known : owners.values()) {
      Owner owner = known.get();
      if (owner instanceof ProcessOwner) {
        left.add(owner);
      }
    }
    Owner.closeAll(left);
  }

  /**
   * Sets how much there may be in the tables of this space. A program that sets a limit pays for it
   * with each write: what it adds is counted, under a lock of the table.
   *
   * <p>Where none is set, and beside one that is, all tables together may take 70 percent of the
   * largest heap and those of one other node 50 percent, by estimates that begin when the heap is
   * half full; before that nothing is counted. {@link Quota#UNLIMITED} for both ends that.
   *
   * @param ofPeer how much the tables of the processes of one other node may take. A table that
   *     such a process inherits counts even if that is too much, and then nothing can be added
   * @param ofAll how much all tables may take
   * @throws IllegalArgumentException if one peer may have more than all, unless it is unlimited
   * @throws IllegalStateException if there are owners, who may have tables that were not counted
   */
  public void limit(Quota ofPeer, Quota ofAll) {
    Objects.requireNonNull(ofPeer, "ofPeer");
    Objects.requireNonNull(ofAll, "ofAll");
    checkPeer("tables", ofPeer.tables(), ofAll.tables());
    checkPeer("objects", ofPeer.objects(), ofAll.objects());
    checkPeer("bytes", ofPeer.bytes(), ofAll.bytes());
    joining.lock();
    try {
      if (!owners.isEmpty()) {
        throw new IllegalStateException(
            "owners: " + owners.size() + " (expected: none, when a limit is set)");
      }
      boolean isUnlimited = ofPeer.equals(Quota.UNLIMITED) && ofAll.equals(Quota.UNLIMITED);
      accounts = isUnlimited ? null : new Accounts(this::node, ofPeer, ofAll);
      heapQuota = isUnlimited ? null : new HeapQuota(this, HeapWatch.ofThisJvm());
    } finally {
      joining.unlock();
    }
  }

  private static void checkPeer(String name, long ofPeer, long ofAll) {
    if (ofPeer > ofAll && ofPeer != Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          name + " of one peer: " + ofPeer + " (expected: <= " + ofAll + ", those of all)");
    }
  }

  /** Returns who counts, or null. */
  @Nullable Accounts accounts() {
    return accounts;
  }

  /** Returns what keeps tables from filling the heap, or null. */
  @Nullable HeapQuota heapQuota() {
    return heapQuota;
  }

  /** Sets what keeps tables from filling the heap. */
  void heapQuota(HeapQuota quota) {
    heapQuota = quota;
  }

  /**
   * Returns whether there are few tables with few objects, in time that is bounded by the number.
   *
   * @param number of both together
   */
  boolean hasAtMost(long number) {
    long count = 0;
    for (Table table : tables.values()) {
      count += 1 + table.sizeUpTo(number);
      if (count > number) {
        return false;
      }
    }
    return true;
  }

  void forEachTable(Consumer<Table> action) {
    tables.values().forEach(action);
  }

  /**
   * Counts what an owner is about to add, if the heap is short.
   *
   * @throws SystemLimitException if the limit is exceeded
   */
  void checkHeap(Owner owner, @Nullable Term added) {
    HeapQuota quota = heapQuota;
    if (quota != null && quota.isShort()) {
      quota.add(owner, Quota.OBJECT_BYTES + quota.bytesOf(added), 0);
    }
  }

  /**
   * As {@link #checkHeap}, for bytes.
   *
   * @param replaced those of what they take the place of
   * @return what has been counted
   */
  long countHeap(Owner owner, long bytes, long replaced) {
    HeapQuota quota = heapQuota;
    return quota == null || !quota.isShort() ? 0 : quota.add(owner, bytes, replaced);
  }

  /** Counts no more what has been counted and was not added after all. */
  void uncountHeap(Owner owner, long bytes) {
    HeapQuota quota = heapQuota;
    if (quota != null && bytes != 0 && quota.isShort()) {
      quota.takeBack(owner, bytes);
    }
  }

  /** Counts no more what has been removed. */
  void uncountRemoved(Owner owner, long bytes) {
    HeapQuota quota = heapQuota;
    if (quota != null && bytes != 0 && quota.isShort()) {
      quota.subtract(owner, bytes);
    }
  }

  /** Says that much may have gone from tables. */
  void heapFreed() {
    HeapQuota quota = heapQuota;
    if (quota != null) {
      quota.freed();
    }
  }

  boolean isJoined(RemoteOwners owners) {
    return remote == owners;
  }

  /**
   * Starts an owner. What it inherits or is given it can be asked for: {@link Owner#pollTransfer}.
   * It lasts until it is closed, or until no program can act in its name any more: the owner and
   * the tables that it has opened have been forgotten, it has no table and is no heir.
   */
  public Owner newOwner() {
    return start(TransferInbox.queue());
  }

  /**
   * Starts an owner that hears of each table that it inherits or is given: <code>
   * {'ETS-TRANSFER', Table, FromPid,
   * Data}</code>. The space keeps it until it is closed.
   *
   * @param listener called after the transfer, by the thread that caused it; what it throws reaches
   *     the caller of that {@link Owner#close}, after all other tables have been passed on, or of
   *     that {@link EtsTable#giveAway}
   */
  public Owner newOwner(Consumer<? super Tuple> listener) {
    return start(TransferInbox.listener(Objects.requireNonNull(listener, "listener")));
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

  private Owner start(TransferInbox inbox) {
    joining.lock();
    try {
      Owner owner = new ProgramOwner(this, newPid(), inbox);
      register(owner);
      return owner;
    } finally {
      joining.unlock();
    }
  }

  /** Makes an owner known; false, and nothing done, if its pid has one. */
  boolean register(Owner owner) {
    return owners.putIfAbsent(owner.pid(), new KnownOwner(owner, owners)) == null;
  }

  private Pid newPid() {
    RemoteOwners joined = remote;
    if (joined != null) {
      return joined.processes().newPid();
    }
    long number = lastOwner.incrementAndGet();
    return Pid.of(node(), (int) number, (int) (number >>> Integer.SIZE), creation());
  }

  /** What references stand for that are not of tables. */
  OpaqueReferences opaque() {
    return identity.opaque();
  }

  Reference newId() {
    return identity.ids().next();
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
      if (table == null && identity.ids().numberOf(id) == 0) {
        throw BadArgumentException.notATable(id, "a table identifier");
      }
      return table;
    }
    throw BadArgumentException.notATable(nameOrId, "an atom or a table identifier");
  }

  @Nullable Owner owner(Pid pid) {
    KnownOwner known = owners.get(pid);
    return known == null ? null : known.get();
  }

  void forget(Owner owner) {
    KnownOwner known = owners.get(owner.pid());
    if (known != null && known.refersTo(owner)) {
      owners.remove(owner.pid(), known);
      known.clear();
    }
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
    HeapQuota quota = heapQuota;
    if (quota != null) {
      quota.poll();
    }
    Inheritance heir = holdHeir(options.heir());
    TableMeter meter = null;
    boolean isMade = false;
    try {
      Accounts counting = accounts;
      meter = counting == null ? null : new TableMeter(counting, owner.account());
      TableState state = new TableState(owner, heir, options.access(), name);
      Table table = newTable(name, options, state, meter);
      isMade = true;
      return table;
    } finally {
      if (heir != null && !isMade) {
        heir.heir().unhold();
      }
      if (meter != null && !isMade) {
        meter.end();
      }
    }
  }

  private Table newTable(
      Atom name, TableOptions options, TableState state, @Nullable TableMeter meter) {
    Owner owner = state.owner();
    Table table = new Table(this, newId(), options, state, meter);
    table.countHeir(state.heir());
    long counted = countHeap(owner, table);
    boolean isMade = false;
    try {
      make(owner, table, name, options.isNamed());
      isMade = true;
      return table;
    } finally {
      if (!isMade) {
        uncountHeap(owner, counted);
      }
    }
  }

  /** Counts an empty table and the data of its heir; returns what has been counted. */
  private long countHeap(Owner owner, Table table) {
    HeapQuota quota = heapQuota;
    if (quota == null || !quota.isShort()) {
      return 0;
    }
    TableState state = table.state();
    Inheritance heir = state == null ? null : state.heir();
    return countHeap(
        owner,
        MemoryEstimate.emptyBytes(table.store()) + quota.bytesOf(heir == null ? null : heir.data()),
        0);
  }

  private void make(Owner owner, Table table, Atom name, boolean isNamed) {
    if (!isNamed) {
      make(owner, table, name);
      return;
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
  }

  private void make(Owner owner, Table table, Atom name) {
    if (!owner.make(table)) {
      forget(table, name);
      throw owner.hasEnded();
    }
  }

  /** Lets a table be found, by its name too; called once its owner has it. */
  void publish(Table table) {
    tables.put(table.id(), table);
  }

  /**
   * Returns who inherits, or null if it has ended; an error if it cannot be one. Its owner is
   * {@linkplain Owner#hold held}.
   */
  @Nullable Inheritance holdHeir(@Nullable Heir heir) {
    Owner owner = heir == null ? null : holdLiving("heir", heir.pid());
    return owner == null || heir == null ? null : new Inheritance(owner, heir.data());
  }

  /** Returns the owner that a table can be given to, {@linkplain Owner#hold held}. */
  Owner holdReceiver(Pid pid) {
    Owner owner = holdLiving("pid", pid);
    if (owner == null) {
      throw ended(pid);
    }
    return owner;
  }

  /** Returns the owner with a pid, {@linkplain Owner#hold held}; null if it has ended. */
  private @Nullable Owner holdLiving(String argument, Pid pid) {
    RemoteOwners joined = remote;
    boolean isOfThisNode = identity.hasMade(pid);
    Owner known = owner(pid);
    if (isOfThisNode && (joined == null || known instanceof ProgramOwner)) {
      return known != null && known.hold() ? known : null;
    }
    if (joined == null || (pid.node() == node() && !isOfThisNode)) {
      throw BadArgumentException.of(2, argument, pid, "a pid of the node " + node());
    }
    Owner owner = joined.holdAnswered(pid);
    if (owner == null) {
      throw BadArgumentException.of(2, argument, pid, "a pid whose node answers");
    }
    if (!owner.isAlive()) {
      owner.unhold();
      return null;
    }
    return owner;
  }

  /**
   * Makes a call for a process of another node, of which the node knows that this has {@linkplain
   * #join joined}. A process that has nothing calls as an owner that is made for the call alone and
   * that nobody else gets to see, unless the call may leave it with something: then it is the
   * process' owner from then on, until the process ends.
   *
   * <p>The call is repeated if it ends in an {@link EtsException}, or has one as its cause, while
   * another call made the process the owner of something.
   *
   * @param isLasting whether the call may leave the process with a table or a fixation
   * @param call given the owner as which the process calls
   * @return what the call returns
   * @throws SystemLimitException if the node remembers no more of processes
   * @throws IllegalStateException if the call may last and this is the space of no node
   */
  public <T> T callAs(Pid process, boolean isLasting, Function<? super Owner, ? extends T> call) {
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(call, "call");
    while (true) {
      Owner owner = holdCaller(process, isLasting);
      try {
        return call.apply(owner);
      } catch (RuntimeException e) {
        Owner known = owner(process);
        boolean isOfTables = e instanceof EtsException || e.getCause() instanceof EtsException;
        if (!isOfTables || known == null || known == owner) {
          throw e;
        }
      } finally {
        owner.unhold();
      }
    }
  }

  /**
   * Returns the owner as which a process calls, {@linkplain Owner#hold held}.
   *
   * @param isLasting whether the call may leave the process with something
   * @return the process' owner; if it has none, one that is not known to anybody, unless the call
   *     is lasting
   */
  Owner holdCaller(Pid pid, boolean isLasting) {
    Owner known = owner(pid);
    if (known != null && known.hold()) {
      return known;
    }
    if (!isLasting) {
      return new ProgramOwner(this, pid, TransferInbox.queue());
    }
    RemoteOwners joined = remote;
    if (joined == null) {
      throw new IllegalStateException("space: of no node (expected: one that has joined a node)");
    }
    return joined.hold(pid);
  }

  /**
   * Counts something that tables remember of a process of another node.
   *
   * @return counts it no more
   * @throws SystemLimitException if there would be too much
   */
  Runnable remember(Pid pid) {
    RemoteOwners joined = remote;
    return joined == null ? () -> {} : joined.remember(pid);
  }

  static BadArgumentException ended(Pid pid) {
    return BadArgumentException.of(2, "pid", pid, "one of an owner that has not ended");
  }

  /** Returns an owner that nobody acts for and that is not known. */
  Owner nobody() {
    return new ProgramOwner(this, newPid(), TransferInbox.queue());
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
