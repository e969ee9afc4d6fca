package org.jets.collections;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jets.collections.internal.sync.ThreadSpread;
import org.jspecify.annotations.Nullable;

/**
 * A counter that many threads add to at little cost and that still tells an exact number. {@link
 * #add} writes a part that few other threads write, and {@link #snapshot} returns what the counter
 * was at one moment. A {@link java.util.concurrent.atomic.LongAdder} has the first but not the
 * second, an {@link java.util.concurrent.atomic.AtomicLong} the second but not the first.
 *
 * <p>Counts from -2<sup>62</sup> to 2<sup>62</sup> - 1 and wraps around beyond. All methods are
 * safe for any number of threads, and lock-free: no thread ever waits for another.
 */
public final class DecentralizedCounter {
  /*
   * OTP's flxctr replaces the array of parts to read it, and waits until no thread can still add to
   * the old array. Without thread progress to wait for, this counter seals the parts instead.
   *
   * Parts. A part is a number times two, plus one once it is sealed. An addition is a CAS from an
   * unsealed part to an unsealed one. A sealed part never changes again; getAndAdd would change it.
   *
   * Snapshot.
   * - Step 1: a CAS puts an empty array in front of the present one.
   * - Step 2: the parts of the present one are sealed.
   * - Step 3: their sum, plus the base of that array, becomes the base of the new one.
   *
   * One thread does step 1. Any thread can do steps 2 and 3, with the same result, which depends on
   * sealed parts alone. A snapshot first completes the array that it is about to replace.
   *
   * Linearization points.
   * - A snapshot: its CAS.
   * - An addition: its read of the present array, if it then adds to a part of that array. An
   *   addition that finishes after the CAS of a snapshot counts in it only if it had read the old
   *   array before that CAS.
   *
   * Memory order. All accesses are volatile, except those of the base. It is written before the
   * volatile `previous` is cleared, so that a reader of null there sees the base. A thread that
   * still reads the previous array computes the same base and writes it once more.
   *
   * Cost. An addition is a CAS, about 6 ns alone. A snapshot allocates 128 bytes for each part, as
   * many parts as there are processors, and reads each part of the old array. A snapshot without
   * additions since the last one costs the same.
   */
  private static final int STRIDE = 128 / Long.BYTES;

  private static final VarHandle PARTS =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(),
          "parts",
          VarHandle.class,
          DecentralizedCounter.class,
          Parts.class);

  private volatile Parts parts;

  /** A counter at 0, for as many threads as there are processors. */
  public DecentralizedCounter() {
    this(Math.min(256, Runtime.getRuntime().availableProcessors()));
  }

  /**
   * A counter at 0.
   *
   * @param parts for how many threads it has places, 1 to 65,536; rounded up to a power of two
   * @throws IllegalArgumentException if the number is not in that range
   */
  public DecentralizedCounter(int parts) {
    if (parts < 1 || parts > 1 << 16) {
      throw new IllegalArgumentException("parts: " + parts + " (expected: 1 to 65536)");
    }
    int rounded = parts == 1 ? 1 : 2 * Integer.highestOneBit(parts - 1);
    this.parts = new Parts(rounded, null);
  }

  /** Adds 1. */
  public void increment() {
    add(1);
  }

  /** Adds a number, which may be negative. */
  public void add(long number) {
    int spread = ThreadSpread.of(Thread.currentThread());
    while (!parts.tryAdd(spread, number)) {
      Thread.onSpinWait(); // Sealed: there is another array by now.
    }
  }

  /**
   * Returns the count at one moment during the call: every addition that had returned by then
   * counts, none that had not begun does. Allocates 128 bytes for each part.
   */
  public long snapshot() {
    for (; ; ) {
      Parts old = parts;
      old.base();
      Parts replacement = new Parts(old.count(), old);
      if (PARTS.compareAndSet(this, old, replacement)) {
        return wrapped(replacement.base());
      }
    }
  }

  /**
   * Returns about the count: each addition that is made during the call may count or not. Cheaper
   * than {@link #snapshot}, and allocates nothing.
   */
  public long estimate() {
    Parts present = parts;
    return wrapped(present.base() + present.sum());
  }

  /** Parts have one bit less than a number, so that sums are right in 63 bits. */
  private static long wrapped(long sum) {
    return (sum << 1) >> 1;
  }

  @Override
  public String toString() {
    return Long.toString(estimate());
  }

  /** The places where additions go between two snapshots. */
  private static final class Parts {
    private static final long SEALED = 1;

    private final AtomicLongArray values;
    private final int mask;

    /** The sum of the additions before, once {@link #previous} is null. */
    private long base;

    private volatile @Nullable Parts previous;

    Parts(int count, @Nullable Parts previous) {
      this.values = new AtomicLongArray((count + 1) * STRIDE);
      this.mask = count - 1;
      this.previous = previous;
    }

    int count() {
      return mask + 1;
    }

    private static int index(int part) {
      return (part + 1) * STRIDE;
    }

    /** Adds a number to a part. Returns false if the part is sealed. */
    boolean tryAdd(int spread, long number) {
      int index = index(spread & mask);
      for (; ; ) {
        long value = values.get(index);
        if ((value & SEALED) != 0) {
          return false;
        }
        if (values.compareAndSet(index, value, value + (number << 1))) {
          return true;
        }
      }
    }

    /**
     * Returns the sum of the additions before there were these parts, of sealed ones if need be.
     */
    long base() {
      Parts sealed = previous;
      if (sealed != null) {
        base = sealed.seal();
        previous = null;
      }
      return base;
    }

    private long seal() {
      long sum = base();
      for (int part = 0; part <= mask; part++) {
        sum += values.getAndUpdate(index(part), value -> value | SEALED) >> 1;
      }
      return sum;
    }

    long sum() {
      long sum = 0;
      for (int part = 0; part <= mask; part++) {
        sum += values.get(index(part)) >> 1;
      }
      return sum;
    }
  }
}
