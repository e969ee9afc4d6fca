/** Generic concurrent maps that need no other library at run time. */
@SuppressWarnings("module") // The module of the tables is compiled later.
module org.jets.collections {
  requires static transitive org.jspecify;

  exports org.jets.collections;
  exports org.jets.collections.internal.cursor to
      org.jets.ets;
  exports org.jets.collections.internal.sync to
      org.jets.ets;
}
