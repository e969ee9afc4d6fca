package org.jets.collections.internal.order;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Comparator;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.HashingStrategy;

/**
 * The order of keys whose hashes are equal. Keys are ordered by their classes first. Classes of the
 * JDK whose keys never equal keys of another class come first. Classes without an order follow, and
 * then other classes that are comparable to themselves.
 *
 * <ul>
 *   <li>Keys of one class are in the order of {@link Comparable}, if the class is comparable to
 *       itself. Keys that compare as equal but are not equal have no order among them.
 *   <li>Keys without an order are sorted by their identity hashes. So a key object is found by
 *       bisection, and another object that is equal to it by a scan of all such keys.
 *   <li>A key can be equal to one of another class. One that is not found among those of its class
 *       is looked for among the others, where that is possible: see {@link #isDecisive}.
 * </ul>
 *
 * <p>A key never changes its place. So a cursor on a removed key can continue after it, if the key
 * has an order.
 */
public class TieBreaker {
  /** The rank of classes without an order. */
  public static final int UNORDERED = 0;

  /** Comparable to themselves, and equal to nothing of another class. */
  private static final Set<Class<?>> CLOSED =
      Set.of(
          String.class,
          Long.class,
          Integer.class,
          UUID.class,
          Character.class,
          Double.class,
          Float.class,
          Short.class,
          Byte.class,
          Boolean.class);

  private static final AtomicInteger RANKS = new AtomicInteger();

  /**
   * {@link #UNORDERED}, or a number of its own for each class that is comparable to itself. It is
   * negative if its keys are equal to none of another class.
   */
  private static final ClassValue<Integer> RANK =
      new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
          if (!isComparableToItself(type)) {
            return UNORDERED;
          }
          int number = RANKS.incrementAndGet();
          return CLOSED.contains(type) ? -number : number;
        }
      };

  static {
    RANK.get(UUID.class); // Initializes what reflection uses, before an operation may have to.
  }

  private static final TieBreaker NATURAL = new TieBreaker();
  private static final TieBreaker NONE = new None();

  /** The order that goes with a hashing strategy; one that is a {@link Comparator} too gives it. */
  public static TieBreaker of(HashingStrategy<?> strategy) {
    if (strategy == HashingStrategy.natural()) {
      return NATURAL;
    }
    @SuppressWarnings("unchecked") // Compares what it hashes.
    TieBreaker order =
        strategy instanceof Comparator<?> comparator
            ? new By((Comparator<Object>) comparator)
            : NONE;
    return order;
  }

  /** Compares two keys by their places. */
  public int compare(Object a, Object b) {
    int rank = rank(a);
    return rank == UNORDERED && rank(b) == UNORDERED
        ? compareIdentity(a, b)
        : compareOrdered(rank, a, b);
  }

  /** Compares as {@link #compare}, except that two keys without an order give 0. */
  public int compareOrdered(Object a, Object b) {
    return compareOrdered(rank(a), a, b);
  }

  private static int compareOrdered(int rank, Object a, Object b) {
    int byClass = Integer.compare(rank, RANK.get(b.getClass()));
    if (byClass != 0 || rank == UNORDERED) {
      return byClass;
    }
    @SuppressWarnings("unchecked") // Both are of one class that is comparable to itself.
    int byValue = ((Comparable<Object>) a).compareTo(b);
    return byValue;
  }

  private static int compareIdentity(Object a, Object b) {
    return Integer.compare(System.identityHashCode(a), System.identityHashCode(b));
  }

  /** The place of a key's class among the others: keys of one rank lie together. */
  public int rank(Object key) {
    return RANK.get(key.getClass());
  }

  /** Returns true if a key that {@link #compare} does not find is not there. */
  public boolean isDecisive(Object key) {
    return rank(key) < UNORDERED;
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
  private static final class None extends TieBreaker {
    @Override
    public int compare(Object a, Object b) {
      return compareIdentity(a, b);
    }

    @Override
    public int compareOrdered(Object a, Object b) {
      return 0;
    }

    @Override
    public int rank(Object key) {
      return UNORDERED;
    }
  }

  /** The order of a strategy. */
  private static final class By extends TieBreaker {
    private final Comparator<Object> comparator;

    By(Comparator<Object> comparator) {
      this.comparator = comparator;
    }

    @Override
    public int compare(Object a, Object b) {
      return comparator.compare(a, b);
    }

    @Override
    public int compareOrdered(Object a, Object b) {
      return comparator.compare(a, b);
    }

    @Override
    public boolean isDecisive(Object key) {
      return true;
    }
  }
}
