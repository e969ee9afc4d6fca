/** Concurrent maps: generic, and of no dependency. */
@SuppressWarnings("module") // The module of the tables is built after this one.
module org.jets.collections {
  requires static transitive org.jspecify;

  exports org.jets.collections;
  exports org.jets.collections.internal.cursor to
      org.jets.ets;
}
