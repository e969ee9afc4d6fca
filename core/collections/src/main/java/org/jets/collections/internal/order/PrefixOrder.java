package org.jets.collections.internal.order;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jets.collections.ExactPrefixComparator;
import org.jets.collections.PrefixComparator;
import org.jspecify.annotations.Nullable;

/**
 * The order of a map's keys, with a <em>prefix</em> of each: a {@code long} that is ordered as the
 * keys are. A container that keeps the prefixes in an array compares objects only if prefixes tie.
 * Prefixes come from a {@link PrefixComparator}, or in the natural order from keys that are
 * numbers, characters or strings; all other keys have the prefix 0.
 *
 * <p>In the natural order, the class of the first key ever inserted settles whether there are
 * prefixes. If that class has prefixes, the map accepts keys of that class alone, and refuses all
 * others with a ClassCastException, as the keys themselves would. Otherwise every prefix is 0, and
 * the keys' own comparison decides. So keys that can be compared with each other have the same
 * prefixes before and after the order is settled.
 *
 * <p>Two threads that concurrently insert first keys of two classes settle it by a CAS, before
 * either has touched the map. A lookup that computed its prefix before may meet a key of another
 * class. The comparison of tied prefixes detects this, so that no key is taken for one of another
 * class.
 *
 * <p>Safe for use by many threads. What is thrown by a comparator, or by a key that cannot be
 * compared, is passed on by all methods.
 */
public final class PrefixOrder<K> {

  /** The mark for all classes without prefixes, whose keys compare themselves. */
  private static final Class<?> ANY_COMPARABLE = Comparable.class;

  /** The largest number of units that the prefixes of a node may be behind. */
  public static final int MAX_OFFSET = 0xff;

  /**
   * The number of shared units that are kept in prefixes, so that a key which shares a little less
   * with the others needs no other offset.
   */
  private static final int SLACK = 1;

  /** The number of bits that prefixes may share before others are made behind these. */
  private static final int WASTE = Long.SIZE / 2;

  /** Prefixes in a cache line. */
  private static final int LINE = 64 / Long.BYTES;

  private static final VarHandle SETTLED =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "settled", VarHandle.class, PrefixOrder.class, Class.class);

  private final @Nullable Comparator<? super K> comparator;
  private final @Nullable PrefixComparator<? super K> prefixes;

  /** The same, if it can make a key of its prefix. */
  private final @Nullable ExactPrefixComparator<K> maker;

  private final boolean isSelfContained;

  /**
   * The class of all keys, in the natural order; null as long as there was none. It changes once.
   * Read plainly: a thread that has found a key in the map sees this field as that key's inserter
   * saw it.
   */
  private @Nullable Class<?> settled;

  private PrefixOrder(@Nullable Comparator<? super K> comparator) {
    this.comparator = comparator;
    @SuppressWarnings("unchecked") // What compares keys knows the prefixes of keys.
    PrefixComparator<? super K> prefixes =
        comparator instanceof PrefixComparator<?> ? (PrefixComparator<? super K>) comparator : null;
    this.prefixes = prefixes;
    @SuppressWarnings("unchecked") // It makes keys that compare as equal to those of the map.
    ExactPrefixComparator<K> maker =
        comparator instanceof ExactPrefixComparator<?>
            ? (ExactPrefixComparator<K>) comparator
            : null;
    this.maker = maker;
    this.isSelfContained = prefixes != null && prefixes.isSelfContained();
  }

  public static <K> PrefixOrder<K> natural() {
    return new PrefixOrder<>(null);
  }

  /** The natural order of keys that are known to be of class Long. */
  public static PrefixOrder<Long> ofLongs() {
    PrefixOrder<Long> order = natural();
    order.admit(0L);
    return order;
  }

  /** The order of a comparator, or for null the natural one. */
  public static <K> PrefixOrder<K> of(@Nullable Comparator<? super K> comparator) {
    return new PrefixOrder<>(comparator);
  }

  /** Returns the comparator, or null for the natural order. */
  public @Nullable Comparator<? super K> comparator() {
    return comparator;
  }

  /** Returns true if prefixes may differ: if not, it is no use to keep them. */
  public boolean hasPrefixes() {
    return comparator == null || prefixes != null;
  }

  /**
   * Returns true if a comparison may call code that is not the library's or the JDK's, and so come
   * back to the map. False for keys that are numbers, characters or strings in their natural order,
   * and for a {@link PrefixComparator} that is {@linkplain PrefixComparator#isSelfContained
   * self-contained}.
   */
  public boolean callsForeignCode() {
    Class<?> type = settled;
    return !isSelfContained && (comparator != null || type == null || type == ANY_COMPARABLE);
  }

  /**
   * The prefix of a key to look for.
   *
   * @throws ClassCastException if it is known not to compare with the keys of the map
   */
  public long prefix(Object key) {
    if (comparator != null) {
      return prefixes == null ? 0 : prefixes.prefix(cast(key));
    }
    return key.getClass() == settled ? naturalPrefix(key) : prefixBesides(key);
  }

  /**
   * The prefix of a key to insert. To be called before anything is changed.
   *
   * @throws ClassCastException if it does not compare with the keys of the map
   */
  public long admit(K key) {
    if (comparator == null && settled == null) {
      requireComparable(key);
      SETTLED.compareAndSet(this, null, hasPrefix(key) ? key.getClass() : ANY_COMPARABLE);
    }
    return prefix(key);
  }

  /**
   * Compares a key with itself, which shows if it can be compared at all. An empty map has no other
   * key to compare it with.
   */
  public void requireComparableWithItself(K key) {
    compare(key, key);
  }

  /**
   * Returns true if a key's prefix determines it, as that of a Long or an Integer does in the
   * natural order, or by an {@link ExactPrefixComparator}. A container that keeps prefixes need not
   * keep such keys. In the natural order, the caller must have admitted a key.
   */
  public boolean hasKeysInPrefixes() {
    return comparator == null ? settled == Long.class || settled == Integer.class : maker != null;
  }

  /** Returns the key that a prefix determines. The caller must have found the prefix in the map. */
  @SuppressWarnings("unchecked") // Keys have been found to be of this class.
  public K keyOf(long prefix) {
    return settled == Long.class ? (K) (Object) prefix : otherKeyOf(prefix);
  }

  /** Apart, so that the method above is small enough for the compiler wherever it is called. */
  @SuppressWarnings("unchecked") // As above.
  private K otherKeyOf(long prefix) {
    return maker == null ? (K) (Object) (int) prefix : maker.keyOf(prefix);
  }

  /**
   * Calls an action with the keys that prefixes determine, as {@link #keyOf} does. It has a loop
   * for each class of keys, so that the compiler can do without the objects.
   */
  @SuppressWarnings("unchecked") // As above.
  public void forEachKey(long[] prefixes, int from, int to, Consumer<? super K> action) {
    if (settled == Long.class) {
      for (int i = from; i < to; i++) {
        action.accept((K) (Object) prefixes[i]);
      }
    } else if (settled == Integer.class) {
      for (int i = from; i < to; i++) {
        action.accept((K) (Object) (int) prefixes[i]);
      }
    } else {
      for (int i = from; i < to; i++) {
        action.accept(keyOf(prefixes[i]));
      }
    }
  }

  /**
   * The same with keys and their values.
   *
   * @param values has the value that belongs to the prefix at i at {@code first + i * stride}
   */
  @SuppressWarnings("unchecked") // As above.
  public <V> void forEach(
      long[] prefixes,
      int from,
      int to,
      Object[] values,
      int first,
      int stride,
      BiConsumer<? super K, ? super V> action) {
    if (settled == Long.class) {
      for (int i = from; i < to; i++) {
        action.accept((K) (Object) prefixes[i], (V) values[first + i * stride]);
      }
    } else if (settled == Integer.class) {
      for (int i = from; i < to; i++) {
        action.accept((K) (Object) (int) prefixes[i], (V) values[first + i * stride]);
      }
    } else {
      for (int i = from; i < to; i++) {
        action.accept(keyOf(prefixes[i]), (V) values[first + i * stride]);
      }
    }
  }

  /** Returns true if a prefix says all of a key, and is that key's. */
  public boolean isKeyOf(long prefix, Object key) {
    if (comparator != null) {
      return maker != null && maker.prefix(cast(key)) == prefix;
    }
    return hasKeysInPrefixes() && key.getClass() == settled && naturalPrefix(key) == prefix;
  }

  /**
   * Makes sure that a key that is looked for can be compared with the one that its prefix
   * determines.
   *
   * @throws ClassCastException if it cannot
   */
  public void requireTied(long prefix, Object key) {
    if (comparator == null && key.getClass() != settled) {
      compare(key, keyOf(prefix));
    }
  }

  /** {@link #search} among keys that are not kept. */
  public int search(long prefix, Object key, long[] prefixes, int size) {
    int place = countLess(prefixes, size, prefix);
    if (place == size || prefixes[place] != prefix) {
      return ~place;
    }
    requireTied(prefix, key);
    return place;
  }

  /** Compares the objects. */
  @SuppressWarnings("unchecked") // Keys that are of another type throw here.
  public int compare(Object a, Object b) {
    return comparator == null ? ((Comparable<Object>) a).compareTo(b) : compareBy(comparator, a, b);
  }

  /** Compares a key that is looked for with one of the map. */
  public int compare(long prefix, Object key, long otherPrefix, Object other) {
    if (prefix != otherPrefix) {
      return prefix < otherPrefix ? -1 : 1;
    }
    return compareTied(prefix, key, other);
  }

  /**
   * Compares a key that is looked for with one of the map that has the same prefix. Does not look
   * at the other if only equal keys have this prefix.
   */
  public int compareTied(long prefix, Object key, Object other) {
    if (comparator == null) {
      Class<?> type = key.getClass();
      return type == settled && (type != String.class || StringPrefix.isExact(prefix))
          ? 0
          : compare(key, other);
    }
    return prefixes != null && prefixes.isExact(prefix) ? 0 : compareBy(comparator, key, other);
  }

  // Prefixes of what is behind a number of units. All natural ones are those of strings.

  /** The prefix of what is behind the first units of a key. */
  public long prefix(Object key, int offset) {
    if (prefixes != null) {
      return prefixes.prefix(cast(key), offset);
    }
    return StringPrefix.of((String) key, offset);
  }

  /** The prefixes of what is behind the first units of some keys. */
  public long[] prefixes(Object[] keys, int count, int offset) {
    long[] made = new long[count];
    for (int i = 0; i < count; i++) {
      made[i] = offset == 0 ? prefix(keys[i]) : prefix(keys[i], offset);
    }
    return made;
  }

  /** The prefix of what is behind the first units of a key whose prefix is known. */
  public long prefix(long prefix, Object key, int offset) {
    return offset == 0 ? prefix : prefix(key, offset);
  }

  /**
   * Compares a key that is looked for with one of the map that shares the units in front of their
   * prefixes, which are equal.
   */
  public int compareTied(long prefix, int offset, Object key, Object other) {
    if (offset == 0) {
      return compareTied(prefix, key, other);
    }
    return key == other || isExact(prefix, offset) ? 0 : compare(key, other);
  }

  private boolean isExact(long prefix, int offset) {
    return prefixes == null ? StringPrefix.isExact(prefix) : prefixes.isExact(prefix, offset);
  }

  /** Returns true if two keys share so many units from the start. */
  public boolean share(Object a, Object b, int units) {
    return prefixes == null
        ? StringPrefix.share((String) a, (String) b, units)
        : prefixes.sharedUnits(cast(a), cast(b)) >= units;
  }

  /** The number of units that keys share at least if these are their prefixes. */
  public int shared(long prefix, long other) {
    if (prefixes != null) {
      return prefixes.sharedUnits(prefix, other);
    }
    return comparator == null && settled == String.class ? StringPrefix.shared(prefix, other) : 0;
  }

  /** The offset for the prefixes of the keys from one to another. */
  public int offset(Object first, Object last) {
    int shared = 0;
    if (prefixes != null) {
      shared = prefixes.sharedUnits(cast(first), cast(last));
    } else if (comparator == null && settled == String.class) {
      shared = StringPrefix.shared((String) first, (String) last);
    }
    return Math.min(Math.max(SLACK, shared) - SLACK, MAX_OFFSET);
  }

  /**
   * A better offset for prefixes in ascending order, of which the first and the last are these.
   *
   * @param offset the one that they have
   */
  public int betterOffset(int offset, long prefix, long last, Object firstKey, Object lastKey) {
    return offset < MAX_OFFSET && Long.numberOfLeadingZeros(prefix ^ last) >= WASTE
        ? Math.max(offset, offset(firstKey, lastKey))
        : offset;
  }

  /**
   * Looks for a key among keys that share some units, as {@link #search(long, Object, long[],
   * Object[], int)}.
   *
   * @param offset how many units
   * @param known how many units the key is known to share with them
   * @param prefixes of what is behind these units
   */
  public int search(
      long fullPrefix,
      Object key,
      int known,
      int offset,
      long @Nullable [] prefixes,
      Object[] keys,
      int size) {
    if (offset == 0 || prefixes == null || size == 0) {
      return search(fullPrefix, key, prefixes, keys, size);
    }
    if (known < offset && !share(key, keys[0], offset)) {
      int comparison = compare(key, keys[0]);
      return comparison == 0 ? 0 : comparison < 0 ? ~0 : ~size;
    }
    long prefix = prefix(key, offset);
    int low = countLess(prefixes, size, prefix);
    if (low == size || prefixes[low] != prefix) {
      return ~low;
    }
    int next = low + 1;
    boolean isAlone = next == size || prefixes[next] != prefix;
    int high = isAlone ? next : endOfTies(prefixes, size, prefix);
    while (low < high) {
      int middle = (low + high) >>> 1;
      int comparison = compareTied(prefix, offset, key, keys[middle]);
      if (comparison == 0) {
        return middle;
      }
      if (comparison < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return ~low;
  }

  /**
   * Looks for a key among keys in ascending order.
   *
   * @param prefixes of each of the keys; null if all have the same
   * @param size how many keys there are
   * @return where it is, or {@code -(place) - 1} with the place where it would have to be inserted
   */
  public int search(long prefix, Object key, long @Nullable [] prefixes, Object[] keys, int size) {
    int low = 0;
    int high = size;
    if (prefixes != null) {
      low = countLess(prefixes, size, prefix);
      if (low == size || prefixes[low] != prefix) {
        return ~low;
      }
      int next = low + 1;
      boolean isAlone = next == size || prefixes[next] != prefix;
      high = isAlone ? next : endOfTies(prefixes, size, prefix);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      int comparison = compareTied(prefix, key, keys[middle]);
      if (comparison == 0) {
        return middle;
      }
      if (comparison < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return ~low;
  }

  /**
   * Counts the prefixes that are less than one. In a bisection, each step would wait for the memory
   * of the step before. Instead, this reads one prefix of each cache line, all of which are fetched
   * at the same time, and then one line. For many lines, it first reads one in four. No branch
   * depends on prefixes.
   */
  private static int countLess(long[] prefixes, int size, long prefix) {
    int begin = 0;
    int end = size;
    if (size > 8 * LINE) {
      for (int last = 4 * LINE - 1; last < size; last += 4 * LINE) {
        begin += less(prefixes[last], prefix) * 4 * LINE;
      }
      end = Math.min(begin + 4 * LINE, size);
    }
    int line = begin;
    for (int last = begin + LINE - 1; last < end; last += LINE) {
      line += less(prefixes[last], prefix) * LINE;
    }
    int count = line;
    int lineEnd = Math.min(line + LINE, end);
    for (int i = line; i < lineEnd; i++) {
      count += less(prefixes[i], prefix);
    }
    return count;
  }

  /**
   * Returns 1 if a is less than b, else 0: the sign of the difference, or of a if that overflows.
   */
  private static int less(long a, long b) {
    return (int) (((a & ~b) | (~(a ^ b) & (a - b))) >>> 63);
  }

  /** The first place from where on all prefixes are greater than one of them. */
  private static int endOfTies(long[] prefixes, int size, long prefix) {
    return prefixes[size - 1] == prefix ? size : countLess(prefixes, size, prefix + 1);
  }

  /** The prefix in the natural order of a key that is not of a settled class with prefixes. */
  private long prefixBesides(Object key) {
    Class<?> type = settled;
    requireComparable(key);
    if (type == ANY_COMPARABLE) {
      return 0;
    }
    if (type != null && type != key.getClass()) {
      throw new ClassCastException(
          "key: " + key.getClass().getName() + " (expected: " + type.getName() + ")");
    }
    return naturalPrefix(key);
  }

  private static void requireComparable(Object key) {
    if (!(key instanceof Comparable)) {
      throw new ClassCastException(
          "key: " + key.getClass().getName() + " (expected: a class that is Comparable)");
    }
  }

  private static boolean hasPrefix(Object key) {
    return key instanceof Long
        || key instanceof Integer
        || key instanceof String
        || key instanceof Short
        || key instanceof Byte
        || key instanceof Character;
  }

  private static long naturalPrefix(Object key) {
    if (key instanceof Long number) {
      return number;
    }
    if (key instanceof Integer number) {
      return number;
    }
    if (key instanceof String text) {
      return StringPrefix.of(text, 0);
    }
    if (key instanceof Short number) {
      return number;
    }
    if (key instanceof Byte number) {
      return number;
    }
    return key instanceof Character character ? character : 0;
  }

  @SuppressWarnings("unchecked") // The comparator throws if it is of another type.
  private K cast(Object key) {
    return (K) key;
  }

  @SuppressWarnings("unchecked") // The comparator throws if they are of another type.
  private static <T> int compareBy(Comparator<T> comparator, Object a, Object b) {
    return comparator.compare((T) a, (T) b);
  }
}
