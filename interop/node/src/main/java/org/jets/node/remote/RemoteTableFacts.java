package org.jets.node.remote;

import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What does not change as long as a table is there, and who owned it and whether it was public when
 * it was opened.
 */
record RemoteTableFacts(
    Reference id, TableType type, int keypos, @Nullable Term owner, boolean isPublic) {

  /** Reads what {@code ets:info/1} gives for a table that is there. */
  static RemoteTableFacts of(Term info) {
    Term id = item(info, "id");
    Term keypos = item(info, "keypos");
    if (!(id instanceof Reference reference)) {
      throw RemoteAnswers.unexpected(info, "the description of a table, with its id");
    }
    if (!(keypos instanceof IntegerTerm position) || position.signum() < 1) {
      throw RemoteAnswers.unexpected(info, "the description of a table, with its keypos");
    }
    return new RemoteTableFacts(
        reference,
        type(info),
        position.fitsInt() ? position.intValue() : Integer.MAX_VALUE,
        item(info, "owner") instanceof Pid owner ? owner : null,
        item(info, "protection") == Atom.of("public"));
  }

  private static TableType type(Term info) {
    Term term = item(info, "type");
    for (TableType type : TableType.values()) {
      if (type.term() == term) {
        return type;
      }
    }
    throw RemoteAnswers.unexpected(info, "the description of a table, with its type");
  }

  private static @Nullable Term item(Term info, String name) {
    Atom key = Atom.of(name);
    for (Term element : RemoteAnswers.list(info)) {
      if (element instanceof Tuple pair && pair.arity() == 2 && pair.element(1) == key) {
        return pair.element(2);
      }
    }
    return null;
  }
}
