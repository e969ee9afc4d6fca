package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.CursorMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** What steps and lookups see in the midst of an insert of many, and after one that has failed. */
class PendingKeysTest {
  private static final int KEYS = 20;

  private final StoppedStore store =
      new StoppedStore(
          new StoreConfig(Reference.of(Terms.a("n"), 0, 1), TableType.SET, 1, Concurrency.UNNAMED));

  private static Batch batch(StoreConfig config, int from, int to) {
    List<Tuple> objects = new ArrayList<>();
    for (int i = from; i < to; i++) {
      objects.add(t(i, "new"));
    }
    return new Batch(config, objects);
  }

  private void fill(int keys) {
    for (int i = 0; i < keys; i++) {
      store.put(i(i), t(i, "old"));
    }
  }

  private void assertHas(int keys) {
    List<Term> walk = new ArrayList<>();
    for (Term key = store.firstKey(); key != null; key = store.keyAfter(key)) {
      walk.add(key);
    }
    List<Term> expected = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      expected.add(i(i));
      assertThat(store.get(i(i))).isEqualTo(t(i, "old"));
    }
    assertThat(walk).containsExactlyInAnyOrderElementsOf(expected);
    for (int i = keys; i < 2 * KEYS; i++) {
      Term absent = i(i);
      assertThat(store.get(absent)).isNull();
      assertThatThrownBy(() -> store.keyAfter(absent)).isInstanceOf(NoSuchKeyException.class);
      assertThatThrownBy(() -> store.cellAfter(absent)).isInstanceOf(NoSuchKeyException.class);
    }
  }

  @Test
  void keyAfter_insertOfManyUnderWay_showsWhatWasThere() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() <= KEYS * 3 / 2) {
            assertHas(KEYS);
          }
        });

    store.insertAll(batch(store.config(), KEYS / 2, 2 * KEYS), false);

    assertThat(changes).hasValue(KEYS * 3);
    assertThat(store.size()).isEqualTo(2 * KEYS);
    assertThat(store.get(i(KEYS))).isEqualTo(t(KEYS, "new"));
  }

  @Test
  void keyAfter_insertOfManyIntoNothingUnderWay_showsNothing() {
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() <= KEYS) {
            assertHas(0);
          }
        });

    store.insertAll(batch(store.config(), 0, KEYS), true);

    assertThat(changes).hasValue(2 * KEYS);
    assertThat(store.size()).isEqualTo(KEYS);
  }

  @Test
  void get_insertOfManyLeftPendingByAnError_showsWhatWasThere() {
    fill(KEYS);
    AtomicInteger changes = new AtomicInteger();
    store.afterChange(
        () -> {
          if (changes.incrementAndGet() == 3) {
            throw new StackOverflowError("thrown by the test");
          }
        });

    assertThatThrownBy(() -> store.insertAll(batch(store.config(), KEYS - 1, KEYS + 2), false))
        .isInstanceOf(StackOverflowError.class);

    store.afterChange(() -> {});
    assertHas(KEYS);
    store.insertAll(batch(store.config(), KEYS, KEYS + 2), false);
    assertThat(store.get(i(KEYS))).isEqualTo(t(KEYS, "new"));
    assertThat(store.get(i(KEYS - 1))).isEqualTo(t(KEYS - 1, "old"));
  }

  /** Runs an action after each change that an insert of many makes to its map. For one thread. */
  private static final class StoppedStore extends CursorMapStore<CursorMap<Term, Object>> {
    private Runnable afterChange = () -> {};

    StoppedStore(StoreConfig config) {
      super(config);
    }

    void afterChange(Runnable action) {
      afterChange = action;
    }

    @Override
    @SuppressWarnings("unchecked") // The interface's parameters.
    CursorMap<Term, Object> newMap() {
      CursorMap<Term, Object> map = new SplitOrderedHashMap<>(TermHashing.INSTANCE);
      return (CursorMap<Term, Object>)
          Proxy.newProxyInstance(
              CursorMap.class.getClassLoader(),
              new Class<?>[] {CursorMap.class},
              (proxy, method, arguments) -> {
                Object answer;
                try {
                  answer = method.invoke(map, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
                boolean isChange = arguments != null && arguments.length > 1;
                if (isChange) {
                  afterChange.run();
                }
                return answer;
              });
    }

    @Override
    MapStore<CursorMap<Term, Object>> newStore(StoreConfig config) {
      return new StoppedStore(config);
    }

    @Override
    long keyCount(CursorMap<Term, Object> map) {
      return map.size();
    }
  }
}
