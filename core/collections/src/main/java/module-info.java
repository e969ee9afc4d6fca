/** Generic concurrent maps that need no other library at run time. */
module org.jets.collections {
  requires static transitive org.jspecify;

  exports org.jets.collections;
}
