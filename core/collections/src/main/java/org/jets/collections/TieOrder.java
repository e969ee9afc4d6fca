package org.jets.collections;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The order of keys whose hashes are equal: of those of one class by {@link Comparable}, if the
 * class is comparable to itself, behind those that have no order. Keys that compare as equal
 * without being so have no order among them.
 *
 * <p>A key never changes its place, so a cursor that stands on a key that has been removed still
 * knows what comes behind.
 */
class TieOrder {
  private static final AtomicInteger RANKS = new AtomicInteger();

  /** 0 for classes without an order, else a number of its own for each class. */
  private static final ClassValue<Integer> RANK =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          return isComparableToItself(type) ? RANKS.incrementAndGet() : 0;
        }
      };

  private static final TieOrder NATURAL = new TieOrder();
  private static final TieOrder NONE = new None();

  /** The order that goes with a hashing strategy; one that is a {@link Comparator} too gives it. */
  static TieOrder of(HashingStrategy<?> strategy) {
    if (strategy == HashingStrategy.natural()) {
      return NATURAL;
    }
    @SuppressWarnings("unchecked") // Compares what it hashes.
    TieOrder order =
        strategy instanceof Comparator<?> comparator
            ? new By((Comparator<Object>) comparator)
            : NONE;
    return order;
  }

  int compare(Object a, Object b) {
    int rank = RANK.get(a.getClass());
    int byClass = Integer.compare(rank, RANK.get(b.getClass()));
    if (byClass != 0 || rank == 0) {
      return byClass;
    }
    @SuppressWarnings("unchecked") // Both are of one class that is comparable to itself.
    int byValue = ((Comparable<Object>) a).compareTo(b);
    return byValue;
  }

  /** Whether a key can be told from all others by {@link #compare}. */
  boolean isOrdered(Object key) {
    return RANK.get(key.getClass()) != 0;
  }

  private static boolean isComparableToItself(Class<?> type) {
    for (Type implemented : type.getGenericInterfaces()) {
      if (implemented instanceof ParameterizedType parameterized
          && parameterized.getRawType() == Comparable.class
          && parameterized.getActualTypeArguments()[0] == type) {
        return true;
      }
    }
    return false;
  }

  /** No order: the keys' equality is not what their own comparison goes by. */
  private static final class None extends TieOrder {
    @Override
    int compare(Object a, Object b) {
      return 0;
    }

    @Override
    boolean isOrdered(Object key) {
      return false;
    }
  }

  /** The order of a strategy. */
  private static final class By extends TieOrder {
    private final Comparator<Object> comparator;

    By(Comparator<Object> comparator) {
      this.comparator = comparator;
    }

    @Override
    int compare(Object a, Object b) {
      return comparator.compare(a, b);
    }

    @Override
    boolean isOrdered(Object key) {
      return true;
    }
  }
}
