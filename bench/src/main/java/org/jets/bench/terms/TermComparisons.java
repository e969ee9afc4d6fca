package org.jets.bench.terms;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Structure;
import org.jets.bench.harness.Structure.Origin;
import org.jets.bench.harness.Unit;
import org.jets.bench.harness.comparison.Comparison;
import org.jets.bench.harness.comparison.Goal;
import org.jets.bench.harness.comparison.Trial;

/**
 * Terms beside jinterface: their external format, their ordered code, and what tables ask of keys.
 */
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
    all.add(orderedBytes("encode"));
    all.add(orderedBytes("decode"));
    Goal asLong = Goal.timeOfAtMost(1.3);
    all.add(key("equals", "small integers", "equalsInteger", "Long", "equalsLong", asLong));
    all.add(key("equals", "atoms", "equalsAtom", "String", "equalsString", Goal.NONE));
    all.add(key("equals", "{Atom, Int}", "equalsTuple", "record", "equalsPair", Goal.NONE));
    all.add(key("hash", "small integers", "hashInteger", "Long", "hashLong", asLong));
    all.add(key("hash", "atoms", "hashAtom", "String", "hashString", Goal.NONE));
    all.add(key("hash", "{Atom, Int}", "hashTuple", "record", "hashPair", Goal.NONE));
    all.add(order("small integers", "compareIntegers", "Long", "compareLongs"));
    all.add(order("atoms", "compareAtoms", "String", "compareStrings"));
    all.add(order("3-tuples", "compareTuples", "record", "compareTriples"));
    return all;
  }

  /** Returns no limit where memory, and not the library, sets the speed. */
  private static Goal goal(Corpus corpus) {
    return corpus == Corpus.BLOCKS ? Goal.ANY_SPEEDUP : Goal.speedupOfAtLeast(3);
  }

  /** Binaries that share memory with the message, where jinterface has only copies. */
  private static Comparison views(Corpus corpus) {
    return externalFormat("decode", "JetsViews", corpus, " (views)", Goal.ANY_SPEEDUP);
  }

  /** The code whose bytes are in the order of terms, which the other format's are not. */
  private static Comparison orderedBytes(String operation) {
    Map<String, String> parameters = Map.of("corpus", Corpus.SMALL_TUPLES.name());
    return new Comparison(
        "ordered " + operation,
        Corpus.SMALL_TUPLES.title(),
        new Trial(OrderedBytesBenchmark.class, operation + "Ordered", parameters),
        new Structure("external format", Origin.JETS),
        new Trial(OrderedBytesBenchmark.class, operation + "External", parameters),
        Goal.NONE);
  }

  private static Comparison externalFormat(
      String operation, String ours, Corpus corpus, String remark, Goal goal) {
    Map<String, String> parameters = Map.of("corpus", corpus.name());
    return new Comparison(
        operation,
        corpus.title() + remark,
        new Trial(ExternalFormatBenchmark.class, operation + ours, parameters),
        new Structure("jinterface", Origin.OTHER),
        new Trial(ExternalFormatBenchmark.class, operation + "Jinterface", parameters),
        goal);
  }

  private static Comparison key(
      String operation, String keys, String ours, String rivalName, String rival, Goal goal) {
    return ofKeys(KeyBenchmark.class, operation, keys, ours, rivalName, rival, goal);
  }

  private static Comparison order(String keys, String ours, String rivalName, String rival) {
    return ofKeys(OrderBenchmark.class, "order", keys, ours, rivalName, rival, Goal.NONE);
  }

  private static Comparison ofKeys(
      Class<?> benchmark,
      String operation,
      String keys,
      String ours,
      String rivalName,
      String rival,
      Goal goal) {
    return new Comparison(
        operation,
        keys,
        Unit.NANOS,
        Trial.of(benchmark, ours),
        new Structure(rivalName, Origin.JDK),
        Trial.of(benchmark, rival),
        goal,
        true);
  }
}
