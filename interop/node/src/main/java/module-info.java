/** An Erlang node: distribution, processes, services, and tables for live Erlang nodes. */
module org.jets.node {
  requires transitive org.jets.terms;
  requires transitive org.jets.ets;
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires org.jctools.core.jdk11;
  requires java.management;
  requires static jdk.management;

  exports org.jets.node;
  exports org.jets.node.remote;
}
