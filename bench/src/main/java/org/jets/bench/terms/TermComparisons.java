package org.jets.bench.terms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/** Terms beside jinterface: their external format, and what tables ask of keys. */
public final class TermComparisons {
  private TermComparisons() {}

  /** Returns the comparisons in the order of the report. */
  public static List<Comparison> all() {
    List<Comparison> all = new ArrayList<>();
    for (String operation : List.of("encode", "decode")) {
      for (Corpus corpus : Corpus.values()) {
        all.add(externalFormat(operation, "Jets", corpus, "", goal(corpus)));
      }
    }
    all.add(views(Corpus.LINES));
    all.add(views(Corpus.BLOCKS));
    Goal asLong = Goal.timeOfAtMost(1.3);
    all.add(key("equals, small integers", "equalsInteger", "Long", "equalsLong", asLong));
    all.add(key("equals, atoms", "equalsAtom", "String", "equalsString", Goal.NONE));
    all.add(key("equals, {Atom, Int}", "equalsTuple", "record", "equalsPair", Goal.NONE));
    all.add(key("hash, small integers", "hashInteger", "Long", "hashLong", asLong));
    all.add(key("hash, atoms", "hashAtom", "String", "hashString", Goal.NONE));
    all.add(key("hash, {Atom, Int}", "hashTuple", "record", "hashPair", Goal.NONE));
    all.add(order("order, small integers", "compareIntegers", "Long", "compareLongs"));
    all.add(order("order, atoms", "compareAtoms", "String", "compareStrings"));
    all.add(order("order, 3-tuples", "compareTuples", "record", "compareTriples"));
    return all;
  }

  /** None where memory, and not the library, says how fast it is. */
  private static Goal goal(Corpus corpus) {
    return corpus == Corpus.BLOCKS ? Goal.ANY_SPEEDUP : Goal.speedupOfAtLeast(3);
  }

  /** Binaries that share memory with the message, where jinterface has only copies. */
  private static Comparison views(Corpus corpus) {
    return externalFormat("decode", "JetsViews", corpus, " (views)", Goal.ANY_SPEEDUP);
  }

  private static Comparison externalFormat(
      String operation, String ours, Corpus corpus, String remark, Goal goal) {
    Map<String, String> parameters = Map.of("corpus", corpus.name());
    return new Comparison(
        operation + ", " + corpus.title() + remark,
        new Trial(ExternalFormatBenchmark.class, operation + ours, parameters),
        "jinterface",
        new Trial(ExternalFormatBenchmark.class, operation + "Jinterface", parameters),
        goal,
        false);
  }

  private static Comparison key(
      String title, String ours, String rivalName, String rival, Goal goal) {
    return new Comparison(
        title,
        Trial.of(KeyBenchmark.class, ours),
        rivalName,
        Trial.of(KeyBenchmark.class, rival),
        goal,
        true);
  }

  private static Comparison order(String title, String ours, String rivalName, String rival) {
    return new Comparison(
        title,
        Trial.of(OrderBenchmark.class, ours),
        rivalName,
        Trial.of(OrderBenchmark.class, rival),
        Goal.NONE,
        true);
  }
}
