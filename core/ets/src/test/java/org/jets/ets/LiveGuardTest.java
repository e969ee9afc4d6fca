package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;

/**
 * Compares random guards with a live Erlang, on tables whose objects have from one to five elements
 * and so are packed in different ways. The guards compare elements with numbers, with other terms
 * and with each other. The property {@code jets.seed} repeats a run.
 */
class LiveGuardTest {
  private static final int TABLES = 60;
  private static final int SPECS_PER_TABLE = 20;
  private static final int OBJECTS = 40;
  private static final int MOST_ELEMENTS = 5;
  private static final Atom NAME = Atom.of("jets_live_guards");
  private static final Atom WHOLE = Atom.of("$_");
  private static final Atom ANY = Atom.of("_");

  private static final String[] COMPARISONS = {"<", "=<", ">", ">=", "==", "/=", "=:=", "=/="};

  /** Values around the limits of integers, the same as floats, and other terms. */
  private static final List<Term> VALUES =
      Arrays.stream(
              new String[] {
                "0",
                "1",
                "-1",
                "0.0",
                "1.0",
                "-1.5",
                "2147483647",
                "2147483648",
                "-2147483648",
                "-2147483649",
                "2147483647.0",
                "2147483648.0",
                "9007199254740993",
                "9007199254740992.0",
                "9223372036854775807",
                "9223372036854775808",
                "-9223372036854775808",
                "-9223372036854775809",
                "9223372036854775808.0",
                "a",
                "true",
                "[]",
                "[1]",
                "<<1>>",
                "{}",
                "{1}",
                "{1,2}",
                "#{}"
              })
          .map(TermParser::parse)
          .toList();

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  @LiveErlangTest
  void guard_random_holdsAsInErlang(ErlangOracle oracle) {
    int found = 0;
    for (TableType type : TableType.values()) {
      for (int n = 0; n < TestScale.count(TABLES); n++) {
        List<TableCall> calls = calls(type);
        List<Term> expected = ask(oracle, calls);
        try (Owner owner = new TableSpace().newOwner()) {
          EtsTable table = owner.newTable("t", TableOptions.of(type));
          for (int i = 1; i < calls.size() - 1; i++) {
            TableCall call = calls.get(i);
            Term result = expected.get(i);
            found += result instanceof ListTerm list && !list.isEmpty() ? 1 : 0;
            assertThat(sorted(run(table, call)))
                .as("%s, %s, call %d, -Djets.seed=%d", type, call, i, seed)
                .isEqualTo(sorted(result));
          }
        }
      }
    }
    assertThat(found).isGreaterThan(TestScale.count(TABLES) * SPECS_PER_TABLE);
  }

  private static Term run(EtsTable table, TableCall call) {
    try {
      return TermCalls.apply(table, call.function(), call.arguments().toArray(Term[]::new));
    } catch (EtsException e) {
      return TableCall.BADARG;
    }
  }

  /** Returns a list in an order that does not depend on the table's. */
  private static Term sorted(Term result) {
    Comparator<Term> order = Comparator.comparing(term -> term, TermOrder.EXACT);
    return result instanceof ListTerm list
        ? ListTerm.of(list.stream().sorted(order).toList())
        : result;
  }

  private List<TableCall> calls(TableType type) {
    List<TableCall> calls = new ArrayList<>();
    calls.add(TableCall.of("new", ListTerm.of(Atom.of("named_table"), type.term())));
    for (int n = 0; n < SPECS_PER_TABLE; n++) {
      for (int object = n == 0 ? 0 : OBJECTS * 4 / 5; object < OBJECTS; object++) {
        calls.add(TableCall.of("insert", object()));
      }
      Term spec = spec();
      calls.add(TableCall.of("select", spec));
      calls.add(TableCall.of("select_count", spec));
      if (type != TableType.BAG) {
        calls.add(TableCall.of("select_replace", replacement()));
      }
      calls.add(TableCall.of("select_delete", n % 2 == 0 ? spec : spec()));
      calls.add(TableCall.of("tab2list"));
    }
    calls.add(TableCall.of("delete"));
    return calls;
  }

  private Term value() {
    return VALUES.get(random.nextInt(VALUES.size()));
  }

  private Tuple object() {
    List<Term> elements = new ArrayList<>();
    elements.add(IntegerTerm.of(random.nextInt(3 * OBJECTS) - OBJECTS));
    for (int n = random.nextInt(MOST_ELEMENTS); n > 0; n--) {
      elements.add(value());
    }
    return Tuple.of(elements);
  }

  private Term spec() {
    List<Term> clauses = new ArrayList<>();
    for (int n = random.nextInt(3); n >= 0; n--) {
      List<Term> bound = new ArrayList<>();
      Term head = head(bound);
      Term body =
          switch (random.nextInt(4)) {
            case 0 -> Atom.of("$$");
            case 1 -> WHOLE;
            default -> Atom.TRUE;
          };
      clauses.add(Tuple.of(head, guards(bound), ListTerm.of(body)));
    }
    return ListTerm.of(clauses);
  }

  /** Returns a specification that replaces the last element, if guards hold. */
  private Term replacement() {
    List<Term> clauses = new ArrayList<>();
    for (int n = random.nextInt(2); n >= 0; n--) {
      int arity = 2 + random.nextInt(MOST_ELEMENTS - 1);
      List<Term> variables = new ArrayList<>();
      for (int position = 1; position <= arity; position++) {
        variables.add(Atom.of("$" + position));
      }
      List<Term> elements = new ArrayList<>(variables);
      elements.set(arity - 1, IntegerTerm.of(random.nextInt(5)));
      clauses.add(
          Tuple.of(
              Tuple.of(variables), guards(variables), ListTerm.of(Tuple.of(Tuple.of(elements)))));
    }
    return ListTerm.of(clauses);
  }

  private Term head(List<Term> bound) {
    if (random.nextInt(10) == 0) {
      Term whole = random.nextBoolean() ? ANY : Atom.of("$1");
      if (!whole.equals(ANY)) {
        bound.add(whole);
      }
      return whole;
    }
    List<Term> elements = new ArrayList<>();
    for (int n = random.nextInt(MOST_ELEMENTS); n >= 0; n--) {
      int kind = random.nextInt(10);
      if (kind < 7) {
        Term variable = Atom.of("$" + (1 + random.nextInt(MOST_ELEMENTS + 1)));
        bound.add(variable);
        elements.add(variable);
      } else {
        elements.add(kind < 9 ? ANY : value());
      }
    }
    return Tuple.of(elements);
  }

  private Term guards(List<Term> bound) {
    List<Term> guards = new ArrayList<>();
    for (int n = random.nextInt(3); n > 0; n--) {
      guards.add(random.nextInt(5) == 0 ? connected(bound) : comparison(bound));
    }
    return ListTerm.of(guards);
  }

  private Term connected(List<Term> bound) {
    return switch (random.nextInt(3)) {
      case 0 -> Tuple.of(Atom.of("not"), comparison(bound));
      case 1 -> Tuple.of(Atom.of("andalso"), comparison(bound), comparison(bound));
      default -> Tuple.of(Atom.of("orelse"), comparison(bound), comparison(bound));
    };
  }

  private Term comparison(List<Term> bound) {
    Atom operator = Atom.of(COMPARISONS[random.nextInt(COMPARISONS.length)]);
    return Tuple.of(operator, operand(bound), operand(bound));
  }

  private Term operand(List<Term> bound) {
    int kind = random.nextInt(10);
    if (kind < 5 && !bound.isEmpty()) {
      return bound.get(random.nextInt(bound.size()));
    }
    if (kind == 5) {
      IntegerTerm position = IntegerTerm.of(1 + random.nextInt(MOST_ELEMENTS));
      return Tuple.of(Atom.of("element"), position, WHOLE);
    }
    Term value = value();
    return value instanceof Tuple ? Tuple.of(Atom.of("const"), value) : value;
  }

  private static List<Term> ask(ErlangOracle oracle, List<TableCall> calls) {
    List<byte[]> questions = new ArrayList<>();
    for (TableCall call : calls) {
      List<Term> arguments = new ArrayList<>(call.arguments());
      arguments.add(0, NAME);
      questions.add(
          ExternalTermFormat.encode(
              Tuple.of(Atom.of("ets"), Atom.of(call.function()), ListTerm.of(arguments))));
    }
    List<Term> results = new ArrayList<>();
    for (Answer answer : oracle.ask("apply", questions)) {
      if (answer.error().isPresent()) {
        assertThat(answer.error().get()).isEqualTo("error:badarg");
        results.add(TableCall.BADARG);
      } else {
        results.add(ExternalTermFormat.decode(answer.bytes()));
      }
    }
    return results;
  }
}
