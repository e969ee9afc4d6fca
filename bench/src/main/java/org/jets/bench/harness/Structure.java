package org.jets.bench.harness;

/**
 * What is measured, under the name that tables and legends show. The same structure has the same
 * name in all experiments, and so the same colour.
 */
public record Structure(String name, Origin origin) {
  /** Whose it is; the report draws each with lines of its own kind. */
  public enum Origin {
    /** Ours. */
    JETS,
    /** Of {@code java.util}. */
    JDK,
    /** Of JCTools. */
    JCTOOLS,
    /** A table, or a node, of a live Erlang. */
    ETS,

    /** Of whatever else. */
    OTHER
  }
}
