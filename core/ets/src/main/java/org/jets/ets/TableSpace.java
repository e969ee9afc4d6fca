package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jets.collections.internal.sync.EarlyInitialization;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.TableState.Inheritance;
import org.jets.ets.cell.CounterCell;
import org.jets.ets.durable.DataTables;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.observe.ScanObserver;
import org.jets.ets.observe.TableFacts;
import org.jets.ets.quota.HeapWatch;
import org.jets.ets.quota.QuotaUsages;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.ets.reference.SpaceIdentity;
import org.jets.ets.store.MemoryEstimate;
import org.jets.ets.transfer.TransferInbox;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one Erlang node, by identifier and by name, and their owners. The names of tables
 * in different spaces are independent.
 *
 * <p>Safe for use by many threads. Lookups of tables take no locks.
 */
public final class TableSpace {
  /*
   * Guarded by.
   *   identity, processOwners,
   *   usages, heapQuota,
   *   scanObserver, callSampler             changed under joining; volatile, read without a lock
   *   an entry of names                     added under naming; removed without a lock at deletion
   *   the owner of a table                  changed under transfers; read from the table's state
   *   tables, names, owners                 concurrent maps, read without a lock
   *
   * Linearization points.
   * - A new table: the write of its entry in tables, under the lock of its owner.
   * - Its deletion: the CAS of the table's state to null. Its entries are removed after that.
   * - A lookup by identifier: the read of the entry. An operation on the table reads its state.
   * - A lookup by name: the read of the state of the table in the entry, or the read that finds no
   *   entry.
   */

  static {
    // An addition to a counter does not make sure that it has room on the stack for these.
    EarlyInitialization.of(TableHandle.class, CounterOp.class, CounterCell.class);
    // An owner can end while memory runs out, in which an initializer would fail for ever.
    EarlyInitialization.of(TableTransfer.class);
  }

  private final AtomicLong lastOwner = new AtomicLong();

  // A lock-free table of fixed size (M. Michael, High Performance Dynamic Lock-Free Hash Tables and
  // List-Based Sets, 2002) has been proposed for the lookup of Erlang's tables. Its time for
  // whereis is the same: 35 ns among 1,000 tables. So these maps of the JDK are used.
  private final ConcurrentMap<Reference, OwnedTable> tables = new ConcurrentHashMap<>();
  private final ConcurrentMap<Atom, OwnedTable> names = new ConcurrentHashMap<>();
  private final ConcurrentMap<Pid, OwnerReference> owners = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Owner> mainOwner = new AtomicReference<>();

  /** Held by a thread that enters a name. */
  private final OverflowSafeLock naming = new OverflowSafeLock();

  /** Held by a thread that changes the owner of a table; an owner is locked inside. */
  private final OverflowSafeLock transfers = new OverflowSafeLock();

  /** Held by a thread that changes {@link #identity}, or makes a pid of it that others will see. */
  private final OverflowSafeLock joining = new OverflowSafeLock();

  private volatile SpaceIdentity identity;

  /** Null if tables are not metered. */
  private volatile @Nullable QuotaUsages usages;

  /** Null if a program has switched the limit off. */
  private volatile @Nullable HeapQuota heapQuota = new HeapQuota(this, HeapWatch.ofThisJvm());

  /** Null if no searches are observed. */
  private volatile @Nullable ScanObserver scanObserver;

  /** Null if no calls are observed. Changed under {@link #joining}. */
  private volatile @Nullable CallSampler callSampler;

  /** Null unless this has joined a node. */
  private volatile @Nullable ProcessOwners processOwners;

  private final DataTables<Owner> data =
      new DataTables<>(this::newOwner, Owner::tableCount, Owner::close);

  /** Makes the space of a node without a name: {@code nonode@nohost}, creation 0. */
  public TableSpace() {
    this(Atom.of("nonode@nohost"), 0);
  }

  /** Makes the space of a node; identifiers of tables and owners carry its name and creation. */
  public TableSpace(Atom node, int creation) {
    this.identity = new SpaceIdentity(Objects.requireNonNull(node, "node"), creation);
  }

  /** Returns the space shared by programs that do not make their own. */
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

  /** Returns the creation of the node, which identifies its incarnation, unsigned. */
  public int creation() {
    return identity.creation();
  }

  /**
   * Makes this the space of a node that starts. From now on, identifiers of tables and owners carry
   * the node's name and creation, and processes of other nodes can have tables.
   *
   * @param processes the node's knowledge of processes
   * @throws IllegalStateException if this has owners, whose identifiers would change, or is the
   *     space of a node already
   */
  public void join(Atom node, int creation, NodeProcesses processes) {
    Objects.requireNonNull(node, "node");
    Objects.requireNonNull(processes, "processes");
    joining.lock();
    try {
      if (processOwners != null) {
        throw new IllegalStateException("space: of the node " + node() + " (expected: of none)");
      }
      if (!owners.isEmpty()) {
        throw new IllegalStateException(
            "owners: " + owners.size() + " (expected: none, when the node begins)");
      }
      identity = new SpaceIdentity(node, creation);
      processOwners = new ProcessOwners(this, processes);
    } finally {
      joining.unlock();
    }
  }

  /**
   * Ends the connection with the node, which has ended. All processes of other nodes end as far as
   * this space is concerned. It keeps the node's name until it {@linkplain #join joins} another
   * one. Does nothing if it has not joined a node. Exceptions of heirs' listeners reach the caller
   * after all listeners have been called.
   */
  public void leave() {
    StackRoom.requireForCall();
    joining.lock();
    try {
      processOwners = null;
    } finally {
      joining.unlock();
    }
    List<Owner> left = new ArrayList<>();
    for (OwnerReference known : owners.values()) {
      Owner owner = known.get();
      if (owner instanceof ProcessOwner) {
        left.add(owner);
      }
    }
    Owner.closeAll(left);
  }

  /**
   * Sets limits for the tables of this space. A limit has a cost for each write, which counts its
   * growth under a lock of the table.
   *
   * <p>With or without such limits, all tables together may take 70 percent of the maximum heap,
   * and those of one other node 50 percent. These are estimates that begin when the heap is half
   * full; before that nothing is counted. {@link Quota#UNLIMITED} for both switches this off.
   *
   * @param ofPeer the limits for the tables of the processes of one other node. A table that such a
   *     process inherits counts even if a limit is exceeded; then nothing can be added
   * @param ofAll the limits for all tables
   * @throws IllegalArgumentException if one peer may have more than all, unless it is unlimited
   * @throws IllegalStateException if there are owners, which may have tables that were not counted
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
      usages = isUnlimited ? null : new QuotaUsages(this::node, ofPeer, ofAll);
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

  /** Returns the usages of quotas, or null if tables are not metered. */
  @Nullable QuotaUsages usages() {
    return usages;
  }

  /** Returns the durable tables of the space. */
  DataTables<Owner> data() {
    return data;
  }

  /** Returns the limit of the heap, or null if there is none. */
  @Nullable HeapQuota heapQuota() {
    return heapQuota;
  }

  /** Sets the limit of the heap. */
  void heapQuota(HeapQuota quota) {
    heapQuota = quota;
  }

  /**
   * Returns whether there are at most this many tables and objects, in time bounded by the number.
   *
   * @param number the bound for both together
   */
  boolean hasAtMost(long number) {
    long count = 0;
    for (OwnedTable table : tables.values()) {
      count += 1 + table.sizeUpTo(number);
      if (count > number) {
        return false;
      }
    }
    return true;
  }

  void forEachTable(Consumer<OwnedTable> action) {
    tables.values().forEach(action);
  }

  /** Announces that much memory of tables may have become free. */
  void heapFreed() {
    HeapQuota quota = heapQuota;
    if (quota != null) {
      quota.freed();
    }
  }

  boolean isJoined(ProcessOwners owners) {
    return processOwners == owners;
  }

  /**
   * Opens a folder with the durable tables of this space, which are all there when this returns.
   * They are named and public, and belong to this space. There can be 1,024 of them. A new table is
   * added to them by {@link TableOptions#withDurable(boolean)}. Each has a folder of its own in the
   * data folder.
   *
   * <p>If this space is that of a node, it must have {@linkplain #join joined} the node before.
   *
   * @param options the data folder, which is made if it is absent, and how its tables are written
   * @return the tables, with their {@linkplain LocalTable#log logs} and what these had
   * @throws TableLogException if the folder, or the log of one of its tables, cannot be opened.
   *     Then none of them is open
   * @throws BadArgumentException if there is another table with the name of one of them
   * @throws IllegalStateException if this has a data folder already
   */
  public List<LocalTable> openData(DurableOptions options) {
    Objects.requireNonNull(options, "options");
    StackRoom.requireForCall();
    return data.open(options, Owner::newTable);
  }

  /**
   * Ends the tables of the data folder, and releases it. Their logs stay. Does nothing if there is
   * no data folder.
   *
   * @throws TableLogException if some changes are perhaps not on the disk
   */
  public void closeData() {
    StackRoom.requireForCall();
    data.close();
  }

  /**
   * Starts an owner. {@link Owner#pollTransfer} returns its messages about tables that it inherits
   * or is given. It lasts until it is closed, or until no program can act in its name any more. The
   * latter means that it has no table, is no heir, and is unreachable together with its handles.
   *
   * @throws IllegalStateException if the node that this has joined returns the pid of an owner as a
   *     {@linkplain NodeProcesses#newPid new} one
   */
  public Owner newOwner() {
    return start(TransferInbox.queue());
  }

  /**
   * Starts an owner whose listener receives a message about each table that it inherits or is
   * given: <code>{'ETS-TRANSFER', Table, FromPid, Data}</code>. The space keeps it until it is
   * closed.
   *
   * @param listener called after the transfer, by the thread that caused it. Its exceptions reach
   *     the caller of that {@link EtsTable#giveAway}, or of that {@link Owner#close} after all
   *     other tables have been passed on
   * @throws IllegalStateException as for {@link #newOwner()}
   */
  public Owner newOwner(Consumer<? super Tuple> listener) {
    return start(TransferInbox.listener(Objects.requireNonNull(listener, "listener")));
  }

  /**
   * Returns the owner of tables that belong to the program as a whole and to no part of it. The
   * first call starts it, and it stays until a program closes it, which is not required. The next
   * call then starts another one.
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
      if (!register(owner)) {
        throw new IllegalStateException(
            "newPid of the node: " + owner.pid() + ", which an owner has (expected: a new pid)");
      }
      return owner;
    } finally {
      joining.unlock();
    }
  }

  /** Registers an owner. Returns false, and does nothing, if its pid already has one. */
  boolean register(Owner owner) {
    return owners.putIfAbsent(owner.pid(), new OwnerReference(owner, owners)) == null;
  }

  private Pid newPid() {
    ProcessOwners joined = processOwners;
    if (joined != null) {
      return Objects.requireNonNull(joined.processes().newPid(), "newPid of the node");
    }
    long number = lastOwner.incrementAndGet();
    return Pid.of(node(), (int) number, (int) (number >>> Integer.SIZE), creation());
  }

  /** Returns the references that stand for values other than tables. */
  OpaqueReferences opaque() {
    return identity.opaque();
  }

  Reference newId() {
    return identity.ids().next();
  }

  /** Returns the identifier of the table that is known by this name. */
  public Optional<Reference> whereis(Atom name) {
    return Optional.ofNullable(named(Objects.requireNonNull(name, "name"))).map(OwnedTable::id);
  }

  /**
   * Returns all tables: those known by a name by their names, the others by their identifiers, in
   * no particular order. Not a snapshot.
   */
  public List<Term> all() {
    List<Term> all = new ArrayList<>();
    for (OwnedTable table : tables.values()) {
      TableState state = table.state();
      if (state != null) {
        all.add(table.term(state));
      }
    }
    return all;
  }

  /** Returns facts about all tables, in no particular order. Not a snapshot; needs no rights. */
  public List<TableFacts> facts() {
    List<TableFacts> all = new ArrayList<>();
    for (OwnedTable table : tables.values()) {
      TableInfo.facts(table).ifPresent(all::add);
    }
    return all;
  }

  /** Returns facts about a table; empty if there is none with this identifier. */
  public Optional<TableFacts> facts(Reference id) {
    OwnedTable table = tables.get(Objects.requireNonNull(id, "id"));
    return table == null ? Optional.empty() : TableInfo.facts(table);
  }

  /**
   * Returns about how many bytes of the heap a table takes, estimated from its first objects, as
   * {@link EtsTable#info(Term)} does. Empty if there is no such table. Needs no rights.
   */
  public OptionalLong bytes(Reference id) {
    OwnedTable table = tables.get(Objects.requireNonNull(id, "id"));
    try {
      return table == null || table.isDeleted()
          ? OptionalLong.empty()
          : OptionalLong.of(MemoryEstimate.words(table.store()) * Long.BYTES);
    } catch (NoSuchTableException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Sets the observer that is told of searches that scan all objects of a table, instead of the one
   * before. Without an observer, such a search reads one field of the space, and every other
   * operation nothing.
   *
   * @param observer null for none, as at first
   */
  public void observeScans(@Nullable ScanObserver observer) {
    joining.lock();
    try {
      scanObserver = observer;
    } finally {
      joining.unlock();
    }
  }

  /** Removes an observer of searches, unless another one has taken its place. */
  public void unobserveScans(ScanObserver observer) {
    joining.lock();
    try {
      if (scanObserver == observer) {
        scanObserver = null;
      }
    } finally {
      joining.unlock();
    }
  }

  /**
   * Times calls of all tables from now on, instead of another sampler: {@link TableFacts#calls}.
   * Takes time linear in the number of tables. Without a sampler, and between its windows, a search
   * reads one field, and every other operation nothing.
   *
   * @param sampler chooses the calls that are timed; null for none, as at first
   */
  public void observeCalls(@Nullable CallSampler sampler) {
    joining.lock();
    try {
      callSampler = sampler;
      tables.values().forEach(table -> table.timeCalls(sampler));
    } finally {
      joining.unlock();
    }
  }

  /** Ends the timing of calls, unless another sampler has taken the place of this one. */
  public void unobserveCalls(CallSampler sampler) {
    joining.lock();
    try {
      if (callSampler == sampler) {
        observeCalls(null);
      }
    } finally {
      joining.unlock();
    }
  }

  /** Returns the observer of searches that scan all objects; null if there is none. */
  @Nullable ScanObserver scanObserver() {
    return scanObserver;
  }

  /**
   * Returns the text that {@code ets:i()} prints, with a line for each table, by identifier or
   * name. Memory is in words of 8 bytes, as in {@link EtsTable#info(Term)}.
   */
  public String describeTables() {
    return TableListing.of(tables.values());
  }

  /** Returns the table that is known by this name; null if there is none. */
  @Nullable OwnedTable named(Atom name) {
    OwnedTable table = names.get(name);
    TableState state = table == null ? null : table.state();
    // The entry is made before the table has the name or is published, and removed afterwards.
    return table != null && state != null && state.name() == name && tables.containsKey(table.id())
        ? table
        : null;
  }

  /** Finds a table by its name or identifier. */
  @Nullable OwnedTable find(Term nameOrId) {
    if (nameOrId instanceof Atom name) {
      return named(name);
    }
    if (nameOrId instanceof Reference id) {
      OwnedTable table = tables.get(id);
      if (table == null && identity.ids().numberOf(id) == 0) {
        throw BadArgumentException.notATable(id, "a table identifier");
      }
      return table;
    }
    throw BadArgumentException.notATable(nameOrId, "an atom or a table identifier");
  }

  @Nullable Owner owner(Pid pid) {
    OwnerReference known = owners.get(pid);
    return known == null ? null : known.get();
  }

  void forget(Owner owner) {
    OwnerReference known = owners.get(owner.pid());
    if (known != null && known.refersTo(owner)) {
      owners.remove(owner.pid(), known);
      known.clear();
    }
  }

  void forget(OwnedTable table, Atom name) {
    if (table.options().isNamed()) {
      names.remove(name, table);
    }
    tables.remove(table.id(), table);
  }

  /**
   * Enters a new table under its name, adds it to those of its owner and publishes it.
   *
   * @throws BadArgumentException if it is named and its name is taken
   * @throws IllegalStateException if the owner has ended
   */
  void enter(Owner owner, OwnedTable table, Atom name, boolean isNamed) {
    if (!isNamed) {
      enter(owner, table, name);
      return;
    }
    naming.lock();
    try {
      if (named(name) != null) {
        throw BadArgumentException.alreadyExists(name);
      }
      names.put(name, table);
      enter(owner, table, name);
    } finally {
      naming.unlock();
    }
  }

  private void enter(Owner owner, OwnedTable table, Atom name) {
    if (!owner.make(table)) {
      forget(table, name);
      throw owner.hasEnded();
    }
  }

  /** Publishes a table, also by its name. Called once its owner has it. */
  void publish(OwnedTable table) {
    tables.put(table.id(), table);
    try {
      while (!table.isTimedBy(callSampler)) {
        table.timeCalls(callSampler);
      }
    } catch (OutOfMemoryError e) {
      // The calls of this table are not timed.
    }
  }

  /**
   * Returns the inheritance, or null if the heir has ended. Throws if the process cannot be an
   * heir. The heir is {@linkplain Owner#hold held}.
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
    ProcessOwners joined = processOwners;
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
   * Makes a call for a process that is known to the node that this has {@linkplain #join joined}.
   * If the process has no owner, the call uses a new one that no other thread sees. If the call may
   * leave the process with a table or a fixation, the new owner is registered instead. It stays the
   * process' owner until the process ends.
   *
   * <p>If the call fails for lack of rights while another call makes the process the owner of
   * something, it is repeated with the rights of that owner. That is so for an {@link EtsException}
   * about the access or the owner of a table, thrown or as the cause. After any other error the
   * call may have changed some objects, as {@link LocalTable#selectReplaceReturning} may, and is
   * not repeated. The calls of {@link EtsTable} check the rights before they change anything. A
   * call of several steps must not fail for lack of rights after it has changed something.
   *
   * @param isLasting whether the call may leave the process with a table or a fixation
   * @param call receives the owner as which the process calls
   * @return the result of the call
   * @throws SystemLimitException if the node cannot keep more records about processes
   * @throws IllegalStateException if the call may leave the process with something, and this has
   *     not joined a node
   */
  public <T> T callAs(Pid process, boolean isLasting, Function<? super Owner, ? extends T> call) {
    Objects.requireNonNull(process, "process");
    Objects.requireNonNull(call, "call");
    StackRoom.requireForCall();
    while (true) {
      Owner owner = holdCaller(process, isLasting);
      try {
        return call.apply(owner);
      } catch (RuntimeException e) {
        Owner known = owner(process);
        if (!isOfRights(e) || known == null || known == owner) {
          throw e;
        }
      } finally {
        owner.unhold();
      }
    }
  }

  private static boolean isOfRights(RuntimeException e) {
    return (e instanceof EtsException error && error.isOfRights())
        || (e.getCause() instanceof EtsException cause && cause.isOfRights());
  }

  /**
   * Returns the owner as which a process calls, {@linkplain Owner#hold held}.
   *
   * @param isLasting whether the call may leave the process with something
   * @return the process' owner; if it has none and the call is not lasting, one that is not
   *     registered
   */
  Owner holdCaller(Pid pid, boolean isLasting) {
    Owner known = owner(pid);
    if (known != null && known.hold()) {
      return known;
    }
    if (!isLasting) {
      return new ProgramOwner(this, pid, TransferInbox.queue());
    }
    ProcessOwners joined = processOwners;
    if (joined == null) {
      throw new IllegalStateException("space: of no node (expected: one that has joined a node)");
    }
    return joined.hold(pid);
  }

  /**
   * Counts one more record about a process of another node.
   *
   * @return an action that takes the count back
   * @throws SystemLimitException if there would be too many records
   */
  Runnable remember(Pid pid) {
    ProcessOwners joined = processOwners;
    return joined == null ? () -> {} : joined.remember(pid);
  }

  /**
   * As {@link #remember}, for a subscription to changes.
   *
   * @param node the node that it counts for
   */
  Runnable rememberSubscription(Pid pid, Atom node) {
    ProcessOwners joined = processOwners;
    return joined == null ? () -> {} : joined.rememberSubscription(pid, node);
  }

  static BadArgumentException ended(Pid pid) {
    return BadArgumentException.of(2, "pid", pid, "one of an owner that has not ended");
  }

  /** Returns an owner that no program uses and that is not registered. */
  Owner nobody() {
    return new ProgramOwner(this, newPid(), TransferInbox.queue());
  }

  ReentrantLock transfers() {
    return transfers;
  }

  /**
   * Renames a table. If it is known by its name, it is known by the new one from that moment on.
   */
  void rename(OwnedTable table, Atom name) {
    if (table.options().isDurable()) {
      throw BadArgumentException.of(2, "name", name, "the name that a durable table has");
    }
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
