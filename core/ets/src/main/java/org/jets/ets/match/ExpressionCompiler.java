package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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
  private final DeepParts deep;
  private final ErrorList errors;

  ExpressionCompiler(
      SortedMap<Integer, Expression> variables, boolean inBody, DeepParts deep, ErrorList errors) {
    this.variables = variables;
    this.deep = deep;
    this.inBody = inBody;
    this.errors = errors;
  }

  private static Map.Entry<Atom, String> tracing(String name) {
    return Map.entry(Atom.of(name), name);
  }

  /**
   * Compiles an expression. It keeps its own stack of the terms that it is in.
   *
   * @throws MatchSpecException if it is nested too deep
   */
  Expression compile(Term term) {
    Deque<ExpressionFrame> open = new ArrayDeque<>();
    Expression done = begin(term, open);
    int height = 0;
    while (!open.isEmpty()) {
      ExpressionFrame frame = open.element();
      if (done != null) {
        frame.add(done, height);
      }
      height = 0;
      if (frame.isComplete()) {
        open.remove();
        done = frame.finish();
        if (!(done instanceof Expression.Constant)) {
          height = frame.height() + 1;
          if (height == DeepParts.MAX_HEIGHT) {
            done = deep.takeOut(done);
            height = 0;
          }
        }
      } else {
        done = begin(frame.next(), open);
      }
    }
    if (done == null) {
      throw new AssertionError(term);
    }
    return done;
  }

  /** Returns the expression of a term, or pushes the frame in which its parts are compiled. */
  private @Nullable Expression begin(Term term, Deque<ExpressionFrame> open) {
    if (term instanceof Atom atom) {
      return compileAtom(atom);
    }
    ExpressionFrame frame;
    if (term instanceof Tuple tuple) {
      Expression invalidOrConstant = compileWithoutParts(tuple);
      if (invalidOrConstant != null) {
        return invalidOrConstant;
      }
      frame = frameOf(tuple);
    } else if (term instanceof MapTerm map) {
      frame = frameOf(map);
    } else if (term instanceof ListTerm list && !list.isEmpty()) {
      frame = frameOf(list);
    } else {
      return new Expression.Constant(term);
    }
    if (open.size() == MAX_DEPTH) {
      throw errors.tooDeep(term);
    }
    open.push(frame);
    return null;
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

  private static ExpressionFrame frameOf(ListTerm list) {
    List<Term> parts = new ArrayList<>(list.size() + 1);
    list.forEach(parts::add);
    if (list.isProper()) {
      return ExpressionFrame.forwards(parts, values -> new Construction.OfList(values).folded());
    }
    parts.add(list.lastTail());
    return ExpressionFrame.forwards(parts, values -> new Construction.OfCells(values).folded());
  }

  private static ExpressionFrame frameOf(MapTerm map) {
    int size = map.size();
    List<Term> keysThenValues = new ArrayList<>(2 * size);
    keysThenValues.addAll(map.toMap().keySet());
    keysThenValues.addAll(map.toMap().values());
    return ExpressionFrame.backwards(
        keysThenValues,
        parts -> {
          Expression[] keysAndValues = new Expression[2 * size];
          for (int i = 0; i < size; i++) {
            keysAndValues[2 * i] = parts[i];
            keysAndValues[2 * i + 1] = parts[size + i];
          }
          return new Construction.OfMap(keysAndValues).folded();
        });
  }

  /**
   * Returns what a tuple is where nothing in it is compiled: a constant or a mistake; else null.
   */
  private @Nullable Expression compileWithoutParts(Tuple tuple) {
    if (isConstruction(tuple)) {
      return null;
    }
    if (tuple.arity() == 0
        || !(tuple.element(1) instanceof Atom name)
        || Patterns.variableNumber(name) >= 0) {
      errors.add(
          TermStart.of(tuple)
              + " is neither a call nor a tuple, which is written {{...}} or {const,{...}}",
          "",
          tuple,
          " is neither a function call, nor a tuple (tuples are written {{ ... }}).");
      return INVALID;
    }
    if (name == CONST) {
      return tuple.arity() == 2
          ? new Expression.Constant(tuple.element(2))
          : invalidForm(
              tuple, "const takes one argument", "const", "called with more than one argument");
    }
    if (name == SELF) {
      return tuple.arity() == 1
          ? new Access.Self()
          : invalidForm(tuple, "self takes no arguments", "self", "called with arguments");
    }
    if (isOperator(name)) {
      String shown = name == ANDTHEN ? ANDALSO.name() : name.name();
      return tuple.arity() == 1
          ? invalidForm(tuple, name + " needs arguments", shown, "called without arguments")
          : null;
    }
    String tracing = TRACING.get(name);
    if (tracing != null) {
      return invalid(
          name + " is for tracing, not for tables",
          "Special form '" + tracing + "' used in wrong dialect.");
    }
    return Functions.lookup(name, tuple.arity() - 1) == null ? invalidFunction(name, tuple) : null;
  }

  private static boolean isConstruction(Tuple tuple) {
    return tuple.arity() == 1 && tuple.element(1) instanceof Tuple;
  }

  private static boolean isOperator(Atom name) {
    return isStrict(name) || name == ANDALSO || name == ANDTHEN || name == ORELSE;
  }

  private static boolean isStrict(Atom name) {
    return name == AND || name == OR;
  }

  /** The frame of a tuple that is no mistake. */
  private ExpressionFrame frameOf(Tuple tuple) {
    if (isConstruction(tuple)) {
      return ExpressionFrame.backwards(
          ((Tuple) tuple.element(1)).toList(), values -> new Construction.OfTuple(values).folded());
    }
    Atom name = (Atom) tuple.element(1);
    List<Term> arguments = tuple.toList().subList(1, tuple.arity());
    if (isOperator(name)) {
      int deciding = name == OR || name == ORELSE ? Expression.TRUE : Expression.FALSE;
      return isStrict(name)
          ? ExpressionFrame.backwards(
              arguments, values -> caught(new Logic.Strict(values, deciding)))
          : ExpressionFrame.forwards(arguments, values -> shortCircuit(values, deciding));
    }
    Functions.Function function = Functions.lookup(name, arguments.size());
    if (function == null) {
      throw new AssertionError(tuple);
    }
    return ExpressionFrame.backwards(arguments, values -> function.call(values, inBody));
  }

  private Expression shortCircuit(Expression[] operands, int deciding) {
    return operands.length == 1 ? operands[0] : caught(new Logic.ShortCircuit(operands, deciding));
  }

  private Expression caught(Expression call) {
    return inBody ? new Expression.Caught(call) : call;
  }

  private Expression invalidFunction(Atom name, Tuple call) {
    int arity = call.arity() - 1;
    Integer traceArity = TRACE_CONTROL.get(name);
    boolean isTracing = traceArity != null && traceArity == arity;
    errors.add(
        isTracing
            ? name + "/" + arity + " is for tracing, not for tables"
            : "there is no function " + name + "/" + arity + ", called by " + TermStart.of(call),
        "Function ",
        name,
        "/" + arity + (isTracing ? " cannot be called in this context." : " does_not_exist."));
    return INVALID;
  }

  private Expression invalid(String reason, String erlangText) {
    errors.add(reason, erlangText);
    return INVALID;
  }

  private Expression invalidForm(Tuple call, String reason, String form, String wrong) {
    errors.add(
        reason + ": " + TermStart.of(call),
        "Special form '" + form + "' " + wrong + " in ",
        call,
        ".");
    return INVALID;
  }
}
