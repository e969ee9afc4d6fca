package org.jets.bench.harness;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A garbage collector of the JDK. */
public enum Collector {
  G1("G1", "-XX:+UseG1GC"),
  PARALLEL("Parallel", "-XX:+UseParallelGC"),
  /** With generations from JDK 24 on, and without them on older ones. */
  ZGC("ZGC", "-XX:+UseZGC");

  private final String title;
  private final String flag;

  Collector(String title, String flag) {
    this.title = title;
    this.flag = flag;
  }

  /** A collection in every few slices, even of contestants that make little garbage. */
  private static final String YOUNG = "64m";

  /** The name in columns. */
  public String title() {
    return title;
  }

  /** The name on the command line. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the flags of a heap for measurements by turns, with a small young generation. A
   * collection moves objects of a structure next to each other, and updates spread them over the
   * young generation. With a large one the rate of a structure would depend on how many slices ago
   * the last collection was.
   */
  public List<String> flagsOfTurns(String heap) {
    return Stream.concat(flags(heap).stream(), Stream.of("-Xmn" + YOUNG)).toList();
  }

  /** Returns the flags of a heap of one size whose pages are there from the start. */
  public List<String> flags(String heap) {
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", flag);
  }
}
