/** Concurrent maps: generic, and of no dependency. */
module org.jets.collections {
  requires static transitive org.jspecify;

  exports org.jets.collections;
}
