package org.jets.ets;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.TableState.Inheritance;
import org.jets.ets.argument.ValueText;
import org.jets.ets.bridge.StateChange;
import org.jets.ets.bridge.TermTable;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange;
import org.jets.ets.feed.ChangeFeed;
import org.jets.ets.file.FileName;
import org.jets.ets.file.TableSaver;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.index.Index;
import org.jets.ets.log.TableLog;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.Direction;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The handle that callers hold: an {@link OwnedTable} and the owner whose rights apply. This class
 * has the initial checks of each function, and the functions on the table as a whole. The functions
 * on objects are in {@link TableObjects}, {@link TableUpdates}, {@link TableComputation}, {@link
 * TableTraversal}, {@link TableStreams} and {@link TableSelect}, which have no state. The class is
 * final, so that a call through the interface has a single target unless another implementation is
 * loaded.
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>written</th><th>read</th></tr>
 *   <tr><td>{@code closed}</td><td>volatile, once, by {@link #close}</td><td>volatile, by each
 *     call</td></tr>
 *   <tr><td>{@code fixationKey}</td><td>by CAS from null, once</td><td>volatile</td></tr>
 * </table>
 */
final class TableHandle implements LocalTable, TermTable {
  private static final VarHandle FIXATION_KEY =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "fixationKey", VarHandle.class, TableHandle.class, Object.class);

  private static final VarHandle CLOSED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "closed", VarHandle.class, TableHandle.class, boolean.class);

  private final Owner owner;
  private final OwnedTable table;

  /** The table's store, since each call needs it. */
  private final TableStore store;

  private final boolean isMaker;
  private volatile boolean closed;

  /** Null before the first fixation. */
  private volatile @Nullable Object fixationKey;

  private TableHandle(Owner owner, OwnedTable table, boolean isMaker) {
    this.owner = owner;
    this.table = table;
    this.store = table.store();
    this.isMaker = isMaker;
  }

  /** Returns the handle of the owner that has just made a table; its close drops the table. */
  static TableHandle made(Owner owner, OwnedTable table) {
    return new TableHandle(owner, table, true);
  }

  /** Returns a handle to an existing table. */
  static TableHandle opened(Owner caller, OwnedTable table) {
    return new TableHandle(caller, table, false);
  }

  OwnedTable table() {
    return table;
  }

  TableSpace space() {
    return table.space();
  }

  // Checks

  private OwnedTable open() {
    if (closed) {
      throw new IllegalStateException("table: a closed handle (expected: an open one)");
    }
    return table;
  }

  /**
   * Makes the first checks of each function that reads. One that fixes the table or makes pending
   * keys calls {@link StackRoom#requireForCall} before.
   */
  TableStore forReading() {
    open().checkRead(owner);
    return store;
  }

  /**
   * Makes the first checks of each function that writes. An overflow comes here, if at all: all
   * locks and changes of the function have room on the stack.
   */
  TableStore forWriting() {
    StackRoom.requireForCall();
    return forWritingInPlace();
  }

  /** As {@link #forWriting}, for a change by one instruction, which needs no room on the stack. */
  TableStore forWritingInPlace() {
    open().checkWrite(owner);
    return store;
  }

  /**
   * As {@link #forReading}, for a call that makes one step of the store. While calls are observed,
   * the result may time this step.
   */
  TableStore forReadingOnce() {
    return open().storeToRead(owner, store);
  }

  /** As {@link #forWriting}, for a call that makes one step of the store, which may be timed. */
  TableStore forWritingOnce() {
    StackRoom.requireForCall();
    return forWritingOnceInPlace();
  }

  /** As {@link #forWritingInPlace}, for a call that makes one step, which may be timed. */
  TableStore forWritingOnceInPlace() {
    return open().storeToWrite(owner, store);
  }

  @Override
  public void checkReadable() {
    forReading();
  }

  @Override
  public void checkWritable() {
    forWriting();
  }

  // Properties of the table

  @Override
  public Owner caller() {
    return owner;
  }

  @Override
  public Reference id() {
    return table.id();
  }

  @Override
  public TableType type() {
    return table.config().type();
  }

  @Override
  public int keypos() {
    return table.config().keypos();
  }

  /** Returns the position of the key as given in the options, which need not fit in an int. */
  long largeKeypos() {
    return table.options().keypos();
  }

  @Override
  public Backend backend() {
    return table.options().backend();
  }

  private TableState state() {
    TableState state = open().state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return state;
  }

  @Override
  public Atom name() {
    return state().name();
  }

  @Override
  public Term nameOrId() {
    return table.term(state());
  }

  @Override
  public boolean exists() {
    return !open().isDeleted();
  }

  @Override
  public long size() {
    OwnedTable current = open();
    if (current.isDeleted()) {
      // Its store may still be open, but other calls have failed.
      throw new NoSuchTableException(current.id());
    }
    return current.store().size();
  }

  @Override
  public Optional<ListTerm> info() {
    return TableInfo.all(open());
  }

  @Override
  public Optional<Term> info(Term item) {
    return TableInfo.item(open(), Objects.requireNonNull(item, "item"));
  }

  // Objects

  @Override
  public List<Tuple> lookup(Term key) {
    return TableObjects.lookup(this, key);
  }

  @Override
  public List<Tuple> lookupAll(Collection<? extends Term> keys) {
    return TableObjects.lookupAll(this, keys);
  }

  @Override
  public boolean member(Term key) {
    return TableObjects.member(this, key);
  }

  @Override
  public Term lookupElement(Term key, int position) {
    return TableObjects.element(this, key, position);
  }

  @Override
  public Term lookupElement(Term key, int position, Term defaultValue) {
    return TableObjects.element(this, key, position, defaultValue);
  }

  @Override
  public void insert(Tuple object) {
    TableObjects.insert(this, object);
  }

  @Override
  public void insert(Tuple object, Duration timeToLive) {
    TableObjects.insert(this, object, timeToLive);
  }

  @Override
  public void insert(Collection<? extends Tuple> objects) {
    TableObjects.insert(this, objects);
  }

  @Override
  public boolean insertNew(Tuple object) {
    return TableObjects.insertNew(this, object);
  }

  @Override
  public boolean insertNew(Collection<? extends Tuple> objects) {
    return TableObjects.insertNew(this, objects);
  }

  @Override
  public void delete(Term key) {
    TableObjects.delete(this, key);
  }

  @Override
  public List<Tuple> take(Term key) {
    return TableObjects.take(this, key);
  }

  @Override
  public void deleteObject(Tuple object) {
    TableObjects.deleteObject(this, object);
  }

  @Override
  public void deleteAllObjects() {
    forWriting().clear();
    space().heapFreed();
  }

  @Override
  public void initTable(Stream<? extends Tuple> objects) {
    TableObjects.init(this, objects);
  }

  // Counters and elements

  @Override
  public IntegerTerm updateCounter(Term key, long increment) {
    return TableUpdates.updateCounter(this, key, increment);
  }

  @Override
  public IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject) {
    return TableUpdates.updateCounter(this, key, increment, defaultObject);
  }

  @Override
  public IntegerTerm updateCounter(Term key, CounterOp op) {
    return TableUpdates.updateCounter(this, key, op);
  }

  @Override
  public IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject) {
    return TableUpdates.updateCounter(this, key, op, defaultObject);
  }

  @Override
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops) {
    return TableUpdates.updateCounter(this, key, ops);
  }

  @Override
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject) {
    return TableUpdates.updateCounter(this, key, ops, defaultObject);
  }

  @Override
  public Term updateCounter(Term key, Term ops, @Nullable Term defaultObject) {
    return TableUpdates.updateCounter(this, key, ops, defaultObject);
  }

  @Override
  public boolean updateElement(Term key, int position, Term value) {
    return TableUpdates.updateElement(this, key, position, value);
  }

  @Override
  public boolean updateElement(Term key, List<ElementOp> ops) {
    return TableUpdates.updateElement(this, key, ops);
  }

  @Override
  public void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject) {
    TableUpdates.updateElement(this, key, ops, defaultObject);
  }

  @Override
  public boolean updateElement(Term key, Term ops, @Nullable Term defaultObject) {
    return TableUpdates.updateElement(this, key, ops, defaultObject);
  }

  // Changes of several objects, or of expected ones

  @Override
  public boolean compareInsert(List<Tuple> expected, Tuple object) {
    return TableObjects.compareInsert(this, expected, object);
  }

  @Override
  public long insertAll(Stream<? extends Tuple> objects, int batchSize) {
    return TableObjects.insertAll(this, objects, batchSize);
  }

  @Override
  public List<Tuple> takeAll(Collection<? extends Term> keys) {
    return TableObjects.takeAll(this, keys);
  }

  @Override
  public List<Term> selectTake(MatchSpec spec, int limit) {
    return TableSelect.take(this, spec, limit);
  }

  @Override
  public List<Tuple> selectReplaceReturning(MatchSpec spec, int limit) {
    return TableSelect.replace(this, spec, limit);
  }

  // Changes by a function

  @Override
  public boolean replaceIf(Term key, Tuple expected, Tuple object) {
    return TableComputation.replaceIf(this, key, expected, object);
  }

  @Override
  public Optional<Tuple> compute(Term key, UnaryOperator<Optional<Tuple>> function) {
    return TableComputation.compute(this, key, function);
  }

  @Override
  public Tuple computeIfAbsent(Term key, Function<? super Term, Tuple> function) {
    return TableComputation.computeIfAbsent(this, key, function);
  }

  @Override
  public Tuple merge(Tuple object, BinaryOperator<Tuple> function) {
    return TableComputation.merge(this, object, function);
  }

  // Traversal

  @Override
  public Optional<Term> first() {
    return TableTraversal.first(this);
  }

  @Override
  public Optional<Term> last() {
    return TableTraversal.last(this);
  }

  @Override
  public Optional<Term> next(Term key) {
    return TableTraversal.next(this, key);
  }

  @Override
  public Optional<Term> prev(Term key) {
    return TableTraversal.prev(this, key);
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> firstLookup() {
    return TableTraversal.firstLookup(this);
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> lastLookup() {
    return TableTraversal.lastLookup(this);
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key) {
    return TableTraversal.nextLookup(this, key);
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key) {
    return TableTraversal.prevLookup(this, key);
  }

  @Override
  public Optional<List<Tuple>> slot(long slot) {
    return TableTraversal.slot(this, slot);
  }

  @Override
  public <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return TableTraversal.fold(this, function, initial, Direction.ASCENDING);
  }

  @Override
  public <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return TableTraversal.fold(this, function, initial, Direction.DESCENDING);
  }

  // Fixation

  @Override
  public void safeFixtable(boolean fix) {
    TableTraversal.fix(this, fixationKey(), fix);
  }

  @Override
  public void fixForOwner(boolean fix) {
    TableTraversal.fix(this, owner.fixedTables(), fix);
  }

  /** Returns the object that identifies this handle for fixations, without keeping it reachable. */
  private Object fixationKey() {
    Object key = fixationKey;
    if (key == null) {
      FIXATION_KEY.compareAndSet(this, null, new Object());
      key = Objects.requireNonNull(fixationKey);
    }
    return key;
  }

  /** Returns a new fixation for a traversal through this handle. */
  TraversalFixation newFixation() {
    return new TraversalFixation(table.fixations(), owner.fixedTables(), fixationKey());
  }

  /** Releases the fixations through this handle. */
  void releaseFixations() {
    Object key = fixationKey;
    if (key != null) {
      table.fixations().releaseAll(owner.fixedTables(), key);
    }
  }

  boolean isClosed() {
    return closed;
  }

  // Lists and streams

  @Override
  public List<Tuple> tab2list() {
    return TableSelect.tab2list(this);
  }

  @Override
  public Stream<Tuple> stream() {
    return TableStreams.stream(this);
  }

  @Override
  public Spliterator<Tuple> spliterator() {
    return TableStreams.spliterator(this);
  }

  @Override
  public Stream<Tuple> stream(KeyRange range) {
    return TableStreams.stream(this, range);
  }

  @Override
  public Spliterator<Tuple> spliterator(KeyRange range) {
    return TableStreams.spliterator(this, range);
  }

  @Override
  public Stream<Term> stream(MatchSpec spec) {
    return TableStreams.stream(this, spec);
  }

  @Override
  public Stream<Tuple> iterateFrom(Term key) {
    return TableStreams.from(this, key, Direction.ASCENDING);
  }

  @Override
  public Stream<Tuple> iterateBackFrom(Term key) {
    return TableStreams.from(this, key, Direction.DESCENDING);
  }

  // Match specifications

  @Override
  public List<Term> select(MatchSpec spec) {
    return TableSelect.select(this, spec);
  }

  @Override
  public Optional<SelectChunk> select(MatchSpec spec, int limit) {
    return TableSelect.chunk(this, spec, limit, Direction.ASCENDING);
  }

  @Override
  public Optional<SelectChunk> select(SelectContinuation continuation) {
    return TableSelect.resume(this, continuation);
  }

  @Override
  public List<Term> selectReverse(MatchSpec spec) {
    return TableSelect.selectReverse(this, spec);
  }

  @Override
  public Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    return TableSelect.chunk(this, spec, limit, Direction.DESCENDING);
  }

  @Override
  public long selectCount(MatchSpec spec) {
    return TableSelect.count(this, spec);
  }

  @Override
  public long selectDelete(MatchSpec spec) {
    return TableSelect.delete(this, spec);
  }

  @Override
  public long selectReplace(MatchSpec spec) {
    return TableSelect.replace(this, spec);
  }

  @Override
  public SelectPlan explain(MatchSpec spec) {
    return TableSelect.explain(this, spec);
  }

  @Override
  public List<ListTerm> match(Term pattern) {
    return TableSelect.matches(this, pattern, MatchSpec::bindingsOf);
  }

  @Override
  public Optional<SelectChunk> match(Term pattern, int limit) {
    return TableSelect.chunk(this, pattern, MatchSpec::bindingsOf, limit);
  }

  @Override
  public List<Tuple> matchObject(Term pattern) {
    return TableSelect.matches(this, pattern, MatchSpec::objectsLike);
  }

  @Override
  public Optional<SelectChunk> matchObject(Term pattern, int limit) {
    return TableSelect.chunk(this, pattern, MatchSpec::objectsLike, limit);
  }

  @Override
  public void matchDelete(Term pattern) {
    TableSelect.matchDelete(this, pattern);
  }

  @Override
  public LocalContinuation continuation(
      MatchSpec spec, boolean isReverse, int limit, Term key, int countInKey) {
    Direction direction = isReverse ? Direction.DESCENDING : Direction.ASCENDING;
    return TableSelect.continuation(this, spec, direction, limit, key, countInKey);
  }

  // Changes

  @Override
  public Flow.Publisher<TableChange> changes() {
    return changes(ChangeOptions.defaults());
  }

  @Override
  public Flow.Publisher<TableChange> changes(ChangeOptions options) {
    forReading();
    ChangeFeed feed = table.feed();
    if (feed == null) {
      throw BadArgumentException.of(1, "table", id(), "a table made with the option events");
    }
    if (Objects.requireNonNull(options, "options").range().isPresent()
        && type() != TableType.ORDERED_SET) {
      throw TableTypeException.of(id(), type(), "ordered_set");
    }
    return subscriber -> {
      Objects.requireNonNull(subscriber, "subscriber");
      StackRoom.requireForCall();
      feed.subscribe(subscriber, options, () -> table.checkRead(owner), table::awaitTold);
    };
  }

  // Indexes

  @Override
  public void addIndex(Index index) {
    forWriting();
    Objects.requireNonNull(index, "index");
    boolean isAdded = false;
    try {
      table.addIndex(index, bytes -> HeapCharge.countAdded(this, bytes));
      isAdded = true;
    } finally {
      if (!isAdded) {
        space().heapFreed();
      }
    }
  }

  @Override
  public boolean dropIndex(Atom name) {
    forWriting();
    boolean isDropped = table.dropIndex(Objects.requireNonNull(name, "name"));
    space().heapFreed();
    return isDropped;
  }

  @Override
  public List<Index> indexes() {
    forReading();
    return table.readyIndexes();
  }

  // The table as a whole

  @Override
  public Optional<TableLog> log() {
    forReading();
    return Optional.ofNullable(table.log());
  }

  @Override
  public void drop() {
    forWriting();
    table.delete();
  }

  @Override
  public LocalTable snapshot() {
    StackRoom.requireForCall();
    forReading();
    return opened(owner, table.snapshot());
  }

  @Override
  public Term rename(Atom name) {
    forWriting();
    space().rename(table, Objects.requireNonNull(name, "name"));
    return table.options().isNamed() ? name : id();
  }

  @Override
  public void giveAway(Owner receiver, Term gift) {
    forWriting();
    // Spaces without a node have the same pids, so in this one the pid can be another owner's.
    if (Objects.requireNonNull(receiver, "receiver").space() != space()) {
      throw BadArgumentException.of(
          2, "receiver", receiver.pid(), "an owner of the table's own space");
    }
    giveAway(receiver.pid(), gift);
  }

  @Override
  public void giveAway(Pid pid, Term gift) {
    forWriting();
    Objects.requireNonNull(gift, "gift");
    Owner receiver = space().holdReceiver(Objects.requireNonNull(pid, "pid"));
    try {
      TableTransfer.give(table, owner, receiver, gift);
    } finally {
      receiver.unhold();
    }
  }

  @Override
  public void setHeir(Pid pid, Term data) {
    forWriting();
    Objects.requireNonNull(data, "data");
    set(new StateChange(true, Objects.requireNonNull(pid, "pid"), data, null));
  }

  @Override
  public void setHeir(Pid pid) {
    forWriting();
    set(new StateChange(true, Objects.requireNonNull(pid, "pid"), null, null));
  }

  @Override
  public void setNoHeir() {
    set(new StateChange(true, null, null, null));
  }

  @Override
  public void setAccess(Access access) {
    forWriting();
    set(new StateChange(false, null, null, Objects.requireNonNull(access, "access")));
  }

  @Override
  public void set(StateChange change) {
    // Erlang checks for write access first, so that only a public table reports the ownership
    // error.
    forWriting();
    Pid pid = change.heir();
    if (pid != null) {
      HeapCharge.check(this, change.heirData());
    }
    Inheritance heir = pid == null ? null : space().holdHeir(new Heir(pid, change.heirData()));
    Inheritance unused = heir;
    Inheritance uncounted = null;
    try {
      table.countHeir(heir);
      uncounted = heir;
      TableState before = table.changeAsOwner(owner, state -> changed(state, change, heir));
      unused = change.setsHeir() ? before.heir() : null;
      uncounted = unused;
    } finally {
      if (unused != null) {
        unused.heir().unhold();
      }
      table.uncountHeir(uncounted);
    }
  }

  private static TableState changed(
      TableState state, StateChange change, @Nullable Inheritance heir) {
    TableState inherited = change.setsHeir() ? state.withHeir(heir) : state;
    Access access = change.access();
    return access == null ? inherited : inherited.withAccess(access);
  }

  @Override
  public void tab2file(Path file) {
    tab2file(file, SaveOptions.defaults());
  }

  @Override
  public void tab2file(Path file, SaveOptions options) {
    forReading();
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    save(name, Objects.requireNonNull(options, "options"));
  }

  @Override
  public void save(FileName file, SaveOptions options) {
    ListTerm info = info().orElseThrow(() -> new NoSuchTableException(id()));
    TableSaver.save(file, options, info, table.store(), this::forReading);
  }

  @Override
  public void close() {
    StackRoom.requireForCall();
    if (CLOSED.compareAndSet(this, false, true)) {
      try {
        if (isMaker) {
          table.deleteIfOf(owner);
        }
      } finally {
        releaseFixations();
      }
    }
  }

  /** Returns the name and the identifier, and whether this is a snapshot. */
  @Override
  public String toString() {
    TableState state = table.state();
    String id = "EtsTable " + table.id();
    String text = state == null ? id + " (dropped)" : id + " " + ValueText.of(state.name());
    return table.isSnapshot() ? text + " (snapshot)" : text;
  }
}
