package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares random sequences of calls on a table with a plain model, and with a live Erlang. The
 * property {@code jets.seed} repeats a run.
 */
class RandomCallsTest {
  private static final Atom END = Atom.of("$end_of_table");
  private static final int MODEL_CALLS = 40_000;
  private static final int LIVE_CALLS = 6_000;
  private static final int CALLS_PER_TABLE = 500;
  private static final int NEWEST = 29;

  /** The key from which, as in Erlang, no step is possible. */
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_random_giveWhatTheModelGives(Variant variant) {
    for (int done = 0; done < TestScale.count(MODEL_CALLS); done += CALLS_PER_TABLE) {
      int keypos = 1 + random.nextInt(2);
      TableCalls calls = new TableCalls(random, variant.type(), keypos, NEWEST);
      ModelTable model = new ModelTable(variant.type(), keypos);
      try (Owner owner = new TableSpace().newOwner()) {
        EtsTable table = owner.newTable("t", variant.options().withKeypos(keypos));
        for (int n = 0; n < CALLS_PER_TABLE; n++) {
          TableCall call = calls.next();
          assertSame(variant, keypos, call, call.run(table), model.run(call));
          if (n % 50 == 0) {
            TableCall all = TableCall.of("tab2list");
            assertSame(variant, keypos, all, all.run(table), model.run(all));
            if (!table.member(END_OF_TABLE)) {
              assertThat(walk(table)).as("keys, seed %d", seed).isEqualTo(keys(table));
            }
          }
        }
      }
    }
  }

  @LiveErlangTest
  void calls_random_giveWhatErlangGives(ErlangOracle oracle) {
    for (Variant variant : (Iterable<Variant>) Variant.all()::iterator) {
      for (int done = 0; done < TestScale.count(LIVE_CALLS); done += CALLS_PER_TABLE) {
        int keypos = 1 + random.nextInt(2);
        TableCalls calls = new TableCalls(random, variant.type(), keypos, oracle.release());
        List<TableCall> sequence = new ArrayList<>();
        for (int n = 1; n < CALLS_PER_TABLE; n++) {
          sequence.add(calls.next());
        }
        sequence.add(TableCall.of("tab2list"));
        List<Term> expected = new ErlangTable(oracle, variant.type(), keypos).run(sequence);
        try (Owner owner = new TableSpace().newOwner()) {
          EtsTable table = owner.newTable("t", variant.options().withKeypos(keypos));
          for (int n = 0; n < sequence.size(); n++) {
            TableCall call = sequence.get(n);
            assertSame(variant, keypos, call, call.run(table), expected.get(n));
          }
        }
      }
    }
  }

  private void assertSame(Variant variant, int keypos, TableCall call, Term actual, Term expected) {
    assertThat(call.promised(actual, variant.type(), keypos))
        .as("%s, keypos %d, %s, -Djets.seed=%d", variant, keypos, call, seed)
        .isEqualTo(call.promised(expected, variant.type(), keypos));
  }

  /**
   * Walks a table. As in Erlang, no step is possible from the key {@code '$end_of_table'} of an
   * ordered_set.
   */
  private static Set<Term> walk(EtsTable table) {
    Set<Term> keys = new HashSet<>();
    for (Term key = table.first().orElse(null);
        key != null;
        key = endsWalk(table, key) ? null : table.next(key).orElse(null)) {
      assertThat(keys.add(key)).isTrue();
    }
    return keys;
  }

  private static boolean endsWalk(EtsTable table, Term key) {
    return table.type() == TableType.ORDERED_SET && key.equals(END);
  }

  /** Returns the keys that a walk reaches. */
  private static Set<Term> keys(EtsTable table) {
    Set<Term> keys = new HashSet<>();
    for (Tuple object : table.tab2list()) {
      Term key = object.element(table.keypos());
      keys.add(key);
      if (endsWalk(table, key)) {
        break;
      }
    }
    return keys;
  }

  /** A table in a live Erlang. */
  private record ErlangTable(ErlangOracle oracle, TableType type, int keypos) {
    private static final Atom NAME = Atom.of("jets_random_calls");

    List<Term> run(List<TableCall> calls) {
      List<TableCall> all = new ArrayList<>();
      ListTerm options =
          ListTerm.of(
              type.term(),
              Atom.of("named_table"),
              Tuple.of(Atom.of("keypos"), IntegerTerm.of(keypos)));
      all.add(TableCall.of("new", options));
      all.addAll(calls);
      all.add(TableCall.of("delete"));
      List<byte[]> questions = all.stream().map(ErlangTable::question).toList();
      List<Term> answers =
          oracle.ask("apply", questions).stream().map(ErlangTable::answer).toList();
      return answers.subList(1, answers.size() - 1);
    }

    private static byte[] question(TableCall call) {
      List<Term> arguments = new ArrayList<>(call.arguments());
      arguments.add(0, NAME);
      return ExternalTermFormat.encode(
          Tuple.of(Atom.of("ets"), Atom.of(call.function()), ListTerm.of(arguments)));
    }

    private static Term answer(Answer answer) {
      if (answer.error().isPresent()) {
        assertThat(answer.error().get()).isEqualTo("error:badarg");
        return TableCall.BADARG;
      }
      return ExternalTermFormat.decode(answer.bytes());
    }
  }
}
