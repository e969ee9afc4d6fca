/** Erlang's tables: options, owners, access, match specifications, and the stores behind them. */
module org.jets.ets {
  requires transitive org.jets.terms;
  requires transitive org.jets.collections;
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires static org.jctools.core;
  requires static java.management;
  requires static jdk.management;

  exports org.jets.ets;
  exports org.jets.ets.erl;
  exports org.jets.ets.event;
  exports org.jets.ets.index;
  exports org.jets.ets.log;
  exports org.jets.ets.match;
  exports org.jets.ets.observe;
  exports org.jets.ets.view;
}
