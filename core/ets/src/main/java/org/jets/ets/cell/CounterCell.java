package org.jets.ets.cell;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/**
 * An object of a set with one element that is added to in place: a counter. It stands in the map
 * for the object, so that an addition replaces no value of the map. Each reader gets a {@link
 * Tuple}.
 *
 * <p>An {@code update_counter} of a present object makes the cell, for the position that it
 * changes. Any other write replaces the cell. It first {@linkplain #seal seals} it: no addition
 * succeeds after that. So an addition is either part of the object that the writer sees, or it is
 * not done, and the caller makes an ordinary update. A sealed cell stands for its last object for
 * ever, and may stay in the map if the write fails.
 *
 * <p>The counter is an integer of {@value #BITS} bits with its sign. Values outside this range are
 * in ordinary tuples. An addition that makes the object take more memory replaces the cell. So no
 * object that a reader makes is larger than the one with which the cell was made, and memory is
 * counted if the heap is short.
 *
 * <table>
 *   <caption>Shared fields</caption>
 *   <tr><th>field</th><th>written</th><th>read</th></tr>
 *   <tr><td>{@code word}: the counter, and whether the cell is sealed</td><td>by CAS</td>
 *     <td>volatile</td></tr>
 *   <tr><td>{@code outline}: an object with the same other elements</td><td>plain, by any reader
 *     </td><td>plain; a reader compares its counter with the word</td></tr>
 *   <tr><td>{@code position}</td><td>final</td><td>plain</td></tr>
 * </table>
 *
 * <p>The write of {@code outline} needs no order, since tuples and integers have final fields. A
 * late write of an older object costs the next reader a copy.
 *
 * <table>
 *   <caption>Linearization points</caption>
 *   <tr><th>operation</th><th>point</th></tr>
 *   <tr><td>an addition, {@link #tryChange}</td><td>the CAS of the word. The cell is in the map
 *     then, since it is sealed before it leaves the map. The exception is a map that {@code clear}
 *     or {@code close} has replaced: see {@link org.jets.ets.store.MapStore}.</td></tr>
 *   <tr><td>a read, {@link #object}</td><td>the read of the word, or the end of the cell's time in
 *     the map, whichever came first</td></tr>
 *   <tr><td>a write that replaces the cell</td><td>that of the map. From the sealing until then,
 *     readers get the last object, and no addition succeeds.</td></tr>
 * </table>
 *
 * <p><b>Progress.</b> A read and the sealing wait for no thread. An addition is lock-free: its CAS
 * fails only if another addition or the sealing succeeds.
 *
 * <p><b>Errors.</b> The sealing allocates nothing. An addition allocates its result before the CAS,
 * and a reader its object before it changes {@code outline}. So an {@link OutOfMemoryError} changes
 * nothing that other threads see.
 */
public final class CounterCell {
  private static final VarHandle WORD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "word", VarHandle.class, CounterCell.class, long.class);

  /** The number of bits of a counter. The sum of two such counters and the flag fit in a word. */
  private static final int BITS = 62;

  private static final int OTHER_BITS = Long.SIZE - BITS;

  private static final long SEALED = 1;

  private static final int LEAST_SHARED = -128;
  private static final int MOST_SHARED = 1023;

  /** The bytes of a cell beside the object that it keeps. */
  public static final int BYTES = 32;

  static {
    // Links the CAS, since an addition does not make sure that it has room on the stack for that.
    new CounterCell(Tuple.of(), 1, 0).tryChange(0, 0);
  }

  private final int position;
  private Tuple outline;
  private volatile long word;

  /**
   * Makes a cell that is not sealed.
   *
   * @param object has the counter at the position
   * @param counter the value of the counter, which {@linkplain #fits fits}
   */
  public CounterCell(Tuple object, int position, long counter) {
    this.outline = object;
    this.position = position;
    this.word = counter << 1;
  }

  /** Returns whether a counter can have this value. */
  public static boolean fits(long counter) {
    return ((counter << OTHER_BITS) >> OTHER_BITS) == counter;
  }

  /**
   * Returns whether the object takes more memory with another counter than with that of a word. An
   * integer beyond 32 bits takes more than another one. One of 32 bits takes more than one that all
   * terms share, unless the object is {@linkplain Tuple#packed packed} and has room for it.
   */
  public boolean grows(long word, long counter) {
    long before = counter(word);
    if (counter != (int) counter) {
      return before == (int) before;
    }
    return isShared(before) && !isShared(counter) && outline.isHeld(position);
  }

  /** Returns whether all terms share the object of this integer. */
  private static boolean isShared(long counter) {
    return counter >= LEAST_SHARED && counter <= MOST_SHARED;
  }

  /** Returns the position of the counter in the object, from 1. */
  public int position() {
    return position;
  }

  /** Returns the word, for {@link #counter}, {@link #isSealed} and {@link #tryChange}. */
  public long word() {
    return word;
  }

  /** Returns the counter in a word. */
  public static long counter(long word) {
    return word >> 1;
  }

  /** Returns whether the cell was sealed when this word was read. */
  public static boolean isSealed(long word) {
    return (word & SEALED) != 0;
  }

  /**
   * Changes the counter if the cell still has this word.
   *
   * @param expected a word that is not sealed
   * @param counter a value that {@linkplain #fits fits}
   */
  public boolean tryChange(long expected, long counter) {
    return WORD.compareAndSet(this, expected, counter << 1);
  }

  /** Keeps the counter as it is from now on. */
  public void seal() {
    long now = word;
    while (!isSealed(now) && !WORD.compareAndSet(this, now, now | SEALED)) {
      now = word;
    }
  }

  /** Returns the object as it is now. Allocates if the counter differs from that of the last. */
  public Tuple object() {
    long counter = counter(word);
    Tuple last = outline;
    if (((IntegerTerm) last.element(position)).longValue() == counter) {
      return last;
    }
    Tuple made = last.with(position, IntegerTerm.of(counter)).packed();
    outline = made;
    return made;
  }

  /** Returns an object with the same other elements. Its counter may be an earlier one. */
  public Tuple outline() {
    return outline;
  }
}
