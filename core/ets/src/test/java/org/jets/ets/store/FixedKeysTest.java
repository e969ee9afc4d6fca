package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;
import static org.junit.jupiter.api.Named.named;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellUpdate;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests steps in a fixed hash table during a write. */
class FixedKeysTest {
  private static final Tuple NEW = t(1, "new");
  private static final Tuple NEWER = t(2, "new");
  private static final Term KEY = i(1);

  private final SlowMapStore store = new SlowMapStore(TableType.SET);

  private void fix() {
    store.put(i(0), t(0, "old"));
    store.fix();
    assertThat(walk()).containsExactly(i(0));
  }

  private List<Term> walk() {
    List<Term> keys = new ArrayList<>();
    for (Object cell = store.firstCell(); cell != null; ) {
      Term key = store.config().keyOf(cell);
      keys.add(key);
      cell = store.cellAfter(key);
    }
    return keys;
  }

  private void assertNeverThere(Term key) {
    assertThatThrownBy(() -> store.cellAfter(key)).isInstanceOf(NoSuchKeyException.class);
  }

  static Stream<Named<Consumer<TableStore>>> insertions() {
    return Stream.of(
        named("put", store -> store.put(KEY, NEW)),
        named("putIfAbsent", store -> store.putIfAbsent(KEY, NEW)),
        named("compute", store -> store.compute(KEY, ObjectUpdate.insert(store.config(), NEW))),
        named(
            "insertAll",
            store -> store.insertAll(new Batch(store.config(), List.of(NEWER, NEW)), false)));
  }

  @ParameterizedTest
  @MethodSource("insertions")
  void firstCell_writerHasNotReturned_walkShowsWhatCanBeSeen(Consumer<TableStore> insertion) {
    fix();
    AtomicInteger seen = new AtomicInteger();
    store.afterWrite(
        () -> {
          if (store.get(KEY) != null) {
            seen.incrementAndGet();
            assertThat(walk()).contains(KEY);
          } else {
            assertThat(walk()).containsExactly(i(0));
            assertNeverThere(KEY);
          }
        });
    insertion.accept(store);
    assertThat(seen).hasPositiveValue();
  }

  @Test
  void cellAfter_keyOfARefusedInsert_isAnError() {
    fix();
    store.afterWrite(this::walk);
    Batch batch = new Batch(store.config(), List.of(NEW, NEWER, t(0, "new")));
    assertThat(store.insertAll(batch, true)).isFalse();
    assertNeverThere(i(1));
    assertNeverThere(i(2));
  }

  @Test
  void cellAfter_clearBesideAnUpdateOfNothing_isAnError() {
    fix();
    store.afterWrite(store::clear);
    store.compute(KEY, ObjectUpdate.delete(store.config(), NEW));
    assertNeverThere(KEY);
  }

  @Test
  void cellAfter_clearBesideAnInsertion_continues() {
    fix();
    store.afterWrite(store::clear);
    store.compute(KEY, ObjectUpdate.insert(store.config(), NEW));
    assertThat(store.get(KEY)).isNull();
    assertThat(store.cellAfter(KEY)).isNull();
  }

  @Test
  void firstCell_writerFails_isNotScannedForAgain() {
    fix();
    CellUpdate failing =
        new CellUpdate() {
          @Override
          protected Object update(Object cell) {
            throw new ArithmeticException();
          }
        };
    assertThatThrownBy(() -> store.compute(KEY, failing)).isInstanceOf(ArithmeticException.class);
    int scans = store.scans();
    assertThat(walk()).containsExactly(i(0));
    assertThat(store.scans()).isEqualTo(scans);
    store.put(KEY, NEW);
    assertThat(walk()).containsExactly(KEY, i(0));
    assertThat(store.scans()).isGreaterThan(scans);
  }

  @Test
  void firstCell_passOverTheKeysFails_nextWalkMeetsAll() {
    fix();
    store.put(KEY, NEW);
    AtomicInteger keys = new AtomicInteger();
    store.atEachKey(
        () -> {
          if (keys.incrementAndGet() == 2) {
            throw new OutOfMemoryError("thrown by the test");
          }
        });
    assertThatThrownBy(store::firstCell).isInstanceOf(OutOfMemoryError.class);
    assertThat(walk()).containsExactly(KEY, i(0));
  }

  @Test
  void firstCell_writerFailsAfterItsWrite_walkMeetsTheKey() {
    fix();
    store.afterWrite(
        () -> {
          throw new OutOfMemoryError("thrown by the test");
        });
    assertThatThrownBy(() -> store.put(KEY, NEW)).isInstanceOf(OutOfMemoryError.class);
    assertThat(store.get(KEY)).isEqualTo(NEW);
    assertThat(walk()).containsExactly(KEY, i(0));
  }

  @Test
  void cellAfter_fixedAnewBesideARemoval_continues() {
    fix();
    store.put(KEY, NEW);
    store.beforeRemoval(
        () -> {
          store.unfix();
          store.fix();
        });
    store.remove(KEY);
    assertThat(store.cellAfter(KEY)).isEqualTo(t(0, "old"));
  }
}
