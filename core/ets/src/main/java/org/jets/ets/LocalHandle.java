package org.jets.ets;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.CellBytes;
import org.jets.ets.store.Pace;
import org.jets.ets.store.SharedKey;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
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
    IdentityHashMap<Tuple, Tuple> seen = new IdentityHashMap<>();
    long added = 0;
    long replaced = 0;
    Pace pace = new Pace();
    for (int i = objects.size() - 1; i >= 0 && added < TermBytes.TOO_LARGE; i--) {
      pace.step();
      Tuple object = objects.get(i);
      Tuple before = replaced(store, object);
      // The last object of a key takes the place of the earlier ones.
      if (before == null || seen.put(before, before) == null) {
        long bytes = CellBytes.of(object, before);
        added += bytes;
        replaced += before == null ? 0 : Math.min(bytes, ofReplaced(before, object));
      }
    }
    return countHeap(added, replaced);
  }

  /** As {@link #countHeap(TableStore, List)}, for one object. */
  final long countHeap(TableStore store, Tuple object) {
    HeapQuota quota = table.space().heapQuota();
    if (quota == null) {
      return 0;
    }
    quota.expect(object);
    return quota.isShort() ? countHeap(object, replaced(store, object)) : 0;
  }

  private long countHeap(Tuple object, @Nullable Tuple before) {
    return countHeap(CellBytes.of(object, before), before == null ? 0 : ofReplaced(before, object));
  }

  /** Returns the bytes that may go where an object takes the place of another. */
  private long ofReplaced(Tuple before, Tuple object) {
    long bytes = CellBytes.of(before, object);
    Term held = table.config().key(before);
    // The store has the key that came first, though none of its objects may have it.
    return before != object && SharedKey.isKept(held, table.config().key(object))
        ? Math.max(0, bytes - TermBytes.of(held))
        : bytes;
  }

  /** Returns the object that another one takes the place of; null if it joins others, or none. */
  private static @Nullable Tuple replaced(TableStore store, Tuple object) {
    StoreConfig config = store.config();
    return config.type().isSet() ? (Tuple) store.get(config.key(object)) : null;
  }

  /**
   * Counts what is about to be added to the table.
   *
   * @param replaced the bytes of what it takes the place of
   * @return what has been counted: to be {@linkplain #uncountHeap taken back} if it is not added
   * @throws SystemLimitException if that is too much; then nothing is counted
   */
  final long countHeap(long added, long replaced) {
    if (added == 0) {
      return 0;
    }
    TableState state = table.state();
    return table.space().countHeap(state == null ? owner : state.owner(), added, replaced);
  }

  /**
   * Counts by how much counters are about to grow, and a default object if it is to be added.
   *
   * @return as {@link #countHeap(long, long)}
   */
  final long countHeapOfCounters(
      TableStore store, Term key, List<CounterOp> ops, @Nullable Tuple defaultObject) {
    if (!isHeapShort()) {
      return 0;
    }
    Tuple held = (Tuple) store.get(key);
    Tuple object = held == null ? defaultObject : held;
    if (object == null) {
      return 0;
    }
    Map<Integer, Integer> bits = new HashMap<>();
    for (CounterOp op : ops) {
      int position = op.position(keypos());
      if (position >= 1
          && position <= object.arity()
          && object.element(position) instanceof IntegerTerm counter) {
        int before = bits.getOrDefault(position, counter.bitLength());
        bits.put(position, op.mostBits(before));
      }
    }
    long added = held == null ? ofDefault(key, object) : 0;
    long replaced = 0;
    for (Map.Entry<Integer, Integer> changed : bits.entrySet()) {
      long before = TermBytes.ofTop(object.element(changed.getKey()), Long.MAX_VALUE);
      long after = TermBytes.ofInteger(changed.getValue());
      if (after != before || changed.getValue() >= Long.SIZE) {
        added += after;
        replaced += before;
      }
    }
    return countHeap(added, replaced);
  }

  private static long ofDefault(Term key, Tuple defaultObject) {
    return CellBytes.of(defaultObject) + TermBytes.of(key);
  }

  /**
   * Counts what elements that take the place of others in an object are about to add, and a default
   * object if it is to be added.
   *
   * @return as {@link #countHeap(long, long)}
   */
  final long countHeapOfElements(
      TableStore store, Term key, List<ElementOp> ops, @Nullable Tuple defaultObject) {
    if (!isHeapShort()) {
      return 0;
    }
    Tuple held = (Tuple) store.get(key);
    Tuple object = held == null ? defaultObject : held;
    if (object == null) {
      return 0;
    }
    Map<Integer, Term> last = new HashMap<>();
    for (ElementOp op : ops) {
      if (op.position() >= 1 && op.position() <= object.arity()) {
        last.put(op.position(), op.value());
      }
    }
    long added = held == null ? ofDefault(key, object) : 0;
    long replaced = 0;
    for (Map.Entry<Integer, Term> changed : last.entrySet()) {
      Term before = object.element(changed.getKey());
      if (before != changed.getValue() && added < TermBytes.TOO_LARGE) {
        added += TermBytes.of(changed.getValue());
        replaced += TermBytes.of(before);
      }
    }
    return countHeap(added, replaced);
  }

  /** Counts no more what has been counted and was not added. */
  final void uncountHeap(long bytes) {
    if (bytes != 0) {
      TableState state = table.state();
      table.space().uncountHeap(state == null ? owner : state.owner(), bytes);
    }
  }

  /** Counts a cell no more that has been removed, if the heap is short. */
  final void uncountCell(Term key, @Nullable Object removed) {
    if (removed != null && isHeapShort()) {
      uncountRemoved(key, CellBytes.of(removed));
    }
  }

  /**
   * Counts bytes of a key's objects no more: they have been removed. While the table is fixed the
   * key may be remembered.
   */
  final void uncountRemoved(Term key, long bytes) {
    long kept = table.store().remembersKeys() ? Quota.OBJECT_BYTES + TermBytes.of(key) : 0;
    TableState state = table.state();
    table.space().uncountRemoved(state == null ? owner : state.owner(), Math.max(0, bytes - kept));
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
