package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.TermCalls.apply;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;

/**
 * Compares random specifications on a table with a live Erlang: results, errors, and the objects
 * left in the table. The property {@code jets.seed} repeats a run.
 */
class LiveSelectTest {
  private static final int SPECS = 600;
  private static final int SPECS_PER_TABLE = 20;
  private static final int OBJECTS = 50;
  private static final Atom NAME = Atom.of("jets_live_search");
  private static final Atom BADARG = Atom.of("badarg");

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);
  private int found;

  @LiveErlangTest
  void search_randomSpec_givesWhatErlangGives(ErlangOracle oracle) {
    for (TableType type : TableType.values()) {
      for (int done = 0; done < TestScale.count(SPECS); done += SPECS_PER_TABLE) {
        int keypos = 1 + random.nextInt(2);
        compare(oracle, type, keypos, new KeySpecs(random, keypos));
      }
    }
    assertThat(found).as("calls that found something").isGreaterThan(8 * TestScale.count(SPECS));
  }

  private void compare(ErlangOracle oracle, TableType type, int keypos, KeySpecs specs) {
    List<TableCall> calls = new ArrayList<>();
    ListTerm keyOption = ListTerm.of(Tuple.of(Atom.of("keypos"), IntegerTerm.of(keypos)));
    calls.add(
        TableCall.of(
            "new", ListTerm.cons(Atom.of("named_table"), ListTerm.cons(type.term(), keyOption))));
    for (int i = 0; i < SPECS_PER_TABLE; i++) {
      for (int n = 0; n < OBJECTS / (i == 0 ? 1 : 10); n++) {
        calls.add(TableCall.of("insert", specs.object()));
      }
      Term spec = random.nextInt(20) == 0 ? Atom.of("bad") : specs.spec();
      Term limit = IntegerTerm.of(random.nextInt(5) - 1);
      for (String function : List.of("select", "select_reverse", "select_count")) {
        calls.add(TableCall.of(function, spec));
      }
      calls.add(TableCall.of("select", spec, limit));
      calls.add(TableCall.of("select_reverse", spec, limit));
      Term pattern = specs.pattern();
      calls.add(TableCall.of("match", pattern));
      calls.add(TableCall.of("match_object", pattern));
      calls.add(TableCall.of("select_replace", specs.replacement()));
      calls.add(TableCall.of("select_delete", spec));
      calls.add(TableCall.of("match_delete", pattern));
      calls.add(TableCall.of("tab2list"));
    }
    calls.add(TableCall.of("delete"));
    List<Term> expected = ask(oracle, calls);
    try (Owner owner = new TableSpace().newOwner()) {
      LocalTable table =
          owner.newTable(NAME, TableOptions.fromTerms(ListTerm.cons(type.term(), keyOption)));
      for (int i = 1; i < calls.size() - 1; i++) {
        TableCall call = calls.get(i);
        found += expected.get(i) instanceof ListTerm list && !list.isEmpty() ? 1 : 0;
        assertThat(promised(type, call, run(table, call)))
            .as("%s, keypos %d, %s, -Djets.seed=%d", type, keypos, call, seed)
            .isEqualTo(promised(type, call, expected.get(i)));
      }
    }
  }

  private static Term run(LocalTable table, TableCall call) {
    try {
      return apply(table, call.function(), call.arguments().toArray(Term[]::new));
    } catch (EtsException e) {
      return BADARG;
    }
  }

  /**
   * Returns the guaranteed part of a result. In a table without order that is the number of results
   * in a chunk; other lists are sorted.
   */
  private static Term promised(TableType type, TableCall call, Term result) {
    boolean isOrdered = type == TableType.ORDERED_SET;
    if (result instanceof Tuple chunk) {
      ListTerm results = (ListTerm) chunk.element(1);
      return isOrdered ? results : IntegerTerm.of(results.size());
    }
    return isOrdered || !(result instanceof ListTerm list) || call.function().equals("insert")
        ? result
        : ListTerm.of(
            list.stream()
                .sorted(Comparator.<Term, Term>comparing(term -> term, TermOrder.EXACT))
                .toList());
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
        results.add(BADARG);
      } else {
        results.add(ExternalTermFormat.decode(answer.bytes()));
      }
    }
    return results;
  }
}
