/** A bridge between jinterface and jets. */
// jinterface is an automatic module. A program that uses this module needs jinterface in any case.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module org.jets.jinterface {
  requires transitive org.jets.terms;
  requires transitive org.jets.ets;
  requires transitive org.jets.node;
  requires transitive jinterface;
  requires static transitive org.jspecify;

  exports org.jets.jinterface;
}
