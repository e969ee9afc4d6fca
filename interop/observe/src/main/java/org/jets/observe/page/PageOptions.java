package org.jets.observe.page;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link LivePage}. Immutable. By default the page only shows facts: each action has a
 * switch of its own.
 */
public final class PageOptions {
  private static final int MOST_PORTS = 65_535;

  private static final PageOptions DEFAULTS =
      new PageOptions(0, Duration.ofSeconds(5), false, false, null);

  private final int port;
  private final Duration requestTime;
  private final boolean hasPreview;
  private final boolean hasExplain;
  private final @Nullable Path snapshots;

  private PageOptions(
      int port,
      Duration requestTime,
      boolean hasPreview,
      boolean hasExplain,
      @Nullable Path snapshots) {
    this.port = port;
    this.requestTime = requestTime;
    this.hasPreview = hasPreview;
    this.hasExplain = hasExplain;
    this.snapshots = snapshots;
  }

  /** Returns the default options of a page. Each method names its default. */
  public static PageOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the port at 127.0.0.1: by default 0, for any free port.
   *
   * @param number 0 to 65,535
   * @throws IllegalArgumentException if it is not
   */
  public PageOptions withPort(int number) {
    if (number < 0 || number > MOST_PORTS) {
      throw new IllegalArgumentException("port: " + number + " (expected: 0 to 65535)");
    }
    return new PageOptions(number, requestTime, hasPreview, hasExplain, snapshots);
  }

  /**
   * Sets the limit of time for reading a request, for writing its answer, and for writing one part
   * of a stream: by default 5 seconds each. A slower connection is closed.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public PageOptions withRequestTime(Duration time) {
    if (Objects.requireNonNull(time, "time").isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time: " + time + " (expected: > 0)");
    }
    return new PageOptions(port, time, hasPreview, hasExplain, snapshots);
  }

  /**
   * Sets whether the page can show the beginning of a table: at most 50 objects, and 500 characters
   * of each. By default it cannot, since these are contents. Private tables are never shown.
   */
  public PageOptions withPreview(boolean enabled) {
    return new PageOptions(port, requestTime, enabled, hasExplain, snapshots);
  }

  /**
   * Sets whether the page can show the plan of a table for a match specification that the user
   * types: by default it cannot.
   */
  public PageOptions withExplain(boolean enabled) {
    return new PageOptions(port, requestTime, hasPreview, enabled, snapshots);
  }

  /**
   * Lets the page write tables to files in a folder, as {@code ets:tab2file} does. The names of
   * files are new ones, made of the table's name and the time. By default it cannot. Private tables
   * are never written.
   *
   * @throws IllegalArgumentException if there is no such folder
   */
  public PageOptions withSnapshots(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("folder: " + folder + " (expected: an existing folder)");
    }
    return new PageOptions(port, requestTime, hasPreview, hasExplain, folder);
  }

  int port() {
    return port;
  }

  Duration requestTime() {
    return requestTime;
  }

  boolean hasPreview() {
    return hasPreview;
  }

  boolean hasExplain() {
    return hasExplain;
  }

  Optional<Path> snapshots() {
    return Optional.ofNullable(snapshots);
  }

  @Override
  public String toString() {
    return "PageOptions[port="
        + port
        + ", requestTime="
        + requestTime
        + ", preview="
        + hasPreview
        + ", explain="
        + hasExplain
        + ", snapshots="
        + snapshots
        + ']';
  }
}
