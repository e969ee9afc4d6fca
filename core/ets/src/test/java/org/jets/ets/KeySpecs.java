package org.jets.ets;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * Random match specifications with conditions on keys, and objects whose keys are close to these
 * conditions. The same seed gives the same ones.
 */
public final class KeySpecs {
  private static final String[] COMPARISONS = {"<", "=<", ">", ">=", "==", "=:=", "/=", "=/="};

  private static final Term[] LEAVES =
      terms(
          "0",
          "0.0",
          "1",
          "1.0",
          "2",
          "3",
          "2.5",
          "-1",
          "-" + "9".repeat(400),
          "9".repeat(400),
          "a",
          "b",
          "true",
          "[]",
          "\"\"",
          "<<>>",
          "<<\"a\">>",
          "<<" + "255,".repeat(39) + "255>>");

  private final Random random;
  private final int keypos;

  public KeySpecs(Random random, int keypos) {
    this.random = random;
    this.keypos = keypos;
  }

  private static Term[] terms(String... texts) {
    Term[] terms = new Term[texts.length];
    for (int i = 0; i < texts.length; i++) {
      terms[i] = TermParser.parse(texts[i]);
    }
    return terms;
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private Term leaf() {
    return chance(3) ? IntegerTerm.of(random.nextInt(8)) : LEAVES[random.nextInt(LEAVES.length)];
  }

  public Term key() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> leaf();
      case 3 -> ListTerm.of(leaves(random.nextInt(3)));
      case 4 -> ListTerm.improper(leaves(1 + random.nextInt(2)), leaf());
      case 5 -> chance(2) ? MapTerm.of(leaf(), leaf()) : Tuple.of(Tuple.of(leaves(2)), leaf());
      default -> Tuple.of(leaves(random.nextInt(4)));
    };
  }

  private List<Term> leaves(int count) {
    List<Term> leaves = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      leaves.add(leaf());
    }
    return leaves;
  }

  public Tuple object() {
    Tuple object = Tuple.of(IntegerTerm.of(random.nextInt(3)), leaf(), leaf());
    return object.with(keypos, key());
  }

  public Term spec() {
    List<Term> clauses = new ArrayList<>();
    do {
      clauses.add(clause());
    } while (chance(3));
    return ListTerm.of(clauses);
  }

  private Term clause() {
    List<Term> variables = new ArrayList<>();
    Term head = chance(8) ? variable(variables) : head(variables);
    List<Term> guards = new ArrayList<>();
    while (chance(2)) {
      guards.add(guard(variables, 2));
    }
    Term result = chance(2) ? Atom.of("$_") : chance(3) ? Atom.TRUE : Atom.of("$$");
    return Tuple.of(head, ListTerm.of(guards), ListTerm.of(result));
  }

  /** Returns a pattern for objects. */
  public Term pattern() {
    return chance(10) ? Atom.of("_") : head(new ArrayList<>());
  }

  /** Returns a specification that keeps keys. */
  public Term replacement() {
    List<Term> variables = new ArrayList<>();
    Tuple head = head(variables);
    List<Term> guards = chance(2) ? List.of(guard(variables, 1)) : List.of();
    Term[] elements = {Atom.of("x"), Atom.of("y"), Atom.of("z")};
    elements[keypos - 1] = element(keypos, Atom.of("$_"));
    Term result = chance(3) ? Atom.of("$_") : Tuple.of(Tuple.of(elements));
    return ListTerm.of(Tuple.of(head, ListTerm.of(guards), ListTerm.of(result)));
  }

  private Tuple head(List<Term> variables) {
    List<Term> elements = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      elements.add(i == keypos ? keyPattern(variables) : wildcard(variables));
    }
    return Tuple.of(elements);
  }

  private Term wildcard(List<Term> variables) {
    return chance(2) ? Atom.of("_") : variable(variables);
  }

  private Term variable(List<Term> variables) {
    Term variable = Atom.of("$" + (1 + random.nextInt(4)));
    variables.add(variable);
    return variable;
  }

  private Term keyPattern(List<Term> variables) {
    if (chance(2)) {
      return wildcard(variables);
    }
    return pattern(key(), variables);
  }

  /** Returns the term with holes in it; not in a map, which would match other maps too. */
  private Term pattern(Term term, List<Term> variables) {
    if (term instanceof MapTerm || chance(3)) {
      return wildcard(variables);
    }
    if (term instanceof Tuple tuple) {
      return Tuple.of(tuple.stream().map(element -> pattern(element, variables)).toList());
    }
    if (term instanceof ListTerm list && !list.isEmpty()) {
      return ListTerm.cons(list.head(), pattern(list.tail(), variables));
    }
    return term;
  }

  private Term guard(List<Term> variables, int depth) {
    if (depth > 0 && chance(2)) {
      String[] operators = {"andalso", "orelse", "and", "or"};
      if (chance(5)) {
        return Tuple.of(Atom.of("not"), guard(variables, depth - 1));
      }
      List<Term> call = new ArrayList<>();
      call.add(Atom.of(operators[random.nextInt(operators.length)]));
      do {
        call.add(guard(variables, depth - 1));
      } while (chance(2));
      return Tuple.of(call);
    }
    if (chance(12)) {
      return variables.isEmpty() || chance(2)
          ? Atom.of(random.nextBoolean())
          : variables.get(random.nextInt(variables.size()));
    }
    Term place = place(variables);
    if (chance(10)) {
      return Tuple.of(Atom.of("is_integer"), place);
    }
    Term constant = constant();
    Atom operator = Atom.of(COMPARISONS[random.nextInt(COMPARISONS.length)]);
    return random.nextBoolean()
        ? Tuple.of(operator, place, constant)
        : Tuple.of(operator, constant, place);
  }

  private Term place(List<Term> variables) {
    Term whole =
        variables.isEmpty() || chance(3)
            ? element(keypos, Atom.of("$_"))
            : variables.get(random.nextInt(variables.size()));
    return chance(3) ? element(1 + random.nextInt(2), whole) : whole;
  }

  private static Term element(int position, Term whole) {
    return Tuple.of(Atom.of("element"), IntegerTerm.of(position), whole);
  }

  private Term constant() {
    Term value = chance(2) ? key() : leaf();
    return value instanceof Tuple || value instanceof MapTerm || value instanceof ListTerm
        ? Tuple.of(Atom.of("const"), value)
        : value;
  }
}
