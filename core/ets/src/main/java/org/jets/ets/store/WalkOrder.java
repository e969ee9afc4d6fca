package org.jets.ets.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jets.terms.Term;

/**
 * Keys in the order of a walk, each with a place; a walk goes from the highest place down to 0. So
 * added keys come before all others, and a walk in progress does not meet them.
 *
 * <p>A hash table with linear probing finds the place of a key. Memory is about 16 bytes a key. Not
 * thread-safe while keys are added, but the result of {@link #after} is.
 */
final class WalkOrder {
  private static final int FIRST_CAPACITY = 16;

  private Term[] keys = new Term[FIRST_CAPACITY];

  /** Places plus 1, 0 for a free entry; a power of two, at least twice as long as the keys. */
  private int[] places = new int[2 * FIRST_CAPACITY];

  private int size;

  /**
   * Adds the absent ones of these keys, so that the first given key comes first. A call that fails
   * has added none.
   */
  void addAll(Iterable<Term> added) {
    List<Term> unknown = new ArrayList<>();
    for (Term key : added) {
      if (place(key) < 0) {
        unknown.add(key);
      }
    }
    reserve(size + unknown.size());
    int before = size;
    boolean isDone = false;
    try {
      for (int i = unknown.size() - 1; i >= 0; i--) {
        add(unknown.get(i));
      }
      isDone = true;
    } finally {
      if (!isDone) {
        removeFrom(before);
      }
    }
  }

  /**
   * Returns the present keys by their places; keys added later are not in it. Constant time. The
   * result is thread-safe.
   */
  List<Term> byPlace() {
    return Arrays.asList(keys).subList(0, size);
  }

  private void add(Term key) {
    int entry = entry(keys, places, key);
    if (places[entry] == 0) {
      keys[size++] = key;
      places[entry] = size;
    }
  }

  /** Removes the keys that were added last, which no search for another key passes. */
  private void removeFrom(int place) {
    size = place;
    for (int i = 0; i < places.length; i++) {
      if (places[i] > place) {
        places[i] = 0;
      }
    }
  }

  /** Makes room for this many keys, or fails without a change. */
  private void reserve(int count) {
    int capacity = keys.length;
    while (capacity < count) {
      capacity = Math.multiplyExact(capacity, 2);
    }
    if (capacity > keys.length) {
      Term[] moreKeys = Arrays.copyOf(keys, capacity);
      int[] morePlaces = new int[Math.multiplyExact(capacity, 2)];
      for (int i = 0; i < size; i++) {
        morePlaces[entry(moreKeys, morePlaces, moreKeys[i])] = i + 1;
      }
      keys = moreKeys;
      places = morePlaces;
    }
  }

  /** Returns the index of a key's entry in the hash table, present or absent. */
  private static int entry(Term[] keys, int[] places, Term key) {
    int hash = key.hashCode();
    int mask = places.length - 1;
    int i = (hash ^ (hash >>> 16)) & mask;
    while (places[i] != 0 && !keys[places[i] - 1].equals(key)) {
      i = (i + 1) & mask;
    }
    return i;
  }

  int size() {
    return size;
  }

  Term key(int place) {
    return keys[place];
  }

  /** Returns the place of a key; -1 if it is absent. */
  int place(Term key) {
    return places[entry(keys, places, key)] - 1;
  }

  /** Returns the keys that come after this place; later additions do not affect it. */
  Iterator<Term> after(int place) {
    return new Walk(keys, place);
  }

  private static final class Walk implements Iterator<Term> {
    private final Term[] keys;
    private int place;

    Walk(Term[] keys, int place) {
      this.keys = keys;
      this.place = place;
    }

    @Override
    public boolean hasNext() {
      return place > 0;
    }

    @Override
    public Term next() {
      if (place == 0) {
        throw new NoSuchElementException();
      }
      return keys[--place];
    }
  }
}
