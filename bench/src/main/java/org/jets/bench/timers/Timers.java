package org.jets.bench.timers;

import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Something that has numbered timers. */
public interface Timers extends AutoCloseable {
  /** Does nothing when a timer is over. */
  Runnable NOTHING = () -> {};

  /** Starts a timer, in place of the one of this number if that is not over. */
  void start(int number, long millis);

  /** Returns about how many are running: Netty counts a cancelled one until its next tick. */
  long running();

  /** Stops all. */
  @Override
  void close();

  /** The kinds of timers. */
  enum Kind {
    /** Objects of a table that expire: the table's timer wheel, and a thread for all tables. */
    TABLE,
    /** The JDK's executor over a heap, with cancelled tasks removed at once. */
    EXECUTOR,
    /** Netty's hashed wheel of 512 buckets, with ticks of 100 ms. */
    NETTY_WHEEL;

    /** Makes timers of the numbers from 0 on. */
    Timers newTimers(int count) {
      return switch (this) {
        case TABLE -> new OfTable();
        case EXECUTOR -> new OfExecutor(count);
        case NETTY_WHEEL -> new OfNetty(count);
      };
    }
  }

  /** A timer is the time to live of an object. */
  final class OfTable implements Timers {
    private static final Atom TIMER = Atom.of("timer");

    private final Owner owner = new TableSpace().newOwner();
    private final LocalTable table =
        owner.newTable("timers", TableOptions.set().withExpiryAfterWrite(Duration.ofHours(2)));

    @Override
    public void start(int number, long millis) {
      table.insert(Tuple.of(IntegerTerm.of(number), TIMER), Duration.ofMillis(millis));
    }

    @Override
    public long running() {
      return table.size();
    }

    @Override
    public void close() {
      owner.close();
    }
  }

  /** A timer is a task. */
  final class OfExecutor implements Timers {
    private final ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("timers", true));
    private final @Nullable Future<?>[] running;

    OfExecutor(int count) {
      running = new Future<?>[count];
      executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void start(int number, long millis) {
      Future<?> before = running[number];
      if (before != null) {
        before.cancel(false);
      }
      running[number] = executor.schedule(NOTHING, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public long running() {
      return executor.getQueue().size();
    }

    @Override
    public void close() {
      executor.shutdownNow();
    }
  }

  /** A timer is a timeout. */
  final class OfNetty implements Timers {
    static {
      InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE); // SLF4J has no provider.
    }

    private final HashedWheelTimer wheel =
        new HashedWheelTimer(new DefaultThreadFactory("timers", true));
    private final @Nullable Timeout[] running;

    OfNetty(int count) {
      running = new Timeout[count];
    }

    @Override
    public void start(int number, long millis) {
      Timeout before = running[number];
      if (before != null) {
        before.cancel();
      }
      running[number] = wheel.newTimeout(timeout -> {}, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public long running() {
      return wheel.pendingTimeouts();
    }

    @Override
    public void close() {
      wheel.stop();
    }
  }
}
