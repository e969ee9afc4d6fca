package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Threads and sockets of nodes of this JVM that did not exist at an earlier time. */
final class Leftovers {
  /** Opens a socket: the JDK opens one for itself with a program's first, and keeps it. */
  private static void openFirstSocket() {
    try (ServerSocket first = new ServerSocket(0)) {
      assertThat(first.isBound()).isTrue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static {
    openFirstSocket();
  }

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final String PREFIX = "jets";

  private final Set<Thread> threadsBefore = threads();
  private final Set<String> socketsBefore = sockets();

  /** Remembers the current threads and sockets. */
  Leftovers() {}

  /** Waits until all later threads and sockets are gone. */
  void awaitNone() {
    try {
      Await.until("nothing left", () -> newThreads().isEmpty() && newSockets().isEmpty());
    } catch (AssertionError e) {
      assertThat(newThreads()).as("threads").isEmpty();
      assertThat(newSockets()).as("sockets").isEmpty();
      throw e;
    }
  }

  private Set<Thread> newThreads() {
    return threads().stream()
        .filter(thread -> !threadsBefore.contains(thread))
        .collect(Collectors.toSet());
  }

  private Set<String> newSockets() {
    Set<String> sockets = sockets();
    sockets.removeAll(socketsBefore);
    return sockets;
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(PREFIX))
        .collect(Collectors.toSet());
  }

  /** Returns the numbers of the open sockets; none if the system has no such folder. */
  private static Set<String> sockets() {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return new TreeSet<>();
    }
    try (Stream<Path> links = Files.list(DESCRIPTORS)) {
      return links
          .map(Leftovers::target)
          .filter(target -> target.startsWith("socket:"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      // Closed in the meantime.
      return "";
    }
  }
}
