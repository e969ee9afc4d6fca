package org.jets.ets.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jets.ets.match.MatchSpecReleases.Difference;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.TermPrinter;
import org.jets.terms.Tuple;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;

/**
 * Compares random match specifications on random objects with a live Erlang: the result, or the
 * texts of the errors. The property {@code jets.seed} repeats a run.
 */
class LiveMatchSpecTest {
  private static final int SPECS = 10_000;
  private static final int OBJECTS = 3;
  private static final int BATCH = 500;
  private static final Atom TABLE = Atom.of("table");

  /**
   * A last clause, which tells a case in which no other clause holds from one in which a clause
   * returns false.
   */
  private static final Term LAST_CLAUSE = TermParser.parse("{'_',[],[{{no_clause_holds}}]}");

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());

  @LiveErlangTest
  void specs_random_giveWhatErlangGives(ErlangOracle oracle) {
    MatchContext context = contextOf(oracle);
    SpecGenerator generator =
        new SpecGenerator(new Random(seed), new MatchSpecReleases(oracle.release()));
    int valid = 0;
    int matched = 0;
    int total = TestScale.count(SPECS);
    for (int done = 0; done < total; done += BATCH) {
      List<Trial> trials = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        Tuple object = generator.object();
        Term spec = generator.spec(object);
        for (int n = 0; n < OBJECTS; n++) {
          trials.add(new Trial(spec, n == 0 ? object : generator.like(object)));
        }
      }
      List<Term> expected = ask(oracle, trials);
      for (int i = 0; i < trials.size(); i++) {
        Trial trial = trials.get(i);
        if (!trial.gives(expected.get(i), context)) {
          throw failure(oracle, context, trial);
        }
        valid += ((Tuple) expected.get(i)).element(1) == Atom.OK ? 1 : 0;
        matched += expected.get(i).toString().contains("no_clause_holds") ? 0 : 1;
      }
    }
    // The generator is useless if it makes only one kind.
    assertThat(valid).isBetween(total * OBJECTS / 2, total * OBJECTS * 98 / 100);
    assertThat(matched).isGreaterThan(total * OBJECTS / 3);
  }

  @LiveErlangTest
  void select_random_givesWhatATableGives(ErlangOracle oracle) {
    MatchContext context = contextOf(oracle);
    Random random = new Random(seed);
    SpecGenerator generator = new SpecGenerator(random, new MatchSpecReleases(oracle.release()));
    Atom name = Atom.of("jets_match_specs");
    ask(oracle, "ets", "new", name, TermParser.parse("[named_table,duplicate_bag]"));
    for (int n = 0; n < TestScale.count(300); n++) {
      Tuple object = generator.object();
      Term spec = generator.spec(object);
      if (hasMapAsKey(spec)) {
        continue;
      }
      List<Term> objects = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        objects.add(generator.like(object));
      }
      ask(oracle, "ets", "insert", name, ListTerm.of(objects));
      Term selected = ask(oracle, "ets", "select", name, spec);
      ask(oracle, "ets", "delete_all_objects", name);
      try {
        List<Term> results = MatchSpec.compile(spec).runAll(objects, context);
        assertThat(((ListTerm) selected).toList())
            .as("%s on %s, -Djets.seed=%d", spec, objects, seed)
            .containsExactlyInAnyOrderElementsOf(results);
      } catch (MatchSpecException e) {
        assertThat(selected).as("%s, -Djets.seed=%d", spec, seed).isEqualTo(e.reason());
      }
    }
    ask(oracle, "ets", "delete", name);
  }

  @LiveErlangTest
  void checkKeepsKey_random_refusesWhatATableRefuses(ErlangOracle oracle) {
    SpecGenerator generator =
        new SpecGenerator(new Random(seed), new MatchSpecReleases(oracle.release()));
    Atom name = Atom.of("jets_replacements");
    ask(oracle, "ets", "new", name, TermParser.parse("[named_table,{keypos,2}]"));
    int kept = 0;
    int total = TestScale.count(2_000);
    for (int n = 0; n < total; n++) {
      Term spec = generator.replacement(2);
      boolean keeps = keepsKey(spec, 2);
      assertThat(ask(oracle, "ets", "select_replace", name, spec))
          .as("%s, -Djets.seed=%d", spec, seed)
          .isEqualTo(keeps ? IntegerTerm.of(0) : Atom.of("badarg"));
      kept += keeps ? 1 : 0;
    }
    assertThat(kept).isBetween(total / 10, total * 9 / 10);
    ask(oracle, "ets", "delete", name);
  }

  private static boolean keepsKey(Term spec, int keypos) {
    try {
      MatchSpec.compile(spec).checkKeepsKey(keypos);
      return true;
    } catch (MatchSpecException e) {
      return false;
    }
  }

  @LiveErlangTest
  void compile_nestedTooDeep_hasErlangsText(ErlangOracle oracle) {
    Term deep = Atom.TRUE;
    for (int i = 0; i < 10_000; i++) {
      deep = Tuple.of(Atom.of("not"), deep);
    }
    Trial trial =
        new Trial(
            ListTerm.of(Tuple.of(Atom.of("_"), ListTerm.empty(), ListTerm.of(deep))), Tuple.of());
    assertThat(trial.run(MatchContext.NONE)).isEqualTo(ask(oracle, List.of(trial)).get(0));
  }

  /**
   * Returns whether the key is a map without variables. A table takes such a map for the key
   * itself, unless it scans all keys anyway.
   */
  private static boolean hasMapAsKey(Term spec) {
    return ((ListTerm) spec)
        .stream()
            .anyMatch(
                clause ->
                    clause instanceof Tuple t
                        && t.element(1) instanceof Tuple head
                        && head.arity() > 0
                        && isGround(head.element(1))
                        && head.element(1).toString().contains("#{"));
  }

  private static boolean isGround(Term pattern) {
    if (pattern instanceof Tuple tuple) {
      return tuple.toList().stream().allMatch(LiveMatchSpecTest::isGround);
    }
    if (pattern instanceof ListTerm list && !list.isEmpty()) {
      return list.stream().allMatch(LiveMatchSpecTest::isGround) && isGround(list.lastTail());
    }
    if (pattern instanceof MapTerm map) {
      return map.toMap().values().stream().allMatch(LiveMatchSpecTest::isGround);
    }
    return pattern != Atom.of("_") && MatchNode.Variable.numberOf(pattern) < 0;
  }

  @LiveErlangTest
  void differences_betweenReleases_areKnown(ErlangOracle oracle) {
    MatchSpecReleases release = new MatchSpecReleases(oracle.release());
    MatchSpecReleases newest = new MatchSpecReleases(29);
    Tuple object = (Tuple) TermParser.parse("{0.0,-0.0}");
    for (Difference difference : MatchSpecReleases.DIFFERENCES) {
      Trial trial =
          new Trial(
              TermParser.parse("[{{'$1','$2'},[],[" + difference.expression() + "]}]"), object);
      assertThat(value(ask(oracle, List.of(trial)).get(0)))
          .as("%s", difference)
          .isEqualTo(release.valueOf(difference));
      assertThat(value(trial.run(MatchContext.NONE)))
          .as("%s", difference)
          .isEqualTo(newest.valueOf(difference));
    }
  }

  /** Returns the result of a test, or the atom {@code no function}. */
  private static Term value(Term answer) {
    Tuple tuple = (Tuple) answer;
    if (tuple.element(1) == Atom.OK) {
      return tuple.element(2);
    }
    assertThat(((ListTerm) tuple.element(2)).toList())
        .allSatisfy(
            error ->
                assertThat(((ListTerm) ((Tuple) error).element(2)).toText().orElseThrow())
                    .endsWith(" does_not_exist."));
    return Atom.of("no function");
  }

  private AssertionError failure(ErlangOracle oracle, MatchContext context, Trial trial) {
    Tuple smallest =
        (Tuple)
            TermShrinker.shrink(
                Tuple.of(trial.spec, trial.object),
                candidate -> {
                  Trial smaller = Trial.of(candidate);
                  return smaller != null
                      && !smaller.gives(ask(oracle, List.of(smaller)).get(0), context);
                });
    Trial shrunk = Trial.of(smallest);
    return new AssertionError(
        "%s on %s: %s (expected: %s) -Djets.seed=%d"
            .formatted(
                shrunk.spec,
                shrunk.object,
                show(shrunk.run(context)),
                show(ask(oracle, List.of(shrunk)).get(0)),
                seed));
  }

  /** Returns an answer with the texts of errors as strings. */
  private static String show(Term answer) {
    return TermPrinter.prettyPrint(answer);
  }

  private static MatchContext contextOf(ErlangOracle oracle) {
    return new MatchContext(
        (Pid) ask(oracle, "erlang", "self"), (Atom) ask(oracle, "erlang", "node"));
  }

  /**
   * Returns Erlang's answer to each trial: <code>{ok,Result}</code> or <code>{error,Errors}</code>.
   */
  private static List<Term> ask(ErlangOracle oracle, List<Trial> trials) {
    List<byte[]> questions =
        trials.stream()
            .map(t -> question("erlang", "match_spec_test", t.object, t.whole(), TABLE))
            .toList();
    List<Term> answers = new ArrayList<>();
    for (Answer answer : oracle.ask("apply", questions)) {
      Tuple tuple = (Tuple) ExternalTermFormat.decode(answer.bytes());
      answers.add(Tuple.of(tuple.element(1), tuple.element(2)));
    }
    return answers;
  }

  /** Returns the result of a call, or the reason of its error. */
  private static Term ask(ErlangOracle oracle, String module, String function, Term... arguments) {
    Answer answer = oracle.ask("apply", List.of(question(module, function, arguments))).get(0);
    return answer.error().isPresent()
        ? Atom.of(answer.error().get().replace("error:", ""))
        : ExternalTermFormat.decode(answer.bytes());
  }

  private static byte[] question(String module, String function, Term... arguments) {
    return ExternalTermFormat.encode(
        Tuple.of(Atom.of(module), Atom.of(function), ListTerm.of(arguments)));
  }

  /** A specification and an object. */
  private record Trial(Term spec, Tuple object) {

    /** Returns the trial that a pair stands for; null if it is none. */
    static Trial of(Term pair) {
      return pair instanceof Tuple t && t.arity() == 2 && t.element(2) instanceof Tuple object
          ? new Trial(t.element(1), object)
          : null;
    }

    Term whole() {
      if (!(spec instanceof ListTerm list) || !list.isProper()) {
        return spec;
      }
      List<Term> clauses = new ArrayList<>(list.toList());
      clauses.add(LAST_CLAUSE);
      return ListTerm.of(clauses);
    }

    /**
     * Returns whether the trial has Erlang's answer. The order and number of mistakes in a map do
     * not count. The order of keys that are atoms is private to a node, and OTP 25 names some
     * mistakes twice.
     */
    boolean gives(Term expected, MatchContext context) {
      Term actual = run(context);
      return actual.equals(expected)
          || (spec.toString().contains("#{") && mistakes(actual).equals(mistakes(expected)));
    }

    /** Returns the texts of the mistakes, for maps with only one mistake in their keys. */
    private static Set<String> mistakes(Term answer) {
      Set<String> texts = new HashSet<>();
      Tuple tuple = (Tuple) answer;
      if (tuple.element(1) == Atom.OK) {
        return Set.of(answer.toString());
      }
      for (Term error : (ListTerm) tuple.element(2)) {
        String text = ((ListTerm) ((Tuple) error).element(2)).toText().orElseThrow();
        texts.add(
            text.equals("Underscore found in map key.") ? "Variable found in map key." : text);
      }
      return texts;
    }

    Term run(MatchContext context) {
      return MatchSpec.test(object, whole(), context);
    }
  }
}
