package org.jets.ets.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jets.terms.Term;

/**
 * Keys in an order to walk them in, with the place of each: from the highest place down to 0. So
 * keys that are added come before all others, and a walk that has begun does not meet them.
 *
 * <p>Places are found by a hash table of them with linear probing. About 16 bytes a key. Not safe
 * for use by several threads while keys are added; what {@link #after} returns is.
 */
final class KeyOrder {
  private static final int FIRST_CAPACITY = 16;

  private Term[] keys = new Term[FIRST_CAPACITY];

  /** Places plus 1, 0 for a free entry; a power of two, at least twice as long as the keys. */
  private int[] places = new int[2 * FIRST_CAPACITY];

  private int size;

  /**
   * Adds those that are not there, so that the first one given comes first. One that fails has
   * added none.
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
   * Returns the keys by their places, without those that will be added. Constant time; safe for use
   * by several threads.
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

  /** Removes the keys that have been added last: no search for another one goes past them. */
  private void removeFrom(int place) {
    size = place;
    for (int i = 0; i < places.length; i++) {
      if (places[i] > place) {
        places[i] = 0;
      }
    }
  }

  /** Makes room for so many keys, or fails and leaves all as it is. */
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

  /** Where the place of a key stands, or would. */
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

  /** Returns the place of a key; -1 if it is not there. */
  int place(Term key) {
    return places[entry(keys, places, key)] - 1;
  }

  /** Returns the keys that come after this place, whatever is added later. */
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
