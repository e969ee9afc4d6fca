package org.jets.ets.store;

import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jets.collections.MapStructure;
import org.jets.ets.KeyRange;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.limit.LimitRemovals;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.quota.TermBytes;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store that wraps another one. Here are the operations without a change of objects, which it
 * leaves to that store. A subclass has the changes. A {@linkplain #counter counter in place} passes
 * by the subclass, so there is none.
 */
public abstract class ForwardingStore implements TableStore {
  /** The wrapped store. */
  protected final TableStore store;

  protected ForwardingStore(TableStore store) {
    this.store = store;
  }

  @Override
  public StoreConfig config() {
    return store.config();
  }

  @Override
  public long overheadBytes(long size) {
    return store.overheadBytes(size);
  }

  @Override
  public @Nullable MapStructure structure() {
    return store.structure();
  }

  @Override
  public @Nullable LimitRemovals removals() {
    return store.removals();
  }

  @Override
  public CellBytes cellBytes() {
    return store.cellBytes();
  }

  @Override
  public KeyWatch watch(Term key) {
    return store.watch(key);
  }

  @Override
  public @Nullable Object get(Term key) {
    return store.get(key);
  }

  @Override
  public long size() {
    return store.size();
  }

  @Override
  public long sizeUpTo(long most) {
    return store.sizeUpTo(most);
  }

  @Override
  public long roughSize() {
    return store.roughSize();
  }

  @Override
  public boolean remembersKeys() {
    return store.remembersKeys();
  }

  @Override
  public Spliterator<Tuple> objects() {
    return store.objects();
  }

  @Override
  public Spliterator<Tuple> objects(KeyRange range) {
    return store.objects(range);
  }

  @Override
  public Spliterator<Object> cellSpliterator() {
    return store.cellSpliterator();
  }

  @Override
  public Spliterator<Object> heldCells() {
    return store.heldCells();
  }

  @Override
  public Spliterator<Object> cellSpliterator(KeyRange range) {
    return store.cellSpliterator(range);
  }

  @Override
  public Predicate<Tuple> objectsLeft(Term key) {
    return store.objectsLeft(key);
  }

  @Override
  public void forEachCell(Consumer<Object> action) {
    store.forEachCell(action);
  }

  @Override
  public Predicate<Term> firstTime() {
    return store.firstTime();
  }

  @Override
  public @Nullable Object firstCell() {
    return store.firstCell();
  }

  @Override
  public @Nullable Object lastCell() {
    return store.lastCell();
  }

  @Override
  public @Nullable Object cellAfter(Term key) {
    return store.cellAfter(key);
  }

  @Override
  public @Nullable Object cellBefore(Term key) {
    return store.cellBefore(key);
  }

  @Override
  public @Nullable Term firstKey() {
    return store.firstKey();
  }

  @Override
  public @Nullable Term lastKey() {
    return store.lastKey();
  }

  @Override
  public @Nullable Term keyAfter(Term key) {
    return store.keyAfter(key);
  }

  @Override
  public @Nullable Term keyBefore(Term key) {
    return store.keyBefore(key);
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingAfter(Term key) {
    return store.mappingAfter(key);
  }

  @Override
  public Map.@Nullable Entry<Term, Object> mappingBefore(Term key) {
    return store.mappingBefore(key);
  }

  @Override
  public CellCursor cells(Direction direction) {
    return store.cells(direction);
  }

  @Override
  public CellCursor cells(KeyRange range, Direction direction) {
    return store.cells(range, direction);
  }

  @Override
  public CellCursor cellsAfter(Term key, Direction direction) {
    return store.cellsAfter(key, direction);
  }

  @Override
  public @Nullable List<Tuple> slot(long number) {
    return store.slot(number);
  }

  @Override
  public void countBy(TableMeter counts) {
    store.countBy(counts);
  }

  @Override
  public void fix() {
    store.fix();
  }

  @Override
  public long keptBytes(long limit, TermBytes.Visits visits) {
    return store.keptBytes(limit, visits);
  }

  @Override
  public long rememberedBytes() {
    return store.rememberedBytes();
  }

  @Override
  public void unfix() {
    store.unfix();
  }

  @Override
  public TableStore snapshot(Reference table) {
    return store.snapshot(table);
  }

  @Override
  public void close() {
    store.close();
  }
}
