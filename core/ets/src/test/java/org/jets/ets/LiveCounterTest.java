package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
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
 * Compares random additions to counters with a live Erlang, mostly several in a row to one object,
 * around the limits of each form of an integer. The property {@code jets.seed} repeats a run.
 */
class LiveCounterTest {
  private static final int TABLES = 60;
  private static final int CALLS = 150;
  private static final int KEYS = 3;
  private static final Atom NAME = Atom.of("jets_live_counters");

  /** The numbers of bits without a sign of integers that have a form of their own. */
  private static final List<Integer> BITS = List.of(0, 7, 10, 31, 32, 59, 61, 62, 63, 64, 80);

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  @LiveErlangTest
  void updateCounter_random_givesWhatErlangGives(ErlangOracle oracle) {
    int found = 0;
    for (TableType type : TableType.values()) {
      for (int n = 0; n < TestScale.count(TABLES); n++) {
        int keypos = 1 + random.nextInt(3);
        List<TableCall> calls = calls(type, keypos);
        List<Term> expected = ask(oracle, calls);
        for (Variant variant : Variant.of(type).toList()) {
          found += compare(variant, keypos, calls, expected);
        }
      }
    }
    assertThat(found).as("additions that were made").isGreaterThan(TestScale.count(TABLES) * CALLS);
  }

  /** Makes the calls. Returns the number of those that have given an integer. */
  private int compare(Variant variant, int keypos, List<TableCall> calls, List<Term> expected) {
    int found = 0;
    try (Owner owner = new TableSpace().newOwner()) {
      EtsTable table = owner.newTable("t", variant.options().withKeypos(keypos));
      for (int i = 1; i < calls.size() - 1; i++) {
        TableCall call = calls.get(i);
        assertThat(promised(call, run(table, call)))
            .as("%s, keypos %d, %s, call %d, -Djets.seed=%d", variant, keypos, call, i, seed)
            .isEqualTo(promised(call, expected.get(i)));
        found += expected.get(i) instanceof IntegerTerm ? 1 : 0;
      }
    }
    return found;
  }

  /** Returns objects in an order that does not depend on the table's, and other results. */
  private static Term promised(TableCall call, Term result) {
    Comparator<Term> order = Comparator.comparing(term -> term, TermOrder.EXACT);
    return result instanceof ListTerm list && !call.function().equals("update_counter")
        ? ListTerm.of(list.stream().sorted(order).toList())
        : result;
  }

  /** Makes a call, in half of the cases that Java has as well by Java's method. */
  private Term run(EtsTable table, TableCall call) {
    if (!call.function().equals("update_counter") || random.nextBoolean()) {
      return call.run(table);
    }
    List<Term> arguments = call.arguments();
    Term key = arguments.get(0);
    Tuple initial = arguments.size() == 3 ? (Tuple) arguments.get(2) : null;
    try {
      if (arguments.get(1) instanceof IntegerTerm number && number.fitsLong()) {
        return initial == null
            ? table.updateCounter(key, number.longValue())
            : table.updateCounter(key, number.longValue(), initial);
      }
      if (arguments.get(1) instanceof Tuple tuple) {
        CounterOp op = op(tuple);
        return initial == null
            ? table.updateCounter(key, op)
            : table.updateCounter(key, op, initial);
      }
    } catch (EtsException e) {
      return TableCall.BADARG;
    }
    return call.run(table);
  }

  private static CounterOp op(Tuple tuple) {
    int position = tuple.getInt(1);
    IntegerTerm increment = (IntegerTerm) tuple.element(2);
    return tuple.arity() == 2
        ? CounterOp.add(position, increment)
        : CounterOp.add(
            position, increment, (IntegerTerm) tuple.element(3), (IntegerTerm) tuple.element(4));
  }

  private List<TableCall> calls(TableType type, int keypos) {
    List<TableCall> calls = new ArrayList<>();
    Term keyOption = Tuple.of(Atom.of("keypos"), IntegerTerm.of(keypos));
    calls.add(TableCall.of("new", ListTerm.of(Atom.of("named_table"), type.term(), keyOption)));
    for (int n = 0; n < CALLS; n++) {
      Term key = key();
      switch (random.nextInt(25)) {
        case 0, 1 -> calls.add(TableCall.of("insert", object(keypos)));
        case 2 -> calls.add(TableCall.of("insert", ListTerm.of(object(keypos), object(keypos))));
        case 3 -> calls.add(TableCall.of("lookup", key));
        case 4 -> calls.add(TableCall.of("delete", key));
        case 5 ->
            calls.add(
                TableCall.of("update_element", key, Tuple.of(IntegerTerm.of(3), Atom.of("x"))));
        case 6 -> calls.add(TableCall.of("take", key));
        case 7 ->
            calls.add(TableCall.of("update_counter", key, ListTerm.of(operation(), operation())));
        case 8 -> calls.add(TableCall.of("update_counter", key, operation(), object(keypos)));
        default -> addSeveral(calls, key);
      }
    }
    calls.add(TableCall.of("delete"));
    return calls;
  }

  /** Adds calls with one key. Its second one makes a counter that is added to in place. */
  private void addSeveral(List<TableCall> calls, Term key) {
    int position = 1 + random.nextInt(4);
    for (int n = random.nextInt(4); n >= 0; n--) {
      Term operation = random.nextBoolean() ? operation() : operation(position);
      calls.add(TableCall.of("update_counter", key, operation));
      if (random.nextInt(4) == 0) {
        calls.add(TableCall.of("lookup", key));
      }
    }
  }

  private Term key() {
    return IntegerTerm.of(random.nextInt(KEYS));
  }

  private Tuple object(int keypos) {
    List<Term> elements = new ArrayList<>();
    for (int n = keypos + random.nextInt(4); n > 0; n--) {
      elements.add(random.nextInt(8) == 0 ? Atom.of("x") : integer());
    }
    return Tuple.of(elements).with(keypos, key());
  }

  private Term operation() {
    return random.nextInt(3) == 0 ? integer() : operation(random.nextInt(6));
  }

  private Tuple operation(int position) {
    Term target = IntegerTerm.of(position);
    return random.nextBoolean()
        ? Tuple.of(target, integer())
        : Tuple.of(target, integer(), integer(), integer());
  }

  private IntegerTerm integer() {
    int bits = BITS.get(random.nextInt(BITS.size()));
    BigInteger near = BigInteger.ONE.shiftLeft(bits).add(BigInteger.valueOf(random.nextInt(5) - 2));
    return IntegerTerm.of(random.nextBoolean() ? near : near.negate());
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
