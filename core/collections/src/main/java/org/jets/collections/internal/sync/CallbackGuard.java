package org.jets.collections.internal.sync;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run a callback under a lock of one map. A callback is a function given to {@code
 * compute} and its kin, or a method of a key, a value, a comparator or a strategy.
 *
 * <p>An operation that runs a callback while it holds a lock calls {@link #enter} before, and takes
 * the registration back in a {@code finally}, by a store:
 *
 * <pre>{@code
 * finally {
 *   place.thread = null;
 * }
 * }</pre>
 *
 * Each update calls {@link #requireOutside} before it waits for a lock or changes anything. A read
 * that would wait for a lock asks {@link #isInside} first, and then goes on without one.
 *
 * <ul>
 *   <li>Identity: a thread is known by its reference alone, for its other methods can be
 *       overridden.
 *   <li>Memory: nothing until the first callback; then an array, and the places that have been
 *       used, which stay. The map refers to a thread only while that thread runs a callback.
 *   <li>Cost: an update reads one field while no callback has ever run, else the two places of its
 *       thread and the head of the list. A registration is one CAS, mostly on a cache line that no
 *       other thread writes.
 *   <li>Errors: {@link #enter} allocates before it registers, so that nothing is registered if it
 *       throws. Taking back is one store: it cannot fail.
 *   <li>Progress: lock-free.
 * </ul>
 *
 * <table>
 *   <caption>Memory order</caption>
 *   <tr><th>access<th>order<th>reason
 *   <tr><td>{@link Place#thread}, taken<td>CAS<td>threads share places
 *   <tr><td>{@link Place#thread}, else<td>plain<td>only the thread itself has to see its
 *       registration; others that see an old value find the place taken
 *   <tr><td>array, places, list<td>CAS, volatile and acquire<td>publish places
 * </table>
 */
public final class CallbackGuard {
  /** Pairs of places, of which each thread uses one: more than there are processors. */
  private static final int PAIRS =
      Integer.highestOneBit(Math.min(64, 4 * Runtime.getRuntime().availableProcessors()));

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final VarHandle PLACES = MethodHandles.arrayElementVarHandle(Place[].class);
  private static final VarHandle PLACED =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "placed", VarHandle.class, CallbackGuard.class, Place[].class);
  private static final VarHandle LIST =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "list", VarHandle.class, CallbackGuard.class, Place.class);

  /** Belongs to {@link Place}, which has no initializer that could fail under a lock. */
  private static final VarHandle THREAD =
      ConstantBootstraps.fieldVarHandle(
          LOOKUP, "thread", VarHandle.class, Place.class, Thread.class);

  /** The places, or null until the first callback. */
  public volatile @Nullable Place @Nullable [] placed;

  /** The places of threads that have found both their own places taken, the last one first. */
  private volatile @Nullable Place list;

  /** The place of one registration. One in the list is used once. */
  public static final class Place {
    /** The registered thread, which sets this to null when its callback has ended. */
    public @Nullable Thread thread;

    /** The next place in the list. Changed only to skip places whose callbacks have ended. */
    private volatile @Nullable Place next;

    // Two threads do not share a cache line.
    long p0, p1, p2, p3, p4, p5, p6, p7;
  }

  /**
   * Registers the calling thread, which may be registered already.
   *
   * @return the place whose thread is to be set to null afterwards
   */
  public Place enter() {
    Thread current = Thread.currentThread();
    Place[] all = placed;
    if (all == null) {
      all = makePlaces();
    }
    int first = firstPlace(current);
    Place place = all[first];
    if (place != null && place.thread == null && THREAD.compareAndSet(place, null, current)) {
      return place;
    }
    return enterElsewhere(all, first, current);
  }

  private @Nullable Place[] makePlaces() {
    Place[] created = new Place[2 * PAIRS];
    Place[] other = (Place[]) PLACED.compareAndExchange(this, null, created);
    return other == null ? created : other;
  }

  private Place enterElsewhere(@Nullable Place[] all, int first, Thread current) {
    for (int i = first; i < first + 2; i++) {
      Place place = (Place) PLACES.getAcquire(all, i);
      if (place == null) {
        Place created = new Place();
        place = (Place) PLACES.compareAndExchange(all, i, null, created);
        place = place == null ? created : place;
      }
      if (THREAD.compareAndSet(place, null, current)) {
        return place;
      }
    }
    Place listed = new Place();
    listed.thread = current;
    do {
      listed.next = firstListed();
    } while (!LIST.compareAndSet(this, listed.next, listed));
    return listed;
  }

  /** Returns true if the calling thread runs a callback under a lock of this map. */
  public boolean isInside() {
    Place[] all = placed;
    return all != null && isInside(all);
  }

  private boolean isInside(@Nullable Place[] all) {
    Thread current = Thread.currentThread();
    int place = firstPlace(current);
    Place first = all[place];
    Place second = all[place + 1];
    return (first != null && first.thread == current)
        || (second != null && second.thread == current)
        || isListed(current);
  }

  private boolean isListed(Thread thread) {
    Place listed = list;
    boolean hasEnded = false;
    while (listed != null && listed.thread != thread) {
      hasEnded |= listed.thread == null;
      listed = listed.next;
    }
    if (hasEnded) {
      unlinkEnded(); // For those that come next, which would pass by them all.
    }
    return listed != null;
  }

  /**
   * Refuses an update by a callback.
   *
   * @throws IllegalStateException if the calling thread runs a callback under a lock of this map
   */
  public void requireOutside() {
    if (isInside()) {
      throw recursiveUpdate();
    }
  }

  static IllegalStateException recursiveUpdate() {
    return new IllegalStateException(
        "Recursive update: a function, or a method of a key or value, changes the map that calls"
            + " it");
  }

  /**
   * Returns true if {@code equals}, {@code hashCode} and {@code compareTo} of a key call nothing
   * but code of the JDK, whatever the other key is. Such calls need no registration.
   */
  public static boolean isTrusted(Object key) {
    Class<?> type = key.getClass();
    return type == String.class
        || type == Long.class
        || type == Integer.class
        || key instanceof Enum
        || type == UUID.class
        || type == Character.class
        || type == Double.class
        || type == Short.class
        || type == Byte.class
        || type == Float.class
        || type == Boolean.class;
  }

  /** Returns true if no thread is registered. For tests, while no thread enters. */
  public boolean isEmpty() {
    Place[] all = placed;
    for (int i = 0; all != null && i < all.length; i++) {
      Place place = (Place) PLACES.getAcquire(all, i);
      if (place != null && THREAD.getVolatile(place) != null) {
        return false;
      }
    }
    return firstListed() == null;
  }

  /** Returns the length of the list. For tests, while no thread enters. */
  public int listed() {
    int length = 0;
    for (Place place = list; place != null; place = place.next) {
      length++;
    }
    return length;
  }

  private static int firstPlace(Thread thread) {
    return (ThreadSpread.of(thread) & (PAIRS - 1)) * 2;
  }

  /** The first of the list, after the ended ones have been taken from its front. */
  private @Nullable Place firstListed() {
    unlinkEnded();
    return list;
  }

  /**
   * Takes the ended ones out. Threads may do so at once. Each only skips what has ended, so that
   * none still running is lost. The next one skips an ended one that stays.
   */
  private void unlinkEnded() {
    Place first = list;
    while (first != null && first.thread == null) {
      LIST.compareAndSet(this, first, first.next);
      first = list;
    }
    Place kept = first;
    while (kept != null) {
      Place next = kept.next;
      while (next != null && next.thread == null) {
        next = next.next;
      }
      kept.next = next;
      kept = next;
    }
  }
}
