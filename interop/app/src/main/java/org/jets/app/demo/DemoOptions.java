package org.jets.app.demo;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jets.app.UsageException;
import org.jets.ets.Backend;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * The options on the command line.
 *
 * @param store the store of each table whose type it supports; null for the default ones
 * @param jdk the JDK to index; null for the one that this runs on
 * @param node the name of the node that serves the tables afterwards; null for none
 * @param cookie the cookie of that node; null for the user's
 */
record DemoOptions(
    @Nullable Backend store,
    int threads,
    @Nullable Path jdk,
    @Nullable String node,
    @Nullable String cookie) {
  private static final int MAX_THREADS = 256;

  static DemoOptions of(ParseResult given) throws UsageException {
    String store = given.matchedOptionValue("--store", null);
    String threads = given.matchedOptionValue("--threads", null);
    String jdk = given.matchedOptionValue("--jdk", null);
    String node = given.matchedOptionValue("--node", null);
    String cookie = given.matchedOptionValue("--cookie", null);
    if (cookie != null && node == null) {
      throw new UsageException("--cookie: without --node (expected: a node that has it)");
    }
    return new DemoOptions(
        store == null ? null : parseStore(store),
        threads == null ? allCores() : parseThreads(threads),
        jdk == null ? null : parsePath(jdk),
        node,
        cookie);
  }

  private static int allCores() {
    return Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);
  }

  private static Backend parseStore(String name) throws UsageException {
    for (Backend backend : Backend.values()) {
      if (backend.name().equals(name.toUpperCase(Locale.ROOT).replace('-', '_'))) {
        return backend;
      }
    }
    throw new UsageException("--store: " + name + " (expected: " + storeNames() + ")");
  }

  /** Returns the names of all stores, in readable form. */
  static String storeNames() {
    return Arrays.stream(Backend.values()).map(Backend::name).collect(Collectors.joining(", "));
  }

  private static int parseThreads(String text) throws UsageException {
    if (text.matches("[0-9]{1,9}")) {
      int threads = Integer.parseInt(text);
      if (threads >= 1 && threads <= MAX_THREADS) {
        return threads;
      }
    }
    throw new UsageException("--threads: " + text + " (expected: 1 to " + MAX_THREADS + ")");
  }

  private static Path parsePath(String text) throws UsageException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException("--jdk: " + text + " (expected: a path)");
    }
  }
}
