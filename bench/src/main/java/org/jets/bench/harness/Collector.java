package org.jets.bench.harness;

import java.util.List;
import java.util.Locale;

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

  /** The name in columns. */
  public String title() {
    return title;
  }

  /** The name on the command line. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the flags of a heap of one size whose pages are there from the start. */
  public List<String> flags(String heap) {
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", flag);
  }
}
