package org.jets.bench.harness.turns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.stream.Collectors;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.Samples;
import org.jets.bench.harness.TurnRatio;
import org.jets.bench.harness.TurnRun;

/**
 * A measurement by turns in one JVM.
 *
 * <p>The speed of memory on a shared host drifts by half within minutes. Values of two JVMs, one
 * after the other, differ by that drift. Slices of one JVM that follow each other directly do not.
 *
 * <p>The rule:
 *
 * <ul>
 *   <li>All contestants fill their structures with the same keys in the same order. Then the heap
 *       is collected once.
 *   <li>A contestant is a structure with a number of threads. A structure with other threads is
 *       another object, with classes of its own.
 *   <li>In a round each contestant has one slice of about 30 ms, in which its threads call it. They
 *       begin together, and look at the clock after each batch of calls.
 *   <li>Each round has another order ({@link TurnOrder}).
 *   <li>Each contestant has a copy of all classes but those of the JDK ({@link ContestantLoader}).
 *       So no call site is shared, and each is compiled for one structure alone.
 *   <li>A thread has a generator of random keys of its own. Its seed is the same for all
 *       contestants.
 *   <li>Warm-up ends when the rate of each contestant is steady, and the compiler rests. The
 *       medians of the last two windows of ten slices differ by 3 % at most ({@link SteadyRate}).
 *       In the rounds of the last window the compiler had at most 5 % of a processor. Each
 *       contestant has at least the shortest and at most the longest warm-up, in the time of its
 *       own slices.
 *   <li>Then as many rounds are measured as were asked for. The pauses of the collector count in
 *       the slice in which they happen.
 *   <li>The time to steady state is the time of a contestant's own slices until the median of ten
 *       slices is at least 90 % of its rate in the measured rounds.
 *   <li>A contestant that throws has no more turns, and no result.
 *   <li>The share is the part of its measured slices in which the threads had processors. It is not
 *       known of an Erlang.
 *   <li>An Erlang has a process and a table of its own ({@link ErlangTurns}). The time of a loop
 *       without calls, measured after each slice, is subtracted from the time of the slice.
 * </ul>
 *
 * <p>A reader of the results divides the rates of two contestants round by round, in several JVMs.
 * The result is the median of these ratios with its quartiles ({@link TurnRatio}).
 *
 * <p>Arguments: the class of the {@link TurnWork}, its workload, milliseconds of a slice, least and
 * most milliseconds of warm-up, measured rounds, the {@linkplain TurnRun#word words} of
 * contestants.
 */
public final class TurnMeasurement implements ForkedMeasurement {
  private static final long NANOS_OF_MILLI = 1_000_000;
  private static final double COMPILER_SHARE = 0.05;
  private static final int FIRST_CONTESTANT = 6;

  /** For the runner. */
  public TurnMeasurement() {}

  /** The slices of a contestant. */
  private interface Slices {
    TurnThreads.Slice next() throws InterruptedException, BrokenBarrierException;
  }

  /** A contestant with the rates and the shares of its slices. */
  private static final class Turns {
    private final String word;
    private final Slices slices;
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> shares = new ArrayList<>();

    Turns(String word, Slices slices) {
      this.word = word;
      this.slices = slices;
    }

    void run() throws InterruptedException, BrokenBarrierException {
      TurnThreads.Slice slice = slices.next();
      rates.add(slice.rate());
      shares.add(slice.share());
    }
  }

  @Override
  public void measure(List<String> arguments, Samples samples)
      throws ReflectiveOperationException, InterruptedException, BrokenBarrierException {
    String workload = arguments.get(1);
    long sliceMillis = Long.parseLong(arguments.get(2));
    Map<Integer, TurnThreads> workers = new HashMap<>();
    List<Turns> all = new ArrayList<>();
    List<ErlangTurns> erlangs = new ArrayList<>();
    try {
      TurnWork common = ContestantLoader.create().newWork(arguments.get(0));
      Object input = common.input(workload);
      for (String word : arguments.subList(FIRST_CONTESTANT, arguments.size())) {
        int threads = Integer.parseInt(word.substring(0, word.indexOf('*')));
        String contestant = word.substring(word.indexOf('*') + 1);
        try {
          Slices slices;
          if (ErlangTurns.isOne(contestant)) {
            List<String> request = common.erlangRequest(workload, threads);
            ErlangTurns erlang = ErlangTurns.start(contestant, request);
            erlangs.add(erlang);
            slices = () -> new TurnThreads.Slice(erlang.rate(sliceMillis), Double.NaN);
          } else {
            TurnWork work = ContestantLoader.create().newWork(arguments.get(0));
            List<TurnLoop> loops = work.loops(workload, input, contestant, threads);
            TurnThreads own =
                workers.computeIfAbsent(
                    threads, number -> new TurnThreads(number, sliceMillis * NANOS_OF_MILLI));
            slices = () -> own.run(loops);
          }
          all.add(new Turns(word, slices));
        } catch (IOException | RuntimeException | LinkageError e) {
          samples.side(TurnRun.LOST + word + " " + e);
        }
      }
      System.gc();
      measure(all, arguments, samples);
    } finally {
      erlangs.forEach(ErlangTurns::close);
    }
  }

  private static void measure(List<Turns> all, List<String> arguments, Samples samples)
      throws InterruptedException, BrokenBarrierException {
    long sliceMillis = Long.parseLong(arguments.get(2));
    int leastSlices = slices(arguments.get(3), sliceMillis);
    int mostSlices = slices(arguments.get(4), sliceMillis);
    int rounds = Integer.parseInt(arguments.get(5));
    CompilerThreads compiler = CompilerThreads.ofThisJvm();
    int window = SteadyRate.RULE.window();
    boolean isCompiled = false;
    int round = 0;
    while (round < mostSlices && !(round >= leastSlices && isCompiled && areSteady(all))) {
      double before = compiler.seconds();
      long start = System.nanoTime();
      int end = round + window;
      while (round < end) {
        run(round, all, samples);
        round++;
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      isCompiled = compiler.seconds() - before <= COMPILER_SHARE * seconds;
    }
    int end = round + rounds;
    while (round < end) {
      run(round, all, samples);
      round++;
    }
    for (Turns turns : all) {
      samples.side(line(turns, rounds, sliceMillis));
    }
    // The runner expects a sample of each JVM.
    samples.sample(round);
  }

  private static int slices(String millis, long sliceMillis) {
    return (int) ((Long.parseLong(millis) + sliceMillis - 1) / sliceMillis);
  }

  private static boolean areSteady(List<Turns> all) {
    return all.stream().allMatch(turns -> SteadyRate.RULE.isSteady(turns.rates));
  }

  /** Runs a round. A contestant that throws has no more turns. */
  private static void run(int round, List<Turns> all, Samples samples)
      throws InterruptedException, BrokenBarrierException {
    if (all.isEmpty()) {
      return;
    }
    List<Turns> order = new TurnOrder(all.size()).ofRound(round).stream().map(all::get).toList();
    for (Turns turns : order) {
      try {
        turns.run();
      } catch (IllegalStateException | UncheckedIOException e) {
        samples.side(TurnRun.LOST + turns.word + " " + e.getMessage());
        all.remove(turns);
      }
    }
  }

  private static String line(Turns turns, int rounds, long sliceMillis) {
    List<Double> rates = turns.rates;
    int from = rates.size() - rounds;
    double share =
        turns.shares.subList(from, rates.size()).stream()
            .mapToDouble(Double::doubleValue)
            .average()
            .orElse(Double.NaN);
    double steady = SteadyRate.RULE.slicesToSteadyState(rates, rounds) * sliceMillis / 1e3;
    return TurnRun.LINE
        + String.format(Locale.ROOT, "%s %.4f %.2f ", turns.word, share, steady)
        + rates.subList(from, rates.size()).stream()
            .map(rate -> String.format(Locale.ROOT, "%.5g", rate))
            .collect(Collectors.joining(" "));
  }
}
