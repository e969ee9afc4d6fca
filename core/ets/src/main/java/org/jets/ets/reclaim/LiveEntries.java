package org.jets.ets.reclaim;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Values that many threads add and remove, each by its own {@link Entry}. Time and memory depend on
 * the number of present values, not on that of earlier ones.
 *
 * <p>The entries are in linked lists. Each thread adds to one of them, so that threads seldom
 * contend for a lock. A removal allocates nothing.
 *
 * <p>Guarded by the monitor of each list: its entries' links. No other lock is acquired inside, and
 * no method of a value is called.
 */
public final class LiveEntries<E> {
  private static final int MAX_PARTS = 16;

  private static final int PARTS =
      Math.min(MAX_PARTS, Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

  /** Made by the first addition. */
  private volatile @Nullable List<Part<E>> parts;

  /** The place of a value, in one list or none. */
  public static final class Entry<E> {
    private final E value;

    /** The list that this is in. Written under its monitor. */
    private volatile @Nullable Part<E> part;

    private @Nullable Entry<E> previous;
    private @Nullable Entry<E> next;

    public Entry(E value) {
      this.value = value;
    }

    public E value() {
      return value;
    }
  }

  private static final class Part<E> {
    @GuardedBy("this") private @Nullable Entry<E> first;

    synchronized void add(Entry<E> entry) {
      Entry<E> following = first;
      entry.next = following;
      if (following != null) {
        following.previous = entry;
      }
      first = entry;
      entry.part = this;
    }

    synchronized void remove(Entry<E> entry) {
      if (entry.part != this) {
        return;
      }
      Entry<E> previous = entry.previous;
      Entry<E> following = entry.next;
      if (previous == null) {
        first = following;
      } else {
        previous.next = following;
      }
      if (following != null) {
        following.previous = previous;
      }
      entry.previous = null;
      entry.next = null;
      entry.part = null;
    }

    synchronized @Nullable Entry<E> first() {
      return first;
    }

    synchronized @Nullable E poll() {
      Entry<E> taken = first;
      if (taken == null) {
        return null;
      }
      remove(taken);
      return taken.value;
    }

    synchronized void copyTo(List<E> copy, int most) {
      for (Entry<E> entry = first; entry != null && copy.size() < most; entry = entry.next) {
        copy.add(entry.value);
      }
    }
  }

  private List<Part<E>> parts() {
    List<Part<E>> made = parts;
    return made != null ? made : makeParts();
  }

  private synchronized List<Part<E>> makeParts() {
    List<Part<E>> made = parts;
    if (made == null) {
      made = Stream.generate(Part<E>::new).limit(PARTS).toList();
      parts = made;
    }
    return made;
  }

  private List<Part<E>> partsSoFar() {
    List<Part<E>> made = parts;
    return made == null ? List.of() : made;
  }

  /** Adds an entry that is in no list. */
  public void add(Entry<E> entry) {
    List<Part<E>> all = parts();
    int thread = Long.hashCode(Thread.currentThread().getId());
    all.get(thread & (all.size() - 1)).add(entry);
  }

  /** Removes an entry of these, if it has been added and is still there. */
  public void remove(Entry<E> entry) {
    Part<E> part = entry.part;
    if (part != null) {
      part.remove(entry);
    }
  }

  /** Returns whether an entry of these is in a list. */
  public boolean contains(Entry<E> entry) {
    return entry.part != null;
  }

  public boolean isEmpty() {
    return first() == null;
  }

  /** Returns any of the values; null if there is none. */
  public @Nullable E first() {
    Entry<E> first = firstEntry();
    return first == null ? null : first.value;
  }

  /** Returns the entry of any of the values; null if there is none. Allocates nothing. */
  public @Nullable Entry<E> firstEntry() {
    List<Part<E>> all = partsSoFar();
    for (int i = 0; i < all.size(); i++) {
      Entry<E> first = all.get(i).first();
      if (first != null) {
        return first;
      }
    }
    return null;
  }

  /** Removes and returns any of the values; null if there is none. */
  public @Nullable E poll() {
    for (Part<E> part : partsSoFar()) {
      E taken = part.poll();
      if (taken != null) {
        return taken;
      }
    }
    return null;
  }

  /** Returns a copy of the values. It has all values that are present throughout the call. */
  public List<E> copy() {
    return copy(Integer.MAX_VALUE);
  }

  /** Returns a copy of some of the values, at most a number of them. */
  public List<E> copy(int most) {
    List<E> copy = new ArrayList<>();
    for (Part<E> part : partsSoFar()) {
      part.copyTo(copy, most);
    }
    return copy;
  }
}
