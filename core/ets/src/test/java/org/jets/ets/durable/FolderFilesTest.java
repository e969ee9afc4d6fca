package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.durable.Content.PROPERTIES;
import static org.jets.ets.durable.Content.cell;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests logs in a real folder. */
class FolderFilesTest {
  @TempDir private Path root;
  private Path folder;

  @BeforeEach
  void setFolder() {
    folder = root.resolve("a").resolve("b");
  }

  private static DurableLog open(Path folder, Content content) throws IOException {
    return DurableLog.open(folder, PROPERTIES, LogOptions.defaults(), content);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void open_absentFolder_isMadeAndRecovered() throws IOException {
    try (DurableLog log = open(folder, new Content())) {
      log.write(LogRecord.of(cell(1, 1)));
      log.snapshot(action -> action.accept(cell(1, 1)));
      log.write(LogRecord.of(cell(2, 2)));
    }
    Content content = new Content();
    open(folder, content).close();

    assertThat(content.cells()).hasSize(2);
    assertThat(names())
        .containsExactlyInAnyOrder(
            "lock", LogNames.snapshot(2), LogNames.segment(2), LogNames.segment(3));
  }

  @Test
  void open_openInThisProcess_isRefused() throws IOException {
    try (DurableLog log = open(folder, new Content())) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> open(folder.resolve("../b"), new Content()))
            .isInstanceOf(FileSystemException.class)
            .hasMessageContaining("a log in this folder is open in this process");
      }
      assertThat(openElsewhere()).contains("a log in this folder is open in another process");
      log.write(LogRecord.of(cell(1, 1)));
    }
    assertThat(openElsewhere()).contains("opened 1");
  }

  /** Opens the log in another process. Returns the output of that. */
  private String openElsewhere() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Opening.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** A program that opens a log. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] args) throws IOException {
      Content content = new Content();
      try (DurableLog log = open(Path.of(args[0]), content)) {
        System.out.println("opened " + log.recovered().records());
      }
    }
  }

  @Test
  void open_newFiles_areForTheirOwnerAlone() throws IOException {
    try (DurableLog log = open(folder, new Content())) {
      log.write(LogRecord.of(cell(1, 1)));
      log.snapshot(action -> action.accept(cell(1, 1)));
      for (String name : names()) {
        assertThat(Files.getPosixFilePermissions(folder.resolve(name)))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
      for (Path made : List.of(folder, folder.getParent())) {
        assertThat(Files.getPosixFilePermissions(made))
            .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      }
    }
  }

  @Test
  void open_symbolicLinks_areNotFollowed() throws IOException {
    open(folder, new Content()).close();
    Path segment = folder.resolve(LogNames.segment(1));
    Path moved = root.resolve("moved");
    Files.move(segment, moved);
    Files.createSymbolicLink(segment, moved);
    assertThatThrownBy(() -> open(folder, new Content()))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("a file of a log (expected: a regular file)");
    Files.delete(segment);
    Files.move(moved, segment);

    Path victim = Files.writeString(root.resolve("victim"), "text");
    Path lock = folder.resolve(FolderFiles.LOCK_NAME);
    Files.delete(lock);
    Files.createSymbolicLink(lock, victim);
    assertThatThrownBy(() -> open(folder, new Content())).isInstanceOf(IOException.class);
    Files.delete(lock);
    open(folder, new Content()).close();
    assertThat(victim).hasContent("text");
  }

  @Test
  void open_filesOfOthers_stay() throws IOException {
    open(folder, new Content()).close();
    for (String name : List.of("log-old.tmp", "snapshot-.tmp", "log-1", "notes")) {
      Files.writeString(folder.resolve(name), "text");
    }
    open(folder, new Content()).close();
    DurableLog log = open(folder, new Content());
    log.discard();

    assertThat(names()).containsExactlyInAnyOrder("log-old.tmp", "snapshot-.tmp", "log-1", "notes");
  }

  @Test
  void open_folderWithTheNameOfASegment_isRefused() throws IOException {
    open(folder, new Content()).close();
    Files.createDirectory(folder.resolve(LogNames.segment(2)));

    assertThatThrownBy(() -> open(folder, new Content())).isInstanceOf(FileSystemException.class);
  }

  @Test
  void open_failed_releasesTheFolder() throws IOException {
    open(folder, new Content()).close();
    Path segment = folder.resolve(LogNames.segment(1));
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, new byte[100]);
    assertThatThrownBy(() -> open(folder, new Content()))
        .isInstanceOf(LogFormatException.class)
        .hasMessage(segment + ", byte 0: no header of a log of jets");
    Files.write(segment, bytes);

    open(folder, new Content()).close();
  }

  @Test
  void open_copyOfTheFolder_hasTheSame() throws IOException {
    Path copy = root.resolve("copy");
    Files.createDirectory(copy);
    try (DurableLog log = open(folder, new Content())) {
      log.write(LogRecord.of(cell(1, 1)));
      for (String name : names()) {
        Files.copy(folder.resolve(name), copy.resolve(name));
      }
    }
    Content content = new Content();
    open(copy, content).close();

    assertThat(content.cells()).hasSize(1);
  }

  @Test
  void open_lockedThroughAnotherChannelOfThisProcess_isRefused() throws IOException {
    Files.createDirectories(folder);
    Path lock = folder.resolve(FolderFiles.LOCK_NAME);
    try (FileChannel other =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = other.lock()) {
      assertThatThrownBy(() -> open(folder, new Content()))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("open in this process");
      assertThat(held.isValid()).isTrue();
    }
  }

  @Test
  void open_refusedTwice_leavesTheFolderToTheFirst() throws IOException {
    FolderFiles files = FolderFiles.create(folder);
    try (DurableLog log =
        DurableLog.open(files, PROPERTIES, LogOptions.defaults(), new Content())) {
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(
                () -> DurableLog.open(files, PROPERTIES, LogOptions.defaults(), new Content()))
            .isInstanceOf(FileSystemException.class);
      }
      log.write(LogRecord.of(cell(1, 1)));
    }
  }
}
