package org.jets.node.remote;

import org.jets.ets.SelectContinuation;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * A {@link SelectContinuation} in a table of another node.
 *
 * @param specTerm the specification, which is compiled here only on demand
 * @param term the continuation, as Erlang takes it
 */
record RemoteContinuation(
    String node, Reference id, Term specTerm, int limit, boolean isReverse, Term term)
    implements SelectContinuation {

  @Override
  public Term table() {
    return id;
  }

  @Override
  public MatchSpec spec() {
    return MatchSpec.compile(specTerm);
  }

  boolean isOf(RemoteHandle table) {
    return node.equals(table.calls.node()) && id.equals(table.id());
  }
}
