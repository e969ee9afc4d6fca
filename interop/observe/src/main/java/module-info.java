/** Tables and nodes, seen while they run. */
// Micrometer is an automatic module. A program that uses its class has it anyway.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.jets.observe {
  requires transitive org.jets.terms;
  requires transitive org.jets.ets;
  requires transitive org.jets.node;
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires static transitive micrometer.core;
  requires transitive java.management;
  requires static jdk.management;
  requires jdk.jfr;
  requires jdk.httpserver;

  exports org.jets.observe;
  exports org.jets.observe.page;
}
