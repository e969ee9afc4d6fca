package org.jets.collections;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.testkit.FaultClassLoader;

/**
 * Runs {@link FaultRun} or {@link FaultSoak} in the classes of {@link FaultClassLoader}, with a
 * bound on a standstill.
 */
final class FaultReport {
  /** A map that has made no progress for so long has a lock that nobody gives back. */
  private static final long PATIENCE_SECONDS = Long.getLong("jets.faults.patience", 30);

  /**
   * Methods whose entry does not throw where each k-th entry does, as {@code Class.method}: leaves
   * of a step of several slots or buckets, which cannot be undone without as many calls. Just
   * before the step the map has been deeper on the stack, by {@code StackRoom.require}; so the
   * entry of a leaf cannot overflow there, which a fault at any entry would not know. They stay
   * methods since a step calls each of them in several places. A stack that ends at some depth is
   * injected into them too, and {@link StackOverflowTest} comes to the real end.
   */
  private static final Set<String> EXEMPT =
      Set.of("BucketWriter.store", "BucketLayout.hash", "BucketWriter.commitCopy");

  private static final FaultClassLoader LOADER = newLoader();

  private final String map;
  private final String fault;
  private final long[] counters;
  private final List<String> damages;

  private FaultReport(String map, String fault, long[] counters, List<String> damages) {
    this.map = map;
    this.fault = fault;
    this.counters = counters;
    this.damages = damages;
  }

  private static FaultClassLoader newLoader() {
    FaultClassLoader loader =
        new FaultClassLoader(AbstractConcurrentMap.class, FaultPoints.class, EXEMPT);
    loader.initializeLibrary();
    return loader;
  }

  /** Injects each fault of a kind into each operation. */
  static FaultReport of(MapUnderTest map, FaultKind fault, double scale, long seed)
      throws InterruptedException {
    return of(FaultRun.class, map, fault.name(), map.name(), fault.name(), scale, seed);
  }

  /** Injects random faults into random operations of many threads. */
  static FaultReport soak(MapUnderTest map, int threads, long millis, long seed)
      throws InterruptedException {
    return of(FaultSoak.class, map, "random", map.name(), threads, millis, seed);
  }

  private static FaultReport of(
      Class<?> type, MapUnderTest map, String fault, Object... firstArguments)
      throws InterruptedException {
    long[] counters = new long[FaultRun.COUNTERS];
    AtomicLong progress = new AtomicLong();
    List<String> damages = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> abandon = Collections.synchronizedList(new ArrayList<>());
    List<Object> arguments = new ArrayList<>(List.of(firstArguments));
    arguments.addAll(List.of(counters, progress, damages, abandon));
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Thread thread = new Thread(() -> run(type, arguments.toArray(), end), "faults in " + map);
    thread.setDaemon(true);
    thread.start();
    FaultReport report = new FaultReport(map.name(), fault, counters, damages);
    long seen = -1;
    while (seen != progress.get()) {
      seen = progress.get();
      try {
        end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return report;
      } catch (TimeoutException e) {
        // Has it got on meanwhile?
      } catch (ExecutionException e) {
        throw new AssertionError(map + ", " + fault + ": " + e.getCause(), e.getCause());
      }
    }
    StringBuilder where = new StringBuilder(map + ", " + fault + ": stands still");
    for (StackTraceElement frame : thread.getStackTrace()) {
      where.append("\n      at ").append(frame);
    }
    damages.add(where.toString());
    counters[FaultRun.LOCKED]++;
    abandon.forEach(Runnable::run);
    return report;
  }

  private static void run(Class<?> type, Object[] arguments, CompletableFuture<Boolean> end) {
    try {
      for (Method method : Class.forName(type.getName(), true, LOADER).getDeclaredMethods()) {
        if (method.getName().equals("run") && method.getParameterCount() == arguments.length) {
          method.setAccessible(true);
          method.invoke(null, arguments);
        }
      }
      end.complete(true);
    } catch (InvocationTargetException e) {
      end.completeExceptionally(e.getCause());
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      end.completeExceptionally(e);
    }
  }

  long injected() {
    return counters[FaultRun.INJECTED];
  }

  List<String> damages() {
    return damages;
  }

  /** The meaning of the columns, and their heads. */
  static String header() {
    return String.format(
        """
        # injected: faults thrown into operations; the other columns count operations, and should be 0
        # lost: after which a mapping is missing, there twice, or has a value that nobody gave it
        # locked: after which a lock is held, or the map stands still
        # counted: after which the size is not the number of mappings
        # unsound: with a wrong result, or after which the structure is damaged in another way
        %-26s %-19s %9s %6s %6s %7s %8s""",
        "map", "fault", "injected", "lost", "locked", "counted", "unsound");
  }

  @Override
  public String toString() {
    return String.format(
        "%-26s %-19s %9d %6d %6d %7d %8d",
        map,
        fault,
        counters[FaultRun.INJECTED],
        counters[FaultRun.LOST],
        counters[FaultRun.LOCKED],
        counters[FaultRun.MISCOUNTED],
        counters[FaultRun.UNSOUND]);
  }
}
