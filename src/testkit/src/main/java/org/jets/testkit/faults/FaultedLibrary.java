package org.jets.testkit.faults;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Maps among classes with points for faults, and runs with faults in their operations. */
public final class FaultedLibrary {
  /** A map that has made no progress for so long has a lock that nobody gives back. */
  private static final long PATIENCE_SECONDS = Long.getLong("jets.faults.patience", 30);

  private final FaultedMap.Catalogue catalogue;

  /**
   * Loads a library a second time.
   *
   * @param libraries a class of each library, in its root package
   * @param exempt methods that only a stack of a certain depth keeps from being called, as {@code
   *     Class.method}
   * @param catalogue has a constructor without parameters, and is loaded with the library
   */
  public FaultedLibrary(
      List<Class<?>> libraries,
      Set<String> exempt,
      Class<? extends FaultedMap.Catalogue> catalogue) {
    FaultClassLoader loader = new FaultClassLoader(libraries, FaultPoints.class, exempt);
    loader.initializeLibraries();
    try {
      Constructor<?> constructor =
          Class.forName(catalogue.getName(), true, loader).getDeclaredConstructor();
      constructor.setAccessible(true);
      this.catalogue = (FaultedMap.Catalogue) constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("catalogue: " + catalogue, e);
    }
  }

  /** Returns the map of a name with each kind of keys. */
  public List<FaultedMap> maps(String map) {
    return catalogue.of(map);
  }

  /**
   * Injects each fault of a kind into each operation of a map.
   *
   * @param map its name in the catalogue
   * @param scale below 1 for fewer faults
   */
  public FaultReport inject(String map, FaultKind fault, double scale, long seed)
      throws InterruptedException {
    return watch(
        map, fault.name(), tally -> FaultRun.run(map, maps(map), fault, scale, seed, tally));
  }

  /**
   * Injects random faults into random operations of many threads.
   *
   * @param map its name in the catalogue
   */
  public FaultReport soak(String map, int threads, long millis, long seed)
      throws InterruptedException {
    return watch(
        map, "random", tally -> FaultSoak.run(map, maps(map), threads, millis, seed, tally));
  }

  private interface Run {
    void with(FaultTally tally) throws InterruptedException;
  }

  private static FaultReport watch(String map, String fault, Run run) throws InterruptedException {
    FaultTally tally = new FaultTally();
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    Thread thread = new FaultPoints.Fused(() -> run(run, tally, end), "faults in " + map);
    thread.start();
    FaultReport report = new FaultReport(map, fault, tally);
    long seen = -1;
    while (seen != tally.progress()) {
      seen = tally.progress();
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
    tally.damaged(FaultTally.LOCKED, where.toString());
    tally.abandon();
    return report;
  }

  private static void run(Run run, FaultTally tally, CompletableFuture<Boolean> end) {
    try {
      run.with(tally);
      end.complete(true);
    } catch (InterruptedException | RuntimeException | Error e) {
      end.completeExceptionally(e);
    }
  }
}
