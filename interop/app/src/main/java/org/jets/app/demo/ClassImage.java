package org.jets.app.demo;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.jets.app.UsageException;
import org.jspecify.annotations.Nullable;

/** The class files of a JDK: its {@code jrt:} file system. */
final class ClassImage implements AutoCloseable {
  private static final URI JRT = URI.create("jrt:/");
  private static final String MODULES = "/modules";
  private static final String SUFFIX = ".class";
  private static final String MODULE_INFO = "module-info.class";

  private final FileSystem files;
  private final boolean ownsFiles;
  private final String description;

  private ClassImage(FileSystem files, boolean ownsFiles, String description) {
    this.files = files;
    this.ownsFiles = ownsFiles;
    this.description = description;
  }

  /** A class file and its module. */
  record ClassFile(String module, Path path) {
    byte[] read() throws IOException {
      return Files.readAllBytes(path);
    }
  }

  /**
   * Opens the classes of a JDK.
   *
   * @param home null for the JDK that this runs on
   * @throws UsageException if there is no JDK
   */
  static ClassImage open(@Nullable Path home) throws UsageException {
    if (home == null) {
      String description = Runtime.version() + " in " + System.getProperty("java.home");
      return new ClassImage(FileSystems.getFileSystem(JRT), false, description);
    }
    if (!Files.isReadable(home.resolve("lib/modules"))
        || !Files.isReadable(home.resolve("lib/jrt-fs.jar"))) {
      throw notAJdk(home);
    }
    try {
      FileSystem files = FileSystems.newFileSystem(JRT, Map.of("java.home", home.toString()));
      return new ClassImage(files, true, versionOf(home) + " in " + home);
    } catch (IOException | RuntimeException e) {
      // Any exception of its library for a file that is no image of classes.
      throw notAJdk(home);
    }
  }

  private static UsageException notAJdk(Path home) {
    return new UsageException(
        "--jdk: "
            + home
            + " (expected: the home of a JDK 9 or later, with lib/modules and lib/jrt-fs.jar)");
  }

  private static String versionOf(Path home) {
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
      release.load(reader);
    } catch (IOException e) {
      return "of unknown version";
    }
    return release.getProperty("JAVA_VERSION", "of unknown version").replace("\"", "");
  }

  /** Returns the version and home of the JDK. */
  String description() {
    return description;
  }

  /** Returns all classes, without module descriptors. */
  List<ClassFile> list() throws IOException {
    Path modules = files.getPath(MODULES);
    int moduleAt = modules.getNameCount();
    try (Stream<Path> paths = Files.walk(modules)) {
      return paths
          .filter(path -> path.toString().endsWith(SUFFIX))
          .filter(path -> !path.endsWith(MODULE_INFO))
          .map(path -> new ClassFile(path.getName(moduleAt).toString(), path))
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    if (ownsFiles) {
      files.close();
    }
  }
}
