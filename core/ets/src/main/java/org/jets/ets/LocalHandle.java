package org.jets.ets;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What each {@link EtsTable} of this JVM is first of all: a table and whose rights count, and the
 * checks that every function begins with. The functions are in the classes that follow, an idea in
 * each: {@link LocalLookups}, {@link LocalWrites}, {@link LocalUpdates}, {@link LocalTraversal},
 * {@link LocalStreams}, {@link LocalSearches}, {@link LocalMatches}, and in {@link LocalEtsTable}
 * what concerns the table as a whole. There is one final class at the end, so that a call through
 * the interface has one target while no other implementation is loaded.
 */
abstract class LocalHandle implements EtsTable {
  private static final VarHandle FIXATION_KEY =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "fixationKey", VarHandle.class, LocalHandle.class, Object.class);

  final Owner owner;
  final Table table;
  private volatile boolean closed;

  /** Null before the first fixation. */
  private volatile @Nullable Object fixationKey;

  LocalHandle(Owner owner, Table table) {
    this.owner = owner;
    this.table = table;
  }

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

  @Override
  public Backend backend() {
    return table.options().backend();
  }

  @Override
  public Atom name() {
    TableState state = open().state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return state.name();
  }

  @Override
  public boolean exists() {
    return !open().isDeleted();
  }

  @Override
  public long size() {
    Table current = open();
    if (current.isDeleted()) {
      // Its store may not be closed yet, and other calls have failed.
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

  /**
   * Counts what is about to be added to the table, if the heap is short.
   *
   * @throws SystemLimitException if that is too much
   */
  final void checkHeap(@Nullable Term added) {
    HeapQuota quota = table.space().heapQuota();
    if (quota != null && quota.isShort()) {
      TableState state = table.state();
      table.space().checkHeap(state == null ? owner : state.owner(), added);
    }
  }

  /**
   * Counts what objects are about to add to the table, if the heap is short; of one that takes the
   * place of another only by how much it is larger.
   *
   * @return what has been counted: to be {@linkplain #uncountHeap taken back} if it is not added
   * @throws SystemLimitException if that is too much; then nothing is counted
   */
  final long countHeap(TableStore store, List<Tuple> objects) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return 0;
    }
    quota.expect(objects);
    if (!quota.isShort()) {
      return 0;
    }
    long bytes = 0;
    for (Tuple object : objects) {
      bytes += growth(store, object);
    }
    return countHeap(bytes);
  }

  /** As {@link #countHeap(TableStore, List)}, for one object. */
  final long countHeap(TableStore store, Tuple object) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return 0;
    }
    quota.expect(object);
    return quota.isShort() ? countHeap(growth(store, object)) : 0;
  }

  private long countHeap(long bytes) {
    if (bytes == 0) {
      return 0;
    }
    TableState state = table.state();
    return table.space().countHeap(state == null ? owner : state.owner(), bytes);
  }

  private static long growth(TableStore store, Tuple object) {
    StoreConfig config = store.config();
    long bytes = CellBytes.of(object);
    if (config.type().isSet()) {
      bytes -= CellBytes.of(store.get(config.key(object)));
    }
    return Math.max(0, bytes);
  }

  /** As {@link #checkHeap}, for an object that is added only if its key has none. */
  final void checkHeapOfDefault(TableStore store, Term key, @Nullable Tuple defaultObject) {
    if (defaultObject != null && isHeapShort() && store.get(key) == null) {
      checkHeap(defaultObject);
    }
  }

  /** As {@link #checkHeap}, for elements that take the place of others in an object. */
  final void checkHeapOfElements(
      TableStore store, Term key, List<ElementOp> ops, @Nullable Tuple defaultObject) {
    Tuple before = isHeapShort() && store.get(key) instanceof Tuple held ? held : defaultObject;
    if (before == null || !isHeapShort()) {
      return;
    }
    long bytes = 0;
    for (ElementOp op : ops) {
      if (op.position() >= 1 && op.position() <= before.arity()) {
        bytes += TermBytes.of(op.value()) - TermBytes.of(before.element(op.position()));
      }
    }
    countHeap(Math.max(0, bytes));
  }

  /** Counts no more what has been removed, or counted and not added. */
  final void uncountHeap(long bytes) {
    if (bytes != 0) {
      TableState state = table.state();
      table.space().uncountHeap(state == null ? owner : state.owner(), bytes);
    }
  }

  /** Counts a cell no more that has been removed, if the heap is short. */
  final void uncountCell(@Nullable Object removed) {
    if (removed != null && isHeapShort()) {
      uncountHeap(CellBytes.of(removed));
    }
  }

  /** Returns whether {@link #checkHeap} has anything to do. */
  final boolean isHeapShort() {
    HeapQuota quota = table.space().heapQuota();
    return quota != null && quota.isShort();
  }

  final boolean isClosed() {
    return closed;
  }

  final Table open() {
    if (closed) {
      throw new IllegalStateException("table: a closed handle (expected: an open one)");
    }
    return table;
  }

  /** Checks what every function checks first that reads. */
  final TableStore forReading() {
    open().checkRead(owner);
    return table.store();
  }

  /** Checks what every function checks first that writes. */
  final TableStore forWriting() {
    open().checkWrite(owner);
    return table.store();
  }

  /** Returns the object by which fixations know this handle, without keeping it. */
  final Object fixationKey() {
    Object key = fixationKey;
    if (key == null) {
      FIXATION_KEY.compareAndSet(this, null, new Object());
      key = Objects.requireNonNull(fixationKey);
    }
    return key;
  }

  /** Lets nothing go through this handle any more, and ends what has been fixed through it. */
  final void closeHandle() {
    closed = true;
    Object key = fixationKey;
    if (key != null) {
      table.fixations().releaseAll(owner.fixedTables(), key);
    }
  }

  @Override
  public String toString() {
    return "EtsTable " + table.id();
  }
}
