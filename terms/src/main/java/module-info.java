/** Erlang's terms: their order, their hashes, the external term format and their text. */
module org.jets.terms {
  requires static transitive org.jspecify;

  exports org.jets.terms;
  exports org.jets.terms.ordered;
}
