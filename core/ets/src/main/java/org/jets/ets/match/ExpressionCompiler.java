package org.jets.ets.match;

import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Compiles the guards and the body of one clause. Where an expression is not valid, the mistake is
 * listed and the compilation goes on, with something in its place that is never run; so mistakes
 * come in the order in which Erlang finds them, which is why arguments are compiled from the last
 * to the first.
 */
final class ExpressionCompiler {
  /**
   * How deep expressions can be nested. Erlang's limit depends on its stack, and lies between 1,000
   * and 5,000; it counts the elements of a list too.
   */
  static final int MAX_DEPTH = 1_000;

  private static final Atom CONST = Atom.of("const");
  private static final Atom AND = Atom.of("and");
  private static final Atom OR = Atom.of("or");
  private static final Atom ANDALSO = Atom.of("andalso");

  /** An older name of {@code andalso}. */
  private static final Atom ANDTHEN = Atom.of("andthen");

  private static final Atom ORELSE = Atom.of("orelse");
  private static final Atom SELF = Atom.of("self");
  private static final Atom WHOLE_OBJECT = Atom.of("$_");
  private static final Atom ALL_BINDINGS = Atom.of("$$");

  private static final Expression INVALID = new Expression.Constant(Atom.UNDEFINED);

  /** What can be called when tracing, each with the name that Erlang has for it in its error. */
  private static final Map<Atom, String> TRACING =
      Map.ofEntries(
          tracing("caller"),
          tracing("caller_line"),
          tracing("current_stacktrace"),
          tracing("disable_trace"),
          tracing("display"),
          tracing("enable_trace"),
          tracing("exception_trace"),
          tracing("get_seq_token"),
          tracing("is_seq_trace"),
          tracing("message"),
          tracing("process_dump"),
          tracing("return_trace"),
          Map.entry(Atom.of("set_seq_token"), "set_seq_trace"),
          tracing("silent"),
          tracing("trace"));

  /** Functions for tracing only, which Erlang refuses with an error of its own. */
  private static final Map<Atom, Integer> TRACE_CONTROL =
      Map.of(Atom.of("get_tcw"), 0, Atom.of("set_tcw"), 1);

  private final SortedMap<Integer, Expression> variables;
  private final boolean inBody;
  private final ErrorList errors;

  ExpressionCompiler(SortedMap<Integer, Expression> variables, boolean inBody, ErrorList errors) {
    this.variables = variables;
    this.inBody = inBody;
    this.errors = errors;
  }

  private static Map.Entry<Atom, String> tracing(String name) {
    return Map.entry(Atom.of(name), name);
  }

  /**
   * Compiles an expression.
   *
   * @throws MatchSpecException if it is nested too deep
   */
  Expression compile(Term term) {
    return compile(term, 0);
  }

  private Expression compile(Term term, int depth) {
    if (term instanceof Atom atom) {
      return compileAtom(atom);
    }
    boolean isCompound =
        term instanceof Tuple
            || term instanceof MapTerm
            || (term instanceof ListTerm list && !list.isEmpty());
    if (!isCompound) {
      return new Expression.Constant(term);
    }
    if (depth > MAX_DEPTH) {
      throw errors.tooDeep(term);
    }
    if (term instanceof Tuple tuple) {
      return compileTuple(tuple, depth + 1);
    }
    return term instanceof MapTerm map
        ? compileMap(map, depth + 1)
        : compileList((ListTerm) term, depth + 1);
  }

  private Expression compileAtom(Atom atom) {
    int variable = Patterns.variableNumber(atom);
    if (variable >= 0) {
      Expression access = variables.get(variable);
      if (access != null) {
        return access;
      }
      return invalid(
          "the variable " + atom + " is not bound in the head",
          "Variable $" + variable + " is unbound.");
    }
    if (atom == WHOLE_OBJECT) {
      return new Access.WholeObject();
    }
    if (atom == ALL_BINDINGS) {
      return new Construction.OfList(variables.values().toArray(new Expression[0])).folded();
    }
    return new Expression.Constant(atom);
  }

  private Expression compileList(ListTerm list, int depth) {
    int size = list.size();
    Expression[] parts = new Expression[list.isProper() ? size : size + 1];
    Iterator<Term> elements = list.iterator();
    for (int i = 0; i < size; i++) {
      parts[i] = compile(elements.next(), depth);
    }
    if (list.isProper()) {
      return new Construction.OfList(parts).folded();
    }
    parts[size] = compile(list.lastTail(), depth);
    return new Construction.OfCells(parts).folded();
  }

  private Expression compileMap(MapTerm map, int depth) {
    Expression[] keysAndValues = new Expression[2 * map.size()];
    for (int i = 0; i < map.size(); i++) {
      keysAndValues[2 * i + 1] = compile(map.value(i), depth);
    }
    for (int i = 0; i < map.size(); i++) {
      keysAndValues[2 * i] = compile(map.key(i), depth);
    }
    return new Construction.OfMap(keysAndValues).folded();
  }

  private Expression compileTuple(Tuple tuple, int depth) {
    if (tuple.arity() == 1 && tuple.element(1) instanceof Tuple elements) {
      return new Construction.OfTuple(compileFrom(1, elements, depth)).folded();
    }
    if (tuple.arity() >= 1
        && tuple.element(1) instanceof Atom name
        && Patterns.variableNumber(name) < 0) {
      return compileCall(name, tuple, depth);
    }
    errors.add(
        tuple + " is neither a call nor a tuple, which is written {{...}} or {const,{...}}",
        "",
        tuple,
        " is neither a function call, nor a tuple (tuples are written {{ ... }}).");
    return INVALID;
  }

  /** Compiles the elements from a position on, the last one first. */
  private Expression[] compileFrom(int first, Tuple tuple, int depth) {
    Expression[] expressions = new Expression[tuple.arity() - first + 1];
    for (int i = expressions.length - 1; i >= 0; i--) {
      expressions[i] = compile(tuple.element(first + i), depth);
    }
    return expressions;
  }

  private Expression compileCall(Atom name, Tuple call, int depth) {
    if (name == CONST) {
      return call.arity() == 2
          ? new Expression.Constant(call.element(2))
          : invalidForm(call, "const takes one argument", "const", "more than one argument");
    }
    Expression operator = compileOperator(name, call, depth);
    if (operator != null) {
      return operator;
    }
    if (name == SELF) {
      return call.arity() == 1
          ? new Access.Self()
          : invalidForm(call, "self takes no arguments", "self", "arguments");
    }
    String tracing = TRACING.get(name);
    if (tracing != null) {
      return invalid(
          name + " is for tracing, not for tables",
          "Special form '" + tracing + "' used in wrong dialect.");
    }
    return compileFunction(name, call, depth);
  }

  private @Nullable Expression compileOperator(Atom name, Tuple call, int depth) {
    boolean strict = name == AND || name == OR;
    if (!strict && name != ANDALSO && name != ANDTHEN && name != ORELSE) {
      return null;
    }
    Atom shown = name == ANDTHEN ? ANDALSO : name;
    if (call.arity() == 1) {
      errors.add(
          name + " needs arguments",
          "Special form '" + shown.name() + "' called without arguments in ",
          call,
          ".");
      return INVALID;
    }
    int deciding = name == OR || name == ORELSE ? Expression.TRUE : Expression.FALSE;
    if (strict) {
      return caught(new Logic.Strict(compileFrom(2, call, depth), deciding));
    }
    Expression[] operands = new Expression[call.arity() - 1];
    for (int i = 0; i < operands.length; i++) {
      operands[i] = compile(call.element(i + 2), depth);
    }
    return operands.length == 1 ? operands[0] : caught(new Logic.ShortCircuit(operands, deciding));
  }

  private Expression caught(Expression call) {
    return inBody ? new Expression.Caught(call) : call;
  }

  private Expression compileFunction(Atom name, Tuple call, int depth) {
    int arity = call.arity() - 1;
    Functions.Function function = Functions.lookup(name, arity);
    if (function == null) {
      Integer traceArity = TRACE_CONTROL.get(name);
      boolean isTracing = traceArity != null && traceArity == arity;
      errors.add(
          isTracing
              ? name + "/" + arity + " is for tracing, not for tables"
              : "there is no function " + name + "/" + arity + ", called by " + call,
          "Function ",
          name,
          "/" + arity + (isTracing ? " cannot be called in this context." : " does_not_exist."));
      return INVALID;
    }
    return function.call(compileFrom(2, call, depth), inBody);
  }

  private Expression invalid(String reason, String erlangText) {
    errors.add(reason, erlangText);
    return INVALID;
  }

  private Expression invalidForm(Tuple call, String reason, String form, String wrong) {
    errors.add(
        reason + ": " + call,
        "Special form '" + form + "' called with " + wrong + " in ",
        call,
        ".");
    return INVALID;
  }
}
