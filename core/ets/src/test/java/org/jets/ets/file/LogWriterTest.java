package org.jets.ets.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogWriterTest {
  private final RecordingFiles recording = new RecordingFiles();

  @TempDir private Path folder;
  @TempDir private Path links;

  private Path file() {
    return folder.resolve("table");
  }

  private List<String> steps(boolean force, boolean sync) throws IOException {
    Path target = recording.wrap(file());
    try (LogWriter writer = LogWriter.create(target)) {
      writer.append(new byte[10]);
      writer.append(new byte[1_000_000]);
      writer.commit(force, sync);
    }
    // The number of writes is irrelevant.
    List<String> steps = recording.steps();
    return Stream.concat(
            steps.stream().limit(1),
            Stream.iterate(1, n -> n < steps.size(), n -> n + 1)
                .filter(n -> !steps.get(n).equals(steps.get(n - 1)))
                .map(steps::get))
        .toList();
  }

  @Test
  void commit_forced_isOnTheDiskBeforeItTakesTheName() throws IOException {
    assertThat(steps(true, false))
        .containsExactly(
            "open temporary",
            "write temporary",
            "force temporary",
            "move to table",
            "close temporary");
  }

  @Test
  void commit_sync_forcesTheFolderLast() throws IOException {
    String name = String.valueOf(folder.getFileName());
    assertThat(steps(false, true))
        .containsExactly(
            "open temporary",
            "write temporary",
            "force temporary",
            "move to table",
            "close temporary",
            "open " + name,
            "force " + name,
            "close " + name);
  }

  @Test
  void commit_unforced_doesNotWaitForTheDisk() throws IOException {
    assertThat(steps(false, false))
        .containsExactly("open temporary", "write temporary", "move to table", "close temporary");
  }

  @Test
  void create_writerWasKilled_removesWhatItLeft() throws Exception {
    Files.writeString(file(), "content");
    Process process = start(Killed.class, file(), ProcessBuilder.Redirect.DISCARD);
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).isEqualTo("written");
      try (LogWriter other = LogWriter.create(file())) {
        other.append(new byte[1]);
        assertThat(files()).as("one of each that is alive").hasSize(3);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(file()).hasContent("content");
    assertThat(files()).hasSize(2);
    try (LogWriter next = LogWriter.create(file())) {
      next.commit(true, false);
    }
    assertThat(files()).containsExactly(file());
  }

  @Test
  void create_manyInOneFolder_readsNamesInProportionToThem() throws IOException {
    int count = 1_000;
    for (int n = 0; n < count; n++) {
      Files.createFile(folder.resolve("table" + n));
    }
    Path left = Files.createFile(folder.resolve(".jets-00000000000012ab.tmp"));
    for (int n = 0; n < count; n++) {
      try (LogWriter writer = LogWriter.create(recording.wrap(folder.resolve("table" + n)))) {
        writer.commit(false, false);
      }
      assertThat(left).doesNotExist();
    }
    assertThat(recording.namesRead())
        .isBetween(count, 2 * count + count * LogWriter.NAMES_PER_WRITER);
  }

  @Test
  void create_leftoverInALargeFolder_isRemovedInTime() throws IOException {
    for (int n = 0; n < 10 * LogWriter.NAMES_PER_WRITER; n++) {
      Files.createFile(folder.resolve("table" + n));
    }
    LogWriter.create(file()).close();
    Path left = Files.createFile(folder.resolve(".jets-00000000000012ab.tmp"));
    for (int n = 0; n <= 10; n++) {
      LogWriter.create(file()).close();
    }
    assertThat(left).doesNotExist();
  }

  @Test
  void create_otherWriterOfThisJvmInTheFolder_itsFileIsNotOpened() throws IOException {
    Path link = Files.createSymbolicLink(links.resolve("link"), folder);
    try (LogWriter first = LogWriter.create(file())) {
      first.append(new byte[10]);
      for (Path beside : List.of(folder, link)) {
        int before = recording.steps().size();
        try (LogWriter other = LogWriter.create(recording.wrap(beside.resolve("other")))) {
          other.commit(false, false);
        }
        List<String> steps = recording.steps();
        assertThat(steps.subList(before, steps.size())).containsOnlyOnce("open temporary");
      }
      first.commit(false, false);
    }
    assertThat(files()).containsExactlyInAnyOrder(file(), folder.resolve("other"));
  }

  @Test
  void create_otherJvmAfterAnotherWriterOfThisOne_leavesTheFileThatIsWritten() throws Exception {
    try (LogWriter first = LogWriter.create(file())) {
      first.append(new byte[10]);
      try (LogWriter other = LogWriter.create(folder.resolve("other"))) {
        other.commit(false, false);
      }
      Process process =
          start(Saver.class, folder.resolve("third"), ProcessBuilder.Redirect.INHERIT, "1");
      assertThat(process.waitFor()).isZero();
      first.commit(false, false);
    }
    assertThat(files())
        .containsExactlyInAnyOrder(file(), folder.resolve("other"), folder.resolve("third"));
  }

  @Test
  void commit_twoJvmsSaveToOneName_eachLeavesAWholeFile() throws Exception {
    List<Process> savers = new ArrayList<>();
    try {
      for (int n = 0; n < 2; n++) {
        savers.add(start(Saver.class, file(), ProcessBuilder.Redirect.INHERIT, "1000"));
      }
      for (Process saver : savers) {
        while (saver.isAlive()) {
          assertIsWhole();
        }
        assertThat(saver.waitFor()).isZero();
      }
    } finally {
      for (Process saver : savers) {
        saver.destroyForcibly().waitFor();
      }
    }
    assertIsWhole();
    assertThat(files()).containsExactly(file());
  }

  private void assertIsWhole() throws IOException {
    if (Files.exists(file())) {
      try (LogReader reader = LogReader.open(file())) {
        assertThat(reader.readHead()).isTrue();
        LogChunk chunk = Objects.requireNonNull(reader.read(Integer.MAX_VALUE));
        assertThat(chunk.payloads().stream().map(ByteBuffer::remaining))
            .containsExactly(Saver.ITEM_BYTES);
        assertThat(chunk.damaged()).isZero();
      }
    }
  }

  private static Process start(
      Class<?> main, Path file, ProcessBuilder.Redirect errors, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.add(file.toString());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(errors).start();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** Writes a file in another JVM, again and again. */
  static final class Saver {
    private static final int ITEM_BYTES = 1_000;

    private Saver() {}

    /** Writes the file named by the first argument, as often as the second argument says. */
    public static void main(String[] args) throws IOException {
      for (int n = Integer.parseInt(args[1]); n > 0; n--) {
        try (LogWriter writer = LogWriter.create(Path.of(args[0]))) {
          writer.append(new byte[ITEM_BYTES]);
          writer.commit(false, false);
        }
      }
    }
  }

  /** Writes a part of a file in another JVM, until it is killed. */
  static final class Killed {
    private Killed() {}

    /** Writes to the file that the argument names. */
    @SuppressWarnings("SystemOut") // Read by the test.
    public static void main(String[] args) throws Exception {
      try (LogWriter writer = LogWriter.create(Path.of(args[0]))) {
        writer.append(new byte[1_000_000]);
        System.out.println("written");
        Thread.currentThread().join();
      }
    }
  }
}
