package org.jets.node.live;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The states of another process' threads, as Linux shows them in {@code /proc}. {@code kill}
 * returns before running threads have stopped: some of a busy node stopped 26 ms later, and
 * answered in the meantime.
 */
final class ThreadStates {
  private static final char STOPPED = 'T';
  private static final char ENDED = 'X';

  private final Path tasks;

  private ThreadStates(Path tasks) {
    this.tasks = tasks;
  }

  static ThreadStates of(long pid) {
    return new ThreadStates(Path.of("/proc", Long.toString(pid), "task"));
  }

  /** Returns true if each thread has been stopped by a signal. */
  boolean areStopped() throws IOException {
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        if (state(thread) != STOPPED) {
          return false;
        }
      }
      return true;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Returns the third field; the second is a name in brackets, which may contain any character. */
  private static char state(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return ENDED;
    }
  }
}
