package org.jets.bench.harness.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.Samples;

/**
 * The seconds that one contestant alone takes from its first call until its rate is steady. It runs
 * in slices without pauses, for a given time. Its rate in the end is the median of the last third.
 * Its rate is steady from the first ten slices on whose median is at least 90 % of that ({@link
 * SteadyRate}).
 *
 * <p>Arguments: the contestant, the class of the {@link TurnWork}, its workload, threads,
 * milliseconds in all.
 */
public final class SteadyMeasurement implements ForkedMeasurement {
  private static final int SLICE_MILLIS = 30;
  private static final long NANOS_OF_MILLI = 1_000_000;

  /** For the runner. */
  public SteadyMeasurement() {}

  @Override
  public void measure(List<String> arguments, Samples samples)
      throws ReflectiveOperationException, InterruptedException, BrokenBarrierException {
    String workload = arguments.get(2);
    int threads = Integer.parseInt(arguments.get(3));
    long slices = Math.max(1, Long.parseLong(arguments.get(4)) / SLICE_MILLIS);
    TurnWork work = ContestantLoader.create().newWork(arguments.get(1));
    List<TurnLoop> loops = work.loops(workload, work.input(workload), arguments.get(0), threads);
    TurnThreads workers = new TurnThreads(threads, SLICE_MILLIS * NANOS_OF_MILLI);
    List<Double> rates = new ArrayList<>();
    for (int slice = 0; slice < slices; slice++) {
      rates.add(workers.run(loops).rate());
    }
    int steady = SteadyRate.RULE.slicesToSteadyState(rates, Math.max(1, rates.size() / 3));
    samples.sample(steady * SLICE_MILLIS / 1e3);
  }
}
