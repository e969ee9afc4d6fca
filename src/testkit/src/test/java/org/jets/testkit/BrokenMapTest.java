package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the contract notices maps that break it. */
class BrokenMapTest {
  private enum Fault {
    NONE,
    COMPUTE_CALLS_TWICE,
    COMPUTE_IS_NOT_ATOMIC,
    MERGE_IS_NOT_ATOMIC,
    MERGE_GIVES_THE_OLD_VALUE,
    PUT_IF_ABSENT_OVERWRITES,
    REPLACE_INSERTS,
    REMOVE_GIVES_NULL,
    GET_OR_DEFAULT_GIVES_THE_DEFAULT,
    FOR_EACH_DOES_NOTHING,
    REPLACE_ALL_DOES_NOTHING,
    HASH_CODE_IS_OF_THE_IDENTITY,
    EQUALS_COMPARES_SIZES,
    SIZE_IS_AT_MOST_FOUR
  }

  /** A map that is sound but for its fault. */
  private static final class FaultyMap<V> extends AbstractMap<Long, V>
      implements ConcurrentMap<Long, V> {
    private final ConcurrentHashMap<Long, V> map = new ConcurrentHashMap<>();
    private final Fault fault;

    /** The place at which two threads meet between what they read and what they write. */
    private final Exchanger<Boolean> between = new Exchanger<>();

    private volatile boolean isUpdateLost;

    FaultyMap(Fault fault) {
      this.fault = fault;
    }

    @Override
    public Set<Map.Entry<Long, V>> entrySet() {
      return map.entrySet();
    }

    @Override
    public Set<Long> keySet() {
      return map.keySet();
    }

    @Override
    public Collection<V> values() {
      return map.values();
    }

    @Override
    public V get(Object key) {
      return map.get(key);
    }

    @Override
    public V put(Long key, V value) {
      return map.put(key, value);
    }

    @Override
    public int size() {
      return fault == Fault.SIZE_IS_AT_MOST_FOUR ? Math.min(map.size(), 4) : map.size();
    }

    @Override
    public V putIfAbsent(Long key, V value) {
      return fault == Fault.PUT_IF_ABSENT_OVERWRITES
          ? map.put(key, value)
          : map.putIfAbsent(key, value);
    }

    @Override
    public V remove(Object key) {
      V removed = map.remove(key);
      return fault == Fault.REMOVE_GIVES_NULL ? null : removed;
    }

    @Override
    public boolean remove(Object key, Object value) {
      return map.remove(key, value);
    }

    @Override
    public V replace(Long key, V value) {
      return fault == Fault.REPLACE_INSERTS ? map.put(key, value) : map.replace(key, value);
    }

    @Override
    public boolean replace(Long key, V oldValue, V newValue) {
      return map.replace(key, oldValue, newValue);
    }

    @Override
    public V getOrDefault(Object key, V other) {
      return fault == Fault.GET_OR_DEFAULT_GIVES_THE_DEFAULT ? other : map.getOrDefault(key, other);
    }

    @Override
    public void forEach(BiConsumer<? super Long, ? super V> action) {
      if (fault != Fault.FOR_EACH_DOES_NOTHING) {
        map.forEach(action);
      }
    }

    @Override
    public void replaceAll(BiFunction<? super Long, ? super V, ? extends V> function) {
      if (fault != Fault.REPLACE_ALL_DOES_NOTHING) {
        map.replaceAll(function);
      }
    }

    @Override
    public V compute(Long key, BiFunction<? super Long, ? super V, ? extends V> function) {
      boolean isAtomic = fault != Fault.COMPUTE_IS_NOT_ATOMIC;
      boolean isCalled = fault == Fault.COMPUTE_CALLS_TWICE || !isAtomic;
      V computed = isCalled ? function.apply(key, map.get(key)) : null;
      return isAtomic ? map.compute(key, function) : set(key, computed);
    }

    /** Writes what was computed, after another thread has computed too, so that one is lost. */
    private V set(Long key, V value) {
      if (!isUpdateLost) {
        isUpdateLost = awaitOther();
      }
      if (value == null) {
        map.remove(key);
      } else {
        map.put(key, value);
      }
      return value;
    }

    /** Returns whether another thread came; without one, waits 10 ms. */
    private boolean awaitOther() {
      try {
        return between.exchange(true, 10, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        return false;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public V computeIfAbsent(Long key, Function<? super Long, ? extends V> function) {
      return map.computeIfAbsent(key, function);
    }

    @Override
    public V computeIfPresent(Long key, BiFunction<? super Long, ? super V, ? extends V> function) {
      return map.computeIfPresent(key, function);
    }

    @Override
    public V merge(Long key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
      V old = map.get(key);
      if (fault == Fault.MERGE_IS_NOT_ATOMIC) {
        return set(key, old == null ? value : function.apply(old, value));
      }
      V merged = map.merge(key, value, function);
      return fault == Fault.MERGE_GIVES_THE_OLD_VALUE ? old : merged;
    }

    @Override
    public boolean equals(Object other) {
      return fault == Fault.EQUALS_COMPARES_SIZES
          ? other instanceof Map<?, ?> compared && compared.size() == map.size()
          : map.equals(other);
    }

    @Override
    public int hashCode() {
      return fault == Fault.HASH_CODE_IS_OF_THE_IDENTITY
          ? System.identityHashCode(this)
          : map.hashCode();
    }
  }

  private static final class Contract extends ConcurrentMapContract<Fault> {
    @Override
    protected <V> ConcurrentMap<Long, V> newMap(Fault fault) {
      return new FaultyMap<>(fault);
    }

    @Override
    protected void validate(ConcurrentMap<?, ?> map) {}
  }

  /** Returns the failures of a map with a fault, by the names of the contract's tests. */
  private static Map<String, Throwable> failures(Fault fault) throws IllegalAccessException {
    Map<String, Throwable> failures = new TreeMap<>();
    int count = 0;
    for (Method test : ConcurrentMapContract.class.getDeclaredMethods()) {
      if (test.isAnnotationPresent(ParameterizedTest.class)) {
        count++;
        try {
          test.invoke(new Contract(), fault);
        } catch (InvocationTargetException e) {
          failures.put(test.getName(), e.getCause());
        }
      }
    }
    assertThat(count).isGreaterThan(15);
    return failures;
  }

  @Test
  void contract_soundMap_isKept() throws Exception {
    assertThat(failures(Fault.NONE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void contract_brokenMap_isNoticed(Fault fault) throws Exception {
    assertThat(failures(fault)).isNotEmpty().allSatisfy(BrokenMapTest::assertIsAnAssertion);
  }

  private static void assertIsAnAssertion(String test, Throwable failure) {
    assertThat(failure).as(test).isInstanceOf(AssertionError.class);
  }
}
