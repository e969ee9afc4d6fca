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
 * The immutable properties of a table, and others as they were when it was opened.
 *
 * @param owner its owner at that time
 * @param access its access at that time
 * @param name its name at that time; null if the other node told none
 * @param isNamed whether the name stood for the table in calls at that time
 */
record RemoteTableFacts(
    Reference id,
    TableType type,
    int keypos,
    @Nullable Term owner,
    Access access,
    @Nullable Term name,
    boolean isNamed) {

  /** Reads the result of {@code ets:info/1} for a table that exists. */
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
        item(info, "name"),
        item(info, "named_table") == Atom.TRUE);
  }

  /** Returns the term for the table in calls: its name if it is known by it, else its id. */
  Term knownBy() {
    return isNamed && name != null ? name : id;
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
