package org.jets.terms;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang map. Keys are compared by {@code =:=}, so that {@code 1} and {@code 1.0} are two keys.
 *
 * <p>One array holds the keys, sorted by {@link TermOrder#EXACT}, and the values. A lookup is a
 * binary search, or a scan by identity for an atom in a small map. {@link #with} copies the array.
 * Iteration is in the order of the keys.
 *
 * <p>Memory: 16 bytes, and an array of two references an entry.
 */
public final class MapTerm implements Term {
  private static final MapTerm EMPTY = new MapTerm(new Term[0]);

  /** The largest size at which an atom is found by a scan and keys are sorted by insertion. */
  private static final int SMALL = 16;

  /** The keys in exact order, and then their values. */
  private final Term[] keysThenValues;

  private MapTerm(Term[] keysThenValues) {
    this.keysThenValues = keysThenValues;
  }

  /** Returns <code>#{}</code>. */
  public static MapTerm of() {
    return EMPTY;
  }

  /** Returns <code>#{Key =&gt; Value}</code>. */
  public static MapTerm of(Term key, Term value) {
    return new MapTerm(
        new Term[] {Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value")});
  }

  /**
   * Returns the map of these keys and values. If a key occurs twice, the later value counts, as in
   * Erlang.
   *
   * @param keysAndValues a key, its value, the next key, ...
   * @throws IllegalArgumentException if a key comes without a value
   */
  public static MapTerm of(Term... keysAndValues) {
    if (Objects.requireNonNull(keysAndValues, "keysAndValues").length % 2 != 0) {
      throw new IllegalArgumentException(
          "keysAndValues.length: " + keysAndValues.length + " (expected: an even number)");
    }
    int size = keysAndValues.length / 2;
    Term[] keysThenValues = new Term[keysAndValues.length];
    for (int i = 0; i < size; i++) {
      keysThenValues[i] = Objects.requireNonNull(keysAndValues[2 * i], "key");
      keysThenValues[size + i] = Objects.requireNonNull(keysAndValues[2 * i + 1], "value");
    }
    sort(keysThenValues);
    return new MapTerm(withoutEarlierDuplicates(keysThenValues));
  }

  /**
   * Returns the map of these entries (copied). If two keys are the same term, the later value
   * counts.
   */
  public static MapTerm of(Map<? extends Term, ? extends Term> entries) {
    Term[] keysAndValues = new Term[2 * Objects.requireNonNull(entries, "entries").size()];
    int i = 0;
    for (Map.Entry<? extends Term, ? extends Term> entry : entries.entrySet()) {
      keysAndValues[i++] = entry.getKey();
      keysAndValues[i++] = entry.getValue();
    }
    return of(keysAndValues);
  }

  /**
   * Returns the map of these keys, in any order, and then their values in the same order; null if a
   * key occurs twice.
   *
   * @param keysThenValues an array that the caller hands over; it is sorted here
   */
  static @Nullable MapTerm wrap(Term[] keysThenValues) {
    if (sort(keysThenValues)) {
      for (int i = 1; i < keysThenValues.length / 2; i++) {
        if (compareKeys(keysThenValues[i], keysThenValues[i - 1]) == 0) {
          return null;
        }
      }
    }
    return keysThenValues.length == 0 ? EMPTY : new MapTerm(keysThenValues);
  }

  /**
   * Sorts keys with their values. Returns false if the keys were in strictly ascending order
   * already.
   */
  private static boolean sort(Term[] keysThenValues) {
    int size = keysThenValues.length / 2;
    int sorted = 1;
    while (sorted < size && compareKeys(keysThenValues[sorted - 1], keysThenValues[sorted]) < 0) {
      sorted++;
    }
    if (sorted >= size) {
      return false;
    }
    if (size <= SMALL) {
      insertFrom(sorted, keysThenValues, size);
      return true;
    }
    Entry[] entries = new Entry[size];
    for (int i = 0; i < size; i++) {
      entries[i] = new Entry(keysThenValues[i], keysThenValues[size + i]);
    }
    Arrays.sort(entries, (a, b) -> compareKeys(a.key, b.key));
    for (int i = 0; i < size; i++) {
      keysThenValues[i] = entries[i].key;
      keysThenValues[size + i] = entries[i].value;
    }
    return true;
  }

  /**
   * Compares keys, with a fast path for atoms. A {@link PausableThread} can cancel a long
   * comparison.
   */
  private static int compareKeys(Term a, Term b) {
    return a instanceof Atom x && b instanceof Atom y
        ? Atom.compare(x, y)
        : TermOrder.EXACT.comparePausably(a, b);
  }

  private static void insertFrom(int sorted, Term[] keysThenValues, int size) {
    for (int i = sorted; i < size; i++) {
      Term key = keysThenValues[i];
      Term value = keysThenValues[size + i];
      int at = i;
      while (at > 0 && compareKeys(keysThenValues[at - 1], key) > 0) {
        keysThenValues[at] = keysThenValues[at - 1];
        keysThenValues[size + at] = keysThenValues[size + at - 1];
        at--;
      }
      keysThenValues[at] = key;
      keysThenValues[size + at] = value;
    }
  }

  /**
   * Returns the keys in exact order, and then their values. The caller must not change the array.
   */
  Term[] keysThenValues() {
    return keysThenValues;
  }

  private static Term[] withoutEarlierDuplicates(Term[] sorted) {
    int size = sorted.length / 2;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (kept > 0 && compareKeys(sorted[kept - 1], sorted[i]) == 0) {
        kept--;
      }
      sorted[kept] = sorted[i];
      sorted[size + kept] = sorted[size + i];
      kept++;
    }
    if (kept == size) {
      return sorted;
    }
    Term[] distinct = new Term[2 * kept];
    System.arraycopy(sorted, 0, distinct, 0, kept);
    System.arraycopy(sorted, size, distinct, kept, kept);
    return distinct;
  }

  /** Returns the number of entries. */
  public int size() {
    return keysThenValues.length / 2;
  }

  /** Returns whether there are no entries. */
  public boolean isEmpty() {
    return keysThenValues.length == 0;
  }

  /**
   * Returns a key.
   *
   * @param index from 0, in the order of keys
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public Term key(int index) {
    return keysThenValues[Objects.checkIndex(index, size())];
  }

  /**
   * Returns a value.
   *
   * @param index from 0, in the order of keys
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public Term value(int index) {
    return keysThenValues[size() + Objects.checkIndex(index, size())];
  }

  /** Returns the value of a key, or null if the key is absent. Logarithmic time. */
  public @Nullable Term get(Term key) {
    int index = indexOf(key);
    return index < 0 ? null : value(index);
  }

  /** Returns whether the key is present. Logarithmic time. */
  public boolean containsKey(Term key) {
    return indexOf(key) >= 0;
  }

  /**
   * Returns the index of the key. For an absent key, returns the complement of the index at which
   * it would be inserted.
   */
  private int indexOf(Term key) {
    int size = size();
    if (key instanceof Atom && size <= SMALL) {
      for (int i = 0; i < size; i++) {
        if (keysThenValues[i] == key) {
          return i;
        }
      }
    }
    return Arrays.binarySearch(
        keysThenValues, 0, size, Objects.requireNonNull(key, "key"), MapTerm::compareKeys);
  }

  /** Returns a map in which the key has this value. Linear time. */
  public MapTerm with(Term key, Term value) {
    Objects.requireNonNull(value, "value");
    int size = size();
    int index = indexOf(key);
    if (index >= 0) {
      Term[] replaced = keysThenValues.clone();
      replaced[size + index] = value;
      return new MapTerm(replaced);
    }
    int at = ~index;
    Term[] grown = new Term[2 * (size + 1)];
    System.arraycopy(keysThenValues, 0, grown, 0, at);
    grown[at] = key;
    System.arraycopy(keysThenValues, at, grown, at + 1, size);
    grown[size + 1 + at] = value;
    System.arraycopy(keysThenValues, size + at, grown, size + at + 2, size - at);
    return new MapTerm(grown);
  }

  /** Returns a map without the key. Linear time. */
  public MapTerm without(Term key) {
    int index = indexOf(key);
    if (index < 0) {
      return this;
    }
    int size = size();
    Term[] shrunk = new Term[2 * (size - 1)];
    System.arraycopy(keysThenValues, 0, shrunk, 0, index);
    System.arraycopy(keysThenValues, index + 1, shrunk, index, size - 1);
    System.arraycopy(keysThenValues, size + index + 1, shrunk, size - 1 + index, size - 1 - index);
    return new MapTerm(shrunk);
  }

  /** Calls the action for each key and its value, in the order of keys. */
  public void forEach(BiConsumer<? super Term, ? super Term> action) {
    Objects.requireNonNull(action, "action");
    for (int i = 0, size = size(); i < size; i++) {
      action.accept(keysThenValues[i], keysThenValues[size + i]);
    }
  }

  /** Returns an unmodifiable view whose iteration is in the order of keys. Constant time. */
  public Map<Term, Term> toMap() {
    return new View(this);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof MapTerm that && TermEquality.equal(this, that));
  }

  @Override
  public int hashCode() {
    return TermHash.ofCompound(this);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }

  private record Entry(Term key, Term value) {}

  private static final class View extends AbstractMap<Term, Term> {
    private final MapTerm map;

    View(MapTerm map) {
      this.map = map;
    }

    @Override
    public int size() {
      return map.size();
    }

    @Override
    public @Nullable Term get(@Nullable Object key) {
      return key instanceof Term term ? map.get(term) : null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return key instanceof Term term && map.containsKey(term);
    }

    @Override
    public Set<Map.Entry<Term, Term>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public int size() {
          return map.size();
        }

        @Override
        public Iterator<Map.Entry<Term, Term>> iterator() {
          return new Entries(map);
        }
      };
    }
  }

  private static final class Entries implements Iterator<Map.Entry<Term, Term>> {
    private final MapTerm map;
    private int next;

    Entries(MapTerm map) {
      this.map = map;
    }

    @Override
    public boolean hasNext() {
      return next < map.size();
    }

    @Override
    public Map.Entry<Term, Term> next() {
      if (!hasNext()) {
        throw new NoSuchElementException("past the last entry of a map");
      }
      int i = next++;
      return Map.entry(map.key(i), map.value(i));
    }
  }
}
