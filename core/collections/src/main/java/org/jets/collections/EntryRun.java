package org.jets.collections;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Mappings that follow one another in some direction, as they were at one moment: copied out of
 * containers, and valid if none of the witnesses has changed since it was read.
 */
final class EntryRun<K, V> {
  /** How many mappings are copied at a time where all are to be come to, one after the other. */
  static final int SOME = BPlusLeaf.MAX;

  private Object[] pairs;
  private int length;

  /** Whether the container had nothing behind these in the direction of the scan. */
  boolean isAtEnd;

  private Object[] witnesses = new Object[2];
  private long[] stamps = new long[2];
  private int witnessCount;

  EntryRun(int mappings) {
    pairs = new Object[2 * mappings];
  }

  int size() {
    return length >> 1;
  }

  boolean isEmpty() {
    return length == 0;
  }

  @SuppressWarnings("unchecked") // Where keys are.
  K key(int i) {
    return (K) pairs[2 * i];
  }

  @SuppressWarnings("unchecked") // Where values are.
  V value(int i) {
    return (V) pairs[2 * i + 1];
  }

  K lastKey() {
    return key(size() - 1);
  }

  void clear() {
    length = 0;
    isAtEnd = false;
    witnessCount = 0;
  }

  /** Lets go of what it holds. */
  void release() {
    Arrays.fill(pairs, null);
    Arrays.fill(witnesses, null);
    clear();
  }

  /** Adds keys and values in turn, from an array that may be changing. */
  void addAll(Object[] source, int from, int mappings) {
    ensureRoom(2 * mappings);
    System.arraycopy(source, from, pairs, length, 2 * mappings);
    length += 2 * mappings;
  }

  /** The same, the last mapping first. */
  void addReversed(Object[] source, int from, int mappings) {
    ensureRoom(2 * mappings);
    for (int i = from + 2 * (mappings - 1); i >= from; i -= 2) {
      pairs[length++] = source[i];
      pairs[length++] = source[i + 1];
    }
  }

  void add(@Nullable Object key, @Nullable Object value) {
    ensureRoom(2);
    pairs[length++] = key;
    pairs[length++] = value;
  }

  private void ensureRoom(int more) {
    if (length + more > pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.max(length + more, 2 * pairs.length));
    }
  }

  /** Notes what has to be as it was for this to be valid. */
  void witness(OrderedContainer<K, V> container, long stamp) {
    note(container, stamp);
  }

  /** The same with a leaf of a B+ tree. */
  void witness(long[] words, long header) {
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

  /** Whether all has been there at one moment: before this call, and behind the first witness. */
  boolean isValid() {
    for (int i = 0; i < witnessCount; i++) {
      Object witness = witnesses[i];
      boolean unchanged =
          witness instanceof long[] words
              ? BPlusLeaf.isUnchangedSince(words, stamps[i])
              : ((OrderedContainer<?, ?>) witness).isUnchangedSince(stamps[i]);
      if (!unchanged) {
        return false;
      }
    }
    return true;
  }
}
