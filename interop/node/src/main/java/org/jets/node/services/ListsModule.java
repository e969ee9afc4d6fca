package org.jets.node.services;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;

/** The functions of Erlang's module {@code lists} that a node offers to others. */
public final class ListsModule {
  private ListsModule() {}

  public static ExposedModule of() {
    return new FunctionTable()
        .with("reverse", 1, ListsModule::reverse)
        .with("sort", 1, ListsModule::sort)
        .with("usort", 1, ListsModule::usort);
  }

  /** Reverses a list. An improper list of two elements or more fails inside, as in Erlang. */
  private static Term reverse(IncomingCall call) throws ErlangException {
    if (!(call.arguments().get(0) instanceof ListTerm list)
        || (!list.isProper() && list.size() < 2)) {
      throw FunctionErrors.functionClause(call);
    }
    if (!list.isProper()) {
      throw FunctionErrors.stdlibBadarg(call);
    }
    List<Term> elements = new ArrayList<>(list.toList());
    Collections.reverse(elements);
    return ListTerm.of(elements);
  }

  private static List<Term> sorted(IncomingCall call) throws ErlangException {
    if (!(call.arguments().get(0) instanceof ListTerm list) || !list.isProper()) {
      throw FunctionErrors.functionClause(call);
    }
    List<Term> elements = new ArrayList<>(list.toList());
    elements.sort(new PausableOrder());
    return elements;
  }

  private static Term sort(IncomingCall call) throws ErlangException {
    return ListTerm.of(sorted(call));
  }

  /** Sorts a list. Of elements that are {@code ==}, the first in the list stays. */
  private static Term usort(IncomingCall call) throws ErlangException {
    List<Term> unique = new ArrayList<>();
    for (Term element : sorted(call)) {
      if (unique.isEmpty() || !TermOrder.equal(unique.get(unique.size() - 1), element)) {
        unique.add(element);
      }
    }
    return ListTerm.of(unique);
  }
}
