/** A bridge between jinterface and jets. */
// jinterface is no module; whoever uses this one has its classes in hand all the same.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.jets.jinterface {
  requires transitive org.jets.terms;
  requires transitive org.jets.ets;
  requires transitive org.jets.node;
  requires transitive jinterface;
  requires static transitive org.jspecify;

  exports org.jets.jinterface;
}
