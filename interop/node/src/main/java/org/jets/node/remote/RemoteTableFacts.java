package org.jets.node.remote;

import org.jets.ets.Access;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a table that do not change as long as it is there, and those that it had when
 * it was opened.
 *
 * @param owner its owner then
 * @param access its access then
 * @param name its name then; null if it was not known by one
 */
record RemoteTableFacts(
    Reference id,
    TableType type,
    int keypos,
    @Nullable Term owner,
    Access access,
    @Nullable Term name) {

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
        access(item(info, "protection")),
        item(info, "named_table") == Atom.TRUE ? item(info, "name") : null);
  }

  private static Access access(@Nullable Term term) {
    for (Access access : Access.values()) {
      if (access.term() == term) {
        return access;
      }
    }
    return Access.PROTECTED;
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
