package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.jets.ets.quota.HeapWatch;
import org.jets.terms.Bitstring;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A space whose heap is as full as a test says. */
final class ShortHeap {
  static final long HEAP = 10_000_000;

  static final int VALUE = 10_000;

  /** More objects than a write walks over itself. */
  static final int MANY = 12_000;

  /** The bytes in use, at first all. */
  final AtomicLong used = new AtomicLong(HEAP);

  /**
   * A watch that the test notifies of collections. The collections of this JVM, which come at any
   * time, change no count.
   */
  final HeapWatch watch = new HeapWatch(HEAP, used::get, () -> 0);

  final TableSpace space = new TableSpace();

  private final FakeProcesses processes = new FakeProcesses();

  private @Nullable Owner owner;

  /** Reads the number of collections before the first one of this JVM is noticed. */
  ShortHeap() {
    watch.poll();
  }

  /** Joins the space to a node, limits it after a collection, and returns an owner. */
  Owner start() {
    join();
    space.heapQuota(new HeapQuota(space, watch));
    watch.collected();
    Owner started = space.newOwner();
    owner = started;
    return started;
  }

  /** Starts while nothing is in use. */
  Owner startEmpty() {
    used.set(0);
    return start();
  }

  /** Starts while all is in use. A collection then frees it. */
  Owner startFullThenEmpty() {
    Owner started = start();
    empty();
    return started;
  }

  /** Ends what has been started. */
  void end() {
    if (owner != null) {
      owner.close();
    }
    space.leave();
  }

  /** Lets a collection leave nothing in use. */
  void empty() {
    used.set(0);
    watch.collected();
  }

  /** Lets a collection leave all in use. */
  void full() {
    used.set(HEAP);
    watch.collected();
  }

  void join() {
    space.join(FakeProcesses.NODE, FakeProcesses.CREATION, processes);
  }

  HeapQuota quota() {
    return Objects.requireNonNull(space.heapQuota());
  }

  /** Makes the heap short by memory that no table takes. */
  void fillHeap(int percent) {
    used.set(HEAP / 100 * percent);
    watch.collected();
    assertThat(watch.isShort()).isTrue();
  }

  /** Returns a binary, or a list of some: a large binary takes more in a heap of regions. */
  static Term value(int bytes) {
    return bytes <= VALUE
        ? binary(bytes)
        : ListTerm.of(Collections.nCopies(bytes / VALUE, binary(VALUE)));
  }

  static Term binary(int bytes) {
    return Bitstring.of(new byte[bytes], (long) bytes * Byte.SIZE);
  }

  /** Inserts a number of large objects, whose keys count from 0. */
  static void insertValues(EtsTable table, long count) {
    for (int n = 0; n < count; n++) {
      table.insert(t(n, value(VALUE)));
    }
  }

  /** Inserts many small objects, whose keys count from 0. */
  static void insertMany(EtsTable table) {
    for (int n = 0; n < MANY; n++) {
      table.insert(t(n, 1));
    }
  }

  /** Inserts large objects until one is refused. Returns their number; -1 if none is refused. */
  static int fill(EtsTable table) {
    for (int n = 0; n < 2 * HEAP / VALUE; n++) {
      try {
        table.insert(t(n, value(VALUE)));
      } catch (SystemLimitException e) {
        assertThat(e.reason()).isEqualTo(a("system_limit"));
        return n;
      }
    }
    return -1;
  }

  static void assertFull(EtsTable table) {
    assertThatThrownBy(() -> table.insert(t("full", 1))).isInstanceOf(SystemLimitException.class);
  }

  /** Returns the number of steps before one is refused. */
  static int stepsUntilRefused(IntConsumer step) {
    for (int n = 0; n < 2 * HEAP / VALUE; n++) {
      try {
        step.accept(n);
      } catch (SystemLimitException e) {
        return n;
      }
    }
    return -1;
  }
}
