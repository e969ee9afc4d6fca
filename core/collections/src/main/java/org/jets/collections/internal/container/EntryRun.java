package org.jets.collections.internal.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * Mappings that follow one another in some direction, as they were at one moment. They are copied
 * out of containers, and valid if none of the witnesses has changed since it was read.
 */
public final class EntryRun<K, V> {
  /**
   * The number of mappings that are copied at a time where all are to be come to, one after the
   * other.
   */
  public static final int SOME = 64;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  private Object[] pairs;
  private int length;

  /** The number of mappings for which there is to be room if there must be more. */
  private int expected;

  /** Makes keys of prefixes, which lie together, so that their objects need not be looked at. */
  private @Nullable PrefixOrder<K> maker;

  private long[] prefixes = {};

  @SuppressWarnings("UnusedVariable") // The write is the use.
  private long fetched;

  /** True if the container had nothing behind these in the direction of the read. */
  public boolean isAtEnd;

  /** The bound up to which all mappings have been read, or null if that is the last key. */
  private @Nullable K readTo;

  private long readToPrefix;

  private Object[] witnesses = new Object[2];
  private long[] stamps = new long[2];
  private int witnessCount;

  public EntryRun(int mappings) {
    pairs = new Object[2 * mappings];
  }

  public int size() {
    return length >> 1;
  }

  public boolean isEmpty() {
    return length == 0;
  }

  /** A key, or where prefixes say all of one, a key like it. */
  public K key(int i) {
    return maker == null ? storedKey(i) : maker.keyOf(prefixes[i]);
  }

  /** The key object of the map. */
  @SuppressWarnings("unchecked") // Where keys are.
  public K storedKey(int i) {
    return (K) pairs[2 * i];
  }

  @SuppressWarnings("unchecked") // Where values are.
  public V value(int i) {
    return (V) pairs[2 * i + 1];
  }

  public K lastKey() {
    return key(size() - 1);
  }

  /** Calls the action with the mappings from one place to another. */
  @SuppressWarnings("unchecked") // Where keys and values are.
  public void forEach(int from, int to, BiConsumer<? super K, ? super V> action) {
    Object[] all = pairs;
    if (maker != null) {
      maker.forEach(prefixes, from, to, all, 1, 2, action);
      return;
    }
    for (int i = from; i < to; i++) {
      action.accept((K) all[2 * i], (V) all[2 * i + 1]);
    }
  }

  /** The same with the keys. */
  @SuppressWarnings("unchecked") // As above.
  public void forEachKey(int from, int to, Consumer<? super K> action) {
    Object[] all = pairs;
    if (maker != null) {
      maker.forEachKey(prefixes, from, to, action);
      return;
    }
    for (int i = from; i < to; i++) {
      action.accept((K) all[2 * i]);
    }
  }

  /** The same with the values. */
  @SuppressWarnings("unchecked") // As above.
  public void forEachValue(int from, int to, Consumer<? super V> action) {
    Object[] all = pairs;
    for (int i = from; i < to; i++) {
      action.accept((V) all[2 * i + 1]);
    }
  }

  /** Notes that all is here that is in front of this key, in the direction of the read. */
  public void readTo(K key, long prefix) {
    readTo = key;
    readToPrefix = prefix;
  }

  /** The key that the read comes to next; null if it is only known behind which it goes on. */
  @Nullable K readTo() {
    return readTo;
  }

  long readToPrefix() {
    return readToPrefix;
  }

  public void clear() {
    length = 0;
    maker = null;
    readTo = null;
    isAtEnd = false;
    witnessCount = 0;
  }

  /** Lets go of what it holds. */
  void release() {
    Arrays.fill(pairs, null);
    Arrays.fill(witnesses, null);
    clear();
  }

  /**
   * Notes that the keys that follow can be made of their prefixes, which are added first.
   *
   * @param source has the prefixes from the index {@code from} on
   */
  public void addPrefixes(
      PrefixOrder<K> order, long[] source, int from, int mappings, boolean reversed) {
    maker = order;
    int size = size();
    if (size + mappings > prefixes.length) {
      int room = Math.max(size + mappings, expected);
      prefixes = Arrays.copyOf(prefixes, Math.max(room, pairs.length / 2 + size));
    }
    if (reversed) {
      for (int i = 0; i < mappings; i++) {
        prefixes[size + i] = source[from + mappings - 1 - i];
      }
    } else {
      System.arraycopy(source, from, prefixes, size, mappings);
    }
  }

  /** Adds keys and values in turn, from an array that may be changing. */
  public void addAll(Object[] source, int from, int mappings) {
    ensureRoom(2 * mappings);
    readTo = null;
    System.arraycopy(source, from, pairs, length, 2 * mappings);
    length += 2 * mappings;
  }

  /** The same, the last mapping first. */
  public void addReversed(Object[] source, int from, int mappings) {
    ensureRoom(2 * mappings);
    readTo = null;
    for (int i = from + 2 * (mappings - 1); i >= from; i -= 2) {
      pairs[length++] = source[i];
      pairs[length++] = source[i + 1];
    }
  }

  void addAll(EntryRun<K, V> others) {
    addAll(others.pairs, 0, others.size());
  }

  public void add(@Nullable Object key, @Nullable Object value) {
    ensureRoom(2);
    pairs[length++] = key;
    pairs[length++] = value;
  }

  /** Takes what was read only to be in a cache, so that the compiler does not leave that out. */
  public void keep(long fetched) {
    this.fetched = fetched;
  }

  /** Notes how many mappings there will be, so that room is made for them at once. */
  public void expect(int mappings) {
    expected = mappings;
  }

  private void ensureRoom(int more) {
    if (length + more > pairs.length) {
      int room = Math.max(length + more, 2 * expected);
      pairs = Arrays.copyOf(pairs, Math.max(room, 2 * pairs.length));
    }
  }

  /** Notes what has to be as it was for this to be valid. */
  public void witness(OrderedContainer<K, V> container, long stamp) {
    note(container, stamp);
  }

  /** The same with a part of a container whose first word changes with it. */
  public void witness(long[] words, long header) {
    note(words, header);
  }

  private void note(Object witness, long stamp) {
    if (witnessCount == witnesses.length) {
      witnesses = Arrays.copyOf(witnesses, 2 * witnessCount);
      stamps = Arrays.copyOf(stamps, 2 * witnessCount);
    }
    witnesses[witnessCount] = witness;
    stamps[witnessCount++] = stamp;
  }

  /**
   * Returns true if all has been there at one moment: before this call, and behind the first
   * witness.
   */
  public boolean isValid() {
    for (int i = 0; i < witnessCount; i++) {
      Object witness = witnesses[i];
      boolean unchanged =
          witness instanceof long[] words
              ? isUnchangedSince(words, stamps[i])
              : ((OrderedContainer<?, ?>) witness).isUnchangedSince(stamps[i]);
      if (!unchanged) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if nothing has changed since a part was read that begins with this word. */
  public static boolean isUnchangedSince(long[] words, long header) {
    VarHandle.acquireFence();
    return (long) WORDS.getOpaque(words, 0) == header;
  }
}
