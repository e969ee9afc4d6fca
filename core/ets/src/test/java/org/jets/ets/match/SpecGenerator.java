package org.jets.ets.match;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * Random match specifications and objects for them; the same seed gives the same ones. Heads are
 * made from objects, so that they match. Guards compare values with similar ones. Some
 * specifications have a common mistake.
 */
final class SpecGenerator {
  private static final Term[] INVALID_EXPRESSIONS =
      terms(
          "'$9'",
          "{}",
          "{1,2}",
          "{{a},b}",
          "{'$1',2}",
          "{const}",
          "{const,1,2}",
          "{'and'}",
          "{'orelse'}",
          "{self,1}",
          "{foo,'$1',{bar}}",
          "{is_atom}",
          "{is_atom,1,2}",
          "{element,1}",
          "{setelement,1,{{a}},b}",
          "{is_record,'$1',a}",
          "{'++',[],[]}",
          "{message,true}",
          "{set_tcw,1}",
          "{get_tcw}",
          "{set_seq_token,label,1}",
          "{'Foo bar',\"text\",<<\"bin\">>,[a|b]}",
          "{{{foo},{bar}}}",
          "{\"str\",1.5,-2.0e-10,#{a=>[]},<<1,2>>}",
          "{fun lists:map/2,'a b',[[1,2],\"x\\\"y\\\\\"]}",
          "{'+',{x},{y}}",
          "[{x},{y}|{z}]",
          "{'andalso',{x},{y}}");
  private static final Term[] INVALID_CLAUSES =
      terms(
          "{'_',foo,[true]}",
          "{'_',[true|x],[true]}",
          "{'_',[{x}|y],[{z}|w]}",
          "{'_',[{x}],[]}",
          "{'_',[],[]}",
          "{'_',[],x}",
          "{'_',[],[1|x]}",
          "{#{'$1'=>a},[{x}],[true]}",
          "{{a,#{'_'=>a}},[],[true]}",
          "{'_',[]}",
          "foo",
          "{'_',[],[true],[]}");
  private static final String[] TESTS = {
    "atom",
    "binary",
    "float",
    "function",
    "integer",
    "list",
    "map",
    "number",
    "pid",
    "port",
    "reference",
    "tuple"
  };
  private static final String[] COMPARISONS = {"<", "=<", ">", ">=", "==", "/=", "=:=", "=/="};
  private static final String[] OPERATORS = {"+", "-", "div", "rem", "band", "bor", "bxor"};

  /** The operators that can make -0.0 of other numbers. */
  private static final String[] OPERATORS_WITH_SIGN = {"*", "/"};

  private static final String[] UNARY = {
    "abs",
    "hd",
    "length",
    "map_size",
    "node",
    "round",
    "size",
    "bit_size",
    "byte_size",
    "tl",
    "trunc",
    "float",
    "+",
    "-",
    "bnot",
    "not"
  };

  private final Random random;
  private final MatchSpecReleases release;
  private int variables;

  SpecGenerator(Random random, MatchSpecReleases release) {
    this.random = random;
    this.release = release;
  }

  private static Term[] terms(String... texts) {
    Term[] terms = new Term[texts.length];
    for (int i = 0; i < texts.length; i++) {
      terms[i] = TermParser.parse(texts[i]);
    }
    return terms;
  }

  /** Returns an object: a tuple of one to five elements, packed as in a table or not. */
  Tuple object() {
    return perhapsPacked(tuple(1 + random.nextInt(5), 2));
  }

  private Tuple perhapsPacked(Tuple object) {
    return chance(2) ? object.packed() : object;
  }

  /** Returns an object that equals another one, or differs in one element or more. */
  Tuple like(Tuple object) {
    Tuple other = object;
    for (int changes = random.nextInt(3); changes > 0; changes--) {
      other = other.with(1 + random.nextInt(object.arity()), value(2));
    }
    return perhapsPacked(other);
  }

  private Tuple tuple(int arity, int depth) {
    return Tuple.of(values(arity, depth));
  }

  private List<Term> values(int count, int depth) {
    List<Term> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(value(depth));
    }
    return values;
  }

  private Term value(int depth) {
    if (depth > 0 && chance(3)) {
      return switch (random.nextInt(5)) {
        case 0 -> tuple(random.nextInt(4), depth - 1);
        case 1 -> ListTerm.of(values(random.nextInt(4), depth - 1));
        case 2 -> ListTerm.improper(values(1 + random.nextInt(2), depth - 1), leaf());
        default -> map(depth);
      };
    }
    return leaf();
  }

  private MapTerm map(int depth) {
    List<Term> keysAndValues = new ArrayList<>();
    int size = chance(20) ? 40 : random.nextInt(4);
    for (int i = 0; i < size; i++) {
      keysAndValues.add(size > 5 || chance(3) ? IntegerTerm.of(i) : chance(4) ? leaf() : atom());
      keysAndValues.add(value(depth - 1));
    }
    return MapTerm.of(keysAndValues.toArray(new Term[0]));
  }

  private Term leaf() {
    return switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> integer();
      case 4, 5, 6 -> atom();
      case 7 -> real();
      case 8 -> Binary.of("jets".substring(random.nextInt(4)));
      case 9 -> ListTerm.empty();
      case 10 ->
          switch (random.nextInt(release.hasNativeRecords() ? 5 : 4)) {
            case 4 -> nativeRecord();
            case 0 -> ExternalFun.of(Atom.of("lists"), Atom.of("map"), 1 + random.nextInt(2));
            case 1 -> Bitstring.of(new byte[] {(byte) random.nextInt(256)}, 3);
            case 2 -> ListTerm.ofText("ab");
            default -> Tuple.of();
          };
      default -> random.nextBoolean() ? Atom.TRUE : Atom.FALSE;
    };
  }

  private Term nativeRecord() {
    return RecordTerm.of(
        Atom.of("a"), Atom.of("b"), true, Map.of(Atom.of("c"), IntegerTerm.of(random.nextInt(2))));
  }

  private Term integer() {
    if (chance(12)) {
      BigInteger edge =
          BigInteger.ONE.shiftLeft(new int[] {31, 59, 63, 64, 200}[random.nextInt(5)]);
      return IntegerTerm.of(
          random.nextBoolean()
              ? edge.negate()
              : edge.subtract(BigInteger.valueOf(random.nextInt(2))));
    }
    return IntegerTerm.of(random.nextInt(7) - 2);
  }

  private Term real() {
    double[] values = {0.0, 1.0, 2.0, -1.5, 2.5, 0.5, 1.0e308, 1.0e-10};
    double value = values[random.nextInt(values.length)];
    return FloatTerm.of(value == 0.0 && chance(2) && release.hasTwoZeros() ? -0.0 : value);
  }

  private Atom atom() {
    String[] names = {"a", "b", "c", "k", "EXIT", "_", "$_", "$$", "$01", "$1"};
    return Atom.of(names[chance(6) ? random.nextInt(names.length) : random.nextInt(4)]);
  }

  /** Returns a specification for objects like this one; it may not be valid. */
  Term spec(Tuple object) {
    List<Term> clauses = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      clauses.add(clause(object));
    }
    return ListTerm.of(clauses);
  }

  /**
   * Returns a specification of one clause whose result is an object, mostly with the key of the
   * head.
   */
  Term replacement(int keypos) {
    Tuple object = tuple(keypos - (chance(20) ? 1 : 0) + random.nextInt(2), 2);
    variables = 0;
    Term head = chance(20) ? anything() : headOf(object);
    Term key = head instanceof Tuple t && t.arity() >= keypos ? t.element(keypos) : leaf();
    boolean constant = chance(4);
    Term written = constant ? key : asExpression(chance(6) ? leaf() : key);
    if (chance(8)) {
      written = call("element", IntegerTerm.of(keypos - random.nextInt(2)), Atom.of("$_"));
    }
    List<Term> elements = new ArrayList<>();
    for (int i = 1; i < keypos; i++) {
      elements.add(constant ? value(1) : operand(1));
    }
    elements.add(written);
    Term result = Tuple.of(elements);
    result = constant ? Tuple.of(Atom.of("const"), result) : Tuple.of(result);
    return ListTerm.of(
        Tuple.of(
            head,
            ListTerm.empty(),
            chance(10)
                ? ListTerm.of(Atom.TRUE, result)
                : ListTerm.of(chance(20) ? Atom.of("$_") : result)));
  }

  /** Returns a pattern as the expression whose value is the matched term. */
  private Term asExpression(Term pattern) {
    if (chance(12)) {
      return Tuple.of(Atom.of("const"), pattern);
    }
    if (pattern instanceof Tuple tuple) {
      return Tuple.of(Tuple.of(tuple.stream().map(this::asExpression).toList()));
    }
    if (pattern instanceof ListTerm list && !list.isEmpty()) {
      return ListTerm.cons(asExpression(list.head()), asExpression(list.tail()));
    }
    return pattern;
  }

  private Term clause(Tuple object) {
    if (chance(60)) {
      return INVALID_CLAUSES[random.nextInt(INVALID_CLAUSES.length)];
    }
    variables = 0;
    Term head = chance(12) ? anything() : chance(5) ? pattern(like(object)) : headOf(object);
    return Tuple.of(head, guards(), body());
  }

  /** Returns a pattern that is a tuple, so that it can match. */
  private Term headOf(Tuple object) {
    List<Term> elements = new ArrayList<>();
    for (Term element : object.toList()) {
      elements.add(pattern(element));
    }
    return Tuple.of(elements);
  }

  private Term anything() {
    return chance(2) ? Atom.of("_") : variable();
  }

  private Atom variable() {
    int number = 1 + random.nextInt(4);
    variables |= 1 << number;
    return Atom.of("$" + number);
  }

  private Term pattern(Term term) {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        return variable();
      }
      case 3 -> {
        return Atom.of("_");
      }
      default -> {}
    }
    if (term instanceof Tuple tuple) {
      return headOf(tuple);
    }
    if (term instanceof MapTerm map) {
      MapTerm pattern = MapTerm.of();
      for (int i = 0; i < map.size(); i++) {
        if (chance(2)) {
          pattern = pattern.with(map.key(i), pattern(map.value(i)));
        }
      }
      return pattern;
    }
    if (term instanceof ListTerm list && !list.isEmpty()) {
      Term tail = chance(4) ? anything() : pattern(list.tail());
      return ListTerm.cons(pattern(list.head()), tail);
    }
    return chance(12) ? leaf() : term;
  }

  private Term guards() {
    List<Term> guards = new ArrayList<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      guards.add(condition(2));
    }
    return ListTerm.of(guards);
  }

  private Term body() {
    List<Term> body = new ArrayList<>();
    for (int count = chance(5) ? 2 : 1; count > 0; count--) {
      body.add(expression(3));
    }
    return ListTerm.of(body);
  }

  private Term condition(int depth) {
    if (depth == 0) {
      return chance(3) ? call("is_" + pick(TESTS), operand(0)) : comparison(0);
    }
    return switch (random.nextInt(10)) {
      case 0 -> call("not", condition(depth - 1));
      case 1 -> call("xor", condition(depth - 1), condition(depth - 1));
      case 2, 3 ->
          callAll(
              pick("and", "or", "andalso", "orelse", "andthen"),
              conditions(1 + random.nextInt(3), depth - 1));
      case 4 -> expression(depth);
      case 5 -> call("is_" + pick(TESTS), operand(depth - 1));
      case 6 -> chance(2) ? Atom.TRUE : operand(0);
      default -> comparison(depth - 1);
    };
  }

  private List<Term> conditions(int count, int depth) {
    List<Term> conditions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      conditions.add(condition(depth));
    }
    return conditions;
  }

  private Term comparison(int depth) {
    return call(pick(COMPARISONS), operand(depth), operand(depth));
  }

  /** Returns an expression that is mostly a variable or a number. */
  private Term operand(int depth) {
    if (depth > 0 && chance(3)) {
      return expression(depth);
    }
    return switch (random.nextInt(5)) {
      case 0, 1, 2 -> variables == 0 ? leafExpression() : boundVariable();
      case 3 -> leafExpression();
      default -> integer();
    };
  }

  private Term boundVariable() {
    int number = 1 + random.nextInt(4);
    return (variables & 1 << number) != 0 || chance(60)
        ? Atom.of("$" + number)
        : Atom.of("$" + Integer.numberOfTrailingZeros(variables));
  }

  private Term leafExpression() {
    Term leaf = leaf();
    return leaf instanceof Tuple || (leaf instanceof Atom a && MatchNode.Variable.numberOf(a) >= 0)
        ? Tuple.of(Atom.of("const"), leaf)
        : leaf;
  }

  private Term expression(int depth) {
    if (chance(150)) {
      return INVALID_EXPRESSIONS[random.nextInt(INVALID_EXPRESSIONS.length)];
    }
    if (depth == 0) {
      return operand(0);
    }
    int next = depth - 1;
    return switch (random.nextInt(20)) {
      case 0, 1 -> Tuple.of(Tuple.of(expressions(random.nextInt(4), next)));
      case 2 -> ListTerm.of(expressions(random.nextInt(4), next));
      case 3 -> ListTerm.cons(expression(next), expression(next));
      case 4 -> mapExpression(next);
      case 5 -> Tuple.of(Atom.of("const"), value(2));
      case 6 -> Atom.of(pick("$_", "$$"));
      case 7, 8, 9 -> arithmetic(next);
      case 10 -> call(pick("bsl", "bsr"), operand(next), IntegerTerm.of(random.nextInt(80) - 9));
      case 11 -> condition(next);
      case 12, 13 -> call(pick(UNARY), operand(next));
      case 14 -> call("element", operand(0), chance(2) ? Atom.of("$_") : operand(next));
      case 15 -> call(pick("map_get", "is_map_key"), operand(0), operand(next));
      case 16 ->
          call(
              "is_record",
              operand(next),
              atomExpression(),
              release.hasNativeRecords() && chance(2) ? atomExpression() : integer());
      case 17 -> binaryPart();
      case 18 -> release.newFunction(random, () -> operand(next));
      default -> chance(2) ? Tuple.of(Atom.of(pick("self", "node"))) : operand(next);
    };
  }

  private Term arithmetic(int depth) {
    if (!release.hasTwoZeros() || chance(2)) {
      return call(pick(OPERATORS), operand(depth), operand(depth));
    }
    return chance(3)
        ? call("-", operand(depth))
        : call(pick(OPERATORS_WITH_SIGN), operand(depth), operand(depth));
  }

  private Term atomExpression() {
    Term atom = atom();
    return MatchNode.Variable.numberOf(atom) >= 0 ? Atom.of("a") : atom;
  }

  private Term binaryPart() {
    Term start = IntegerTerm.of(random.nextInt(5));
    Term length = IntegerTerm.of(random.nextInt(7) - 3);
    Term binary = Binary.of("jets");
    return chance(2)
        ? call("binary_part", binary, start, length)
        : call("binary_part", binary, Tuple.of(Tuple.of(start, length)));
  }

  private Term mapExpression(int depth) {
    List<Term> keysAndValues = new ArrayList<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      // If keys evaluate to equal terms, it is unspecified which one counts.
      keysAndValues.add(
          Tuple.of(Tuple.of(IntegerTerm.of(count), chance(2) ? atomExpression() : operand(0))));
      keysAndValues.add(expression(depth));
    }
    return MapTerm.of(keysAndValues.toArray(new Term[0]));
  }

  private List<Term> expressions(int count, int depth) {
    List<Term> expressions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      expressions.add(expression(depth));
    }
    return expressions;
  }

  private static Term call(String name, Term... arguments) {
    return callAll(name, List.of(arguments));
  }

  private static Term callAll(String name, List<Term> arguments) {
    List<Term> call = new ArrayList<>(arguments);
    call.add(0, Atom.of(name));
    return Tuple.of(call);
  }

  private String pick(String... names) {
    return names[random.nextInt(names.length)];
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
