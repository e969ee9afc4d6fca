package org.jets.ets.match;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Shape;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Parses match specifications: the only reader of their terms. For one use.
 *
 * <p>If an expression is not valid, the parser lists the mistake and continues, with a constant in
 * place of the expression. Mistakes come in the order in which Erlang finds them. Therefore heads,
 * tuples, maps and arguments are parsed from the last part to the first. The parser keeps its own
 * stack of the open compound terms.
 */
final class SpecParser {
  /**
   * The depth to which expressions can be nested. Erlang's limit depends on its stack, and lies
   * between 1,000 and 5,000. Erlang counts the elements of a list too.
   */
  static final int MAX_DEPTH = 1_000;

  /** The text of {@code ets:test_ms} for a term that is no list, and for the empty list. */
  static final String NOT_A_LIST = "Match programs are not in a list.";

  private static final int CLAUSE_ARITY = 3;

  private static final Atom CONST = Atom.of("const");
  private static final Atom SELF = Atom.of("self");
  private static final Atom ANDALSO = Atom.of("andalso");

  /** An older name of {@code andalso}. */
  private static final Atom ANDTHEN = Atom.of("andthen");

  private static final Atom ORELSE = Atom.of("orelse");

  private static final MatchNode INVALID = new Constant(Atom.UNDEFINED);

  /** The functions for tracing, each with its name in Erlang's error. */
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

  /** Functions only for tracing, which Erlang refuses with an error of their own. */
  private static final Map<Atom, Integer> TRACE_CONTROL =
      Map.of(Atom.of("get_tcw"), 0, Atom.of("set_tcw"), 1);

  private final int maxTerms;
  private final ErrorList errors = new ErrorList();

  /** The variables in the head of the current clause, by number. */
  private final Map<Integer, Variable> variables = new HashMap<>();

  /** The compound terms around the one that is parsed, the innermost first. */
  private final Deque<ParseFrame> open = new ArrayDeque<>();

  private boolean inHead;
  private int terms;

  SpecParser(int maxTerms) {
    this.maxTerms = maxTerms;
  }

  private static Map.Entry<Atom, String> tracing(String name) {
    return Map.entry(Atom.of(name), name);
  }

  /**
   * Returns the clauses of a specification.
   *
   * @throws MatchSpecException if it is not valid, is nested too deep or has too many terms
   */
  List<MatchClause> parse(Term spec) {
    if (!(spec instanceof ListTerm list)) {
      errors.add("not a list of clauses", NOT_A_LIST);
      throw errors.exception();
    }
    if (!list.isProper()) {
      errors.add("not a proper list of clauses", "Match programs are not in a proper list.");
      throw errors.exception();
    }
    checkShapes(list);
    List<MatchClause> clauses = new ArrayList<>();
    for (Term clause : list) {
      clauses.add(parseClause("clause " + (clauses.size() + 1), (Tuple) clause));
    }
    return clauses;
  }

  private void checkShapes(ListTerm clauses) {
    count(clauses.size());
    int number = 0;
    for (Term clause : clauses) {
      number++;
      if (!(clause instanceof Tuple tuple) || tuple.arity() != CLAUSE_ARITY) {
        errors.enter("clause " + number);
        errors.add(
            "not a tuple {Head, Guards, Body}", "Match program part is not a tuple of arity 3.");
        throw errors.exception();
      }
    }
  }

  /** Counts terms before their nodes are made. */
  private void count(long more) {
    if (more > maxTerms - terms) {
      throw ErrorList.tooLarge(maxTerms);
    }
    terms += (int) more;
  }

  private MatchClause parseClause(String place, Tuple clause) {
    errors.enter(place + ", head");
    count(CLAUSE_ARITY);
    variables.clear();
    inHead = true;
    MatchNode head = parseNode(clause.element(1));
    inHead = false;
    List<MatchNode> guards = parseAll(clause.element(2), place + ", guard");
    errors.enter(place + ", body");
    if (!(clause.element(3) instanceof ListTerm body) || body.isEmpty()) {
      errors.add(
          "the body is no list of at least one expression",
          "Body clause does not return anything.");
      throw errors.exception();
    }
    List<MatchNode> results = parseAll(body, place + ", body");
    errors.throwIfAny();
    return new MatchClause(head, guards, results);
  }

  private List<MatchNode> parseAll(Term list, String place) {
    if (!(list instanceof ListTerm expressions)) {
      errors.enter(place + "s");
      errors.add("the guards are no list", "Match expression is not a list.");
      return List.of();
    }
    count(expressions.size());
    List<MatchNode> nodes = new ArrayList<>(expressions.size());
    for (Term expression : expressions) {
      errors.enter(place + " " + (nodes.size() + 1));
      nodes.add(parseNode(expression));
    }
    if (!expressions.isProper()) {
      errors.enter(place);
      errors.add("the list is not a proper one", "Match expression is not a proper list.");
    }
    return nodes;
  }

  private MatchNode parseNode(Term term) {
    MatchNode node = begin(term);
    while (!open.isEmpty()) {
      ParseFrame frame = open.element();
      if (node != null) {
        frame.add(node);
      }
      if (frame.isComplete()) {
        open.remove();
        node = frame.finish();
      } else {
        node = begin(frame.next());
      }
    }
    if (node == null) {
      throw new AssertionError(term);
    }
    return node;
  }

  /** Returns the node of a term, or pushes the frame in which its parts are parsed. */
  private @Nullable MatchNode begin(Term term) {
    MatchNode node = inHead ? simplePattern(term) : simpleExpression(term);
    if (node != null) {
      return node;
    }
    if (!inHead && open.size() == MAX_DEPTH) {
      throw errors.tooDeep(term);
    }
    ParseFrame frame = inHead ? pattern(term) : expression(term);
    open.push(frame);
    return null;
  }

  /** Returns the node of a pattern without parts; null if the pattern has parts. */
  private @Nullable MatchNode simplePattern(Term term) {
    if (term instanceof Atom atom) {
      int number = Variable.numberOf(atom);
      if (number >= 0) {
        return variables.computeIfAbsent(number, n -> new Variable(atom, n));
      }
      return atom == Symbol.WILDCARD.term() ? Symbol.WILDCARD : new Constant(atom);
    }
    boolean hasParts =
        term instanceof Tuple
            || term instanceof MapTerm
            || (term instanceof ListTerm list && !list.isEmpty());
    return hasParts ? null : new Constant(term);
  }

  private ParseFrame pattern(Term term) {
    if (term instanceof Tuple tuple) {
      return backwards(tuple.toList(), nodes -> compound(Shape.TUPLE, tuple, tuple, nodes));
    }
    if (term instanceof ListTerm list) {
      return backwards(partsOf(list), nodes -> compound(Shape.LIST, list, list, nodes));
    }
    MapTerm map = (MapTerm) term;
    MatchNode[] keys = new MatchNode[map.size()];
    List<Term> patterns = new ArrayList<>(keys.length);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new Constant(checkKey(map.key(i)));
      patterns.add(map.value(i));
    }
    return backwards(
        patterns, values -> new Compound(map, Shape.MAP, List.of(alternating(keys, values))));
  }

  private Term checkKey(Term key) {
    if (Variable.numberOf(key) >= 0) {
      errors.add("a variable is a key of a map: " + key, "Variable found in map key.");
    } else if (key == Symbol.WILDCARD.term()) {
      errors.add("'_' is a key of a map", "Underscore found in map key.");
    }
    errors.throwIfAny();
    return key;
  }

  private static MatchNode[] alternating(MatchNode[] keys, MatchNode[] values) {
    MatchNode[] both = new MatchNode[2 * keys.length];
    for (int i = 0; i < keys.length; i++) {
      both[2 * i] = keys[i];
      both[2 * i + 1] = values[i];
    }
    return both;
  }

  /**
   * Returns the node of an expression without parts, which may be a mistake; null if the expression
   * has parts.
   */
  private @Nullable MatchNode simpleExpression(Term term) {
    if (term instanceof Atom atom) {
      return atom(atom);
    }
    if (term instanceof Tuple tuple) {
      return isConstruction(tuple) ? null : simpleTuple(tuple);
    }
    return term instanceof MapTerm || (term instanceof ListTerm list && !list.isEmpty())
        ? null
        : new Constant(term);
  }

  private MatchNode atom(Atom atom) {
    int number = Variable.numberOf(atom);
    if (number >= 0) {
      Variable variable = variables.get(number);
      return variable != null
          ? variable
          : invalid(
              "the variable " + atom + " is not bound in the head",
              "Variable $" + number + " is unbound.");
    }
    if (atom == Symbol.WHOLE_OBJECT.term()) {
      return Symbol.WHOLE_OBJECT;
    }
    return atom == Symbol.ALL_BINDINGS.term() ? Symbol.ALL_BINDINGS : new Constant(atom);
  }

  private static boolean isConstruction(Tuple tuple) {
    return tuple.arity() == 1 && tuple.element(1) instanceof Tuple;
  }

  private @Nullable MatchNode simpleTuple(Tuple tuple) {
    int arity = tuple.arity() - 1;
    if (arity < 0 || !(tuple.element(1) instanceof Atom name) || Variable.numberOf(name) >= 0) {
      errors.add(
          TermStart.of(tuple)
              + " is neither a call nor a tuple, which is written {{...}} or {const,{...}}",
          "",
          tuple,
          " is neither a function call, nor a tuple (tuples are written {{ ... }}).");
      return INVALID;
    }
    if (name == CONST) {
      return arity == 1
          ? new Constant(tuple, tuple.element(2))
          : invalidForm(
              tuple, "const takes one argument", CONST, "called with more than one argument");
    }
    if (name == SELF) {
      return arity == 0
          ? Symbol.SELF
          : invalidForm(tuple, "self takes no arguments", SELF, "called with arguments");
    }
    Atom function = functionNamed(name);
    if (Functions.lookup(function, arity) != null) {
      return arity == 0 ? new MatchNode.Call(tuple, function, List.of()) : null;
    }
    if (Functions.isOperator(function)) {
      return invalidForm(tuple, name + " needs arguments", function, "called without arguments");
    }
    String tracing = TRACING.get(name);
    return tracing != null
        ? invalid(
            name + " is for tracing, not for tables",
            "Special form '" + tracing + "' used in wrong dialect.")
        : invalidFunction(name, tuple);
  }

  private static Atom functionNamed(Atom name) {
    return name == ANDTHEN ? ANDALSO : name;
  }

  private ParseFrame expression(Term term) {
    if (term instanceof ListTerm list) {
      return forwards(partsOf(list), nodes -> compound(Shape.LIST, list, list, nodes));
    }
    if (term instanceof MapTerm map) {
      int size = map.size();
      Term[] keysThenValues = new Term[2 * size];
      for (int i = 0; i < size; i++) {
        keysThenValues[i] = map.key(i);
        keysThenValues[size + i] = map.value(i);
      }
      return backwards(
          Arrays.asList(keysThenValues),
          nodes -> {
            MatchNode[] values = Arrays.copyOfRange(nodes, size, 2 * size);
            return compound(Shape.MAP, map, map, alternating(Arrays.copyOf(nodes, size), values));
          });
    }
    Tuple tuple = (Tuple) term;
    if (isConstruction(tuple)) {
      Tuple elements = (Tuple) tuple.element(1);
      return backwards(elements.toList(), nodes -> compound(Shape.TUPLE, tuple, elements, nodes));
    }
    Atom function = functionNamed((Atom) tuple.element(1));
    List<Term> arguments = tuple.toList().subList(1, tuple.arity());
    return function == ANDALSO || function == ORELSE
        ? forwards(arguments, nodes -> new MatchNode.Call(tuple, function, List.of(nodes)))
        : backwards(arguments, nodes -> new MatchNode.Call(tuple, function, List.of(nodes)));
  }

  private ParseFrame forwards(List<Term> parts, ParseFrame.Whole whole) {
    count(parts.size());
    return new ParseFrame(parts, false, whole);
  }

  private ParseFrame backwards(List<Term> parts, ParseFrame.Whole whole) {
    count(parts.size());
    return new ParseFrame(parts, true, whole);
  }

  private static List<Term> partsOf(ListTerm list) {
    List<Term> parts = new ArrayList<>(list.size() + 1);
    list.forEach(parts::add);
    parts.add(list.lastTail());
    return parts;
  }

  /**
   * Returns the node of a compound, which is a constant if all its parts are.
   *
   * @param plain the value if each part stands for itself
   */
  private static MatchNode compound(Shape shape, Term term, Term plain, MatchNode[] parts) {
    Term[] values = new Term[parts.length];
    boolean isPlain = true;
    for (int i = 0; i < parts.length; i++) {
      if (!(parts[i] instanceof Constant constant)) {
        return new Compound(term, shape, List.of(parts));
      }
      values[i] = constant.value();
      isPlain &= constant.term() == constant.value();
    }
    return new Constant(term, isPlain ? plain : build(shape, values));
  }

  private static Term build(Shape shape, Term[] parts) {
    int last = parts.length - 1;
    return switch (shape) {
      case TUPLE -> Tuple.of(parts);
      case LIST -> ListTerm.improper(Arrays.asList(parts).subList(0, last), parts[last]);
      case MAP -> MapTerm.of(parts);
    };
  }

  private MatchNode invalidFunction(Atom name, Tuple call) {
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

  private MatchNode invalid(String reason, String erlangText) {
    errors.add(reason, erlangText);
    return INVALID;
  }

  private MatchNode invalidForm(Tuple call, String reason, Atom form, String wrong) {
    errors.add(
        reason + ": " + TermStart.of(call),
        "Special form '" + form.name() + "' " + wrong + " in ",
        call,
        ".");
    return INVALID;
  }
}
