package org.jets.bench.durable;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The program of a store in Java. It does what a line on standard input says, and answers with a
 * number of nanoseconds. It ends with its input.
 */
final class StoreServer {
  private final Contestant contestant;
  private final Path folder;
  private boolean isFilled;

  private StoreServer(Contestant contestant, Path folder) {
    this.contestant = contestant;
    this.folder = folder;
  }

  /** Takes the name of the store, and a folder that it makes and removes. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    StoreServer server = new StoreServer(Contestant.valueOf(args[0]), folder);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(server.answer(line));
      }
    } finally {
      remove(folder);
    }
    System.exit(0); // Threads of RocksDB may be left.
  }

  private String answer(String line) {
    String[] words = line.split(" ", -1);
    try {
      return Long.toString(
          words[0].equals("put")
              ? put(Force.of(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]))
              : recover(Integer.parseInt(words[1])));
    } catch (Exception e) {
      return e.toString().replace('\n', ' ');
    }
  }

  private ObjectStore open(Path path, Force force) throws Exception {
    Files.createDirectories(path);
    return contestant == Contestant.JETS ? new JetsStore(path, force) : new RocksStore(path, force);
  }

  private static byte[] value(long key) {
    byte[] value = new byte[ObjectStore.VALUE_BYTES];
    Arrays.fill(value, (byte) key);
    return value;
  }

  /** Puts so many objects into an empty store. Returns the time of the puts alone. */
  private long put(Force force, int threads, int count) throws Exception {
    Path path = folder.resolve("put");
    remove(path);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (ObjectStore store = open(path, force)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int first = thread;
        tasks.add(() -> put(store, first, threads, count));
      }
      long begin = System.nanoTime();
      for (Future<Void> task : pool.invokeAll(tasks)) {
        task.get();
      }
      return System.nanoTime() - begin;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdown();
      remove(path);
    }
  }

  private static Void put(ObjectStore store, int first, int step, int count) throws Exception {
    for (long key = first; key < count; key += step) {
      store.put(key, value(key));
    }
    return null;
  }

  /** Opens a store with so many objects, which the first call fills. Returns the time. */
  private long recover(int count) throws Exception {
    Path path = folder.resolve("recovered");
    if (!isFilled) {
      try (ObjectStore store = open(path, Force.NEVER)) {
        put(store, 0, 1, count);
      }
      isFilled = true;
    }
    long begin = System.nanoTime();
    try (ObjectStore store = open(path, Force.NEVER)) {
      long size = store.size();
      long nanos = System.nanoTime() - begin;
      if (contestant == Contestant.JETS && size != count) {
        throw new IllegalStateException(size + " objects (expected: " + count + ")");
      }
      return nanos;
    }
  }

  private static void remove(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
