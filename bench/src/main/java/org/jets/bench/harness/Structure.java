package org.jets.bench.harness;

/**
 * A measured structure, under the name that tables and legends show. The same structure has the
 * same name in all experiments, and so the same colour.
 */
public record Structure(String name, Origin origin) {
  /** The library it belongs to; the report draws each with lines of its own kind. */
  public enum Origin {
    /** This library. */
    JETS,
    /** The package {@code java.util}. */
    JDK,
    /** The library JCTools. */
    JCTOOLS,
    /** A table, or a node, of a live Erlang. */
    ETS,

    /** Anything else. */
    OTHER
  }
}
