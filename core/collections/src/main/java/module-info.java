/** Concurrent maps for whoever wants a map: generic, and of no dependency. */
module org.jets.collections {
  requires static transitive org.jspecify;

  exports org.jets.collections;
}
