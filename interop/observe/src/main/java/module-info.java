/** Tables and nodes, seen while they run. */
module org.jets.observe {
  requires transitive org.jets.terms;
  requires transitive org.jets.ets;
  requires transitive org.jets.node;
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive java.management;
  requires jdk.jfr;
  requires jdk.httpserver;

  exports org.jets.observe;
  exports org.jets.observe.page;
}
