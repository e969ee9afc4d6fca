package org.jets.bench.harness.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jets.bench.harness.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnMeasurementTest {

  /** Notes its calls in the input, which all copies of the class share. */
  public static final class Counted implements TurnWork {
    /** Called by reflection. */
    public Counted() {}

    @Override
    public Object input(String workload) {
      return new ArrayList<String>();
    }

    @Override
    @SuppressWarnings("unchecked") // It is the input.
    public List<TurnLoop> loops(String workload, Object input, String contestant, int threads) {
      List<String> calls = (List<String>) input;
      if (contestant.equals("broken")) {
        throw new IllegalStateException(workload);
      }
      boolean breaks = contestant.equals("breaking");
      return IntStream.range(0, threads)
          .mapToObj(thread -> (TurnLoop) new Loop(calls, breaks))
          .toList();
    }

    private record Loop(List<String> calls, boolean breaks) implements TurnLoop {
      @Override
      public int batch() {
        return 1000;
      }

      @Override
      public void run(int number) {
        if (breaks) {
          throw new IllegalStateException("in vain");
        }
        synchronized (calls) {
          calls.add(getClass().getClassLoader().toString());
        }
      }
    }
  }

  private static final class Kept implements Samples {
    private final List<Double> samples = new ArrayList<>();
    private final List<String> sides = new ArrayList<>();

    @Override
    public void sample(double value) {
      samples.add(value);
    }

    @Override
    public void side(String line) {
      sides.add(line);
    }
  }

  private static List<String> arguments(String... contestants) {
    List<String> arguments =
        new ArrayList<>(List.of(Counted.class.getName(), "load", "1", "25", "30", "5"));
    arguments.addAll(List.of(contestants));
    return arguments;
  }

  @Test
  void measure_twoContestants_giveALineEachWithARateForEachMeasuredRound() throws Exception {
    Kept kept = new Kept();

    new TurnMeasurement().measure(arguments("2*one", "1*other"), kept);

    assertThat(kept.sides)
        .satisfiesExactly(
            line -> assertThat(line).matches("turn 2\\*one [0-9.]+ [0-9.]+( [0-9.e+-]+){5}"),
            line -> assertThat(line).matches("turn 1\\*other [0-9.]+ [0-9.]+( [0-9.e+-]+){5}"));
    // Warm-up has windows of ten slices, 25 to 30 of them.
    assertThat(kept.samples)
        .singleElement()
        .satisfies(rounds -> assertThat(rounds).isEqualTo(35.0));
  }

  @Test
  void newWork_twoLoaders_haveClassesOfTheirOwn() throws Exception {
    TurnWork one = ContestantLoader.create().newWork(Counted.class.getName());
    TurnWork other = ContestantLoader.create().newWork(Counted.class.getName());

    assertThat(one.getClass()).isNotEqualTo(other.getClass()).isNotEqualTo(Counted.class);
  }

  @ParameterizedTest
  @CsvSource({"broken, load", "breaking, in vain"})
  void measure_contestantThrows_isLostAlone(String contestant, String message) throws Exception {
    Kept kept = new Kept();

    new TurnMeasurement().measure(arguments("2*one", "2*" + contestant, "2*other"), kept);

    assertThat(kept.sides)
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "lost 2*" + contestant + " java.lang.IllegalStateException: " + message),
            line -> assertThat(line).startsWith("turn 2*one "),
            line -> assertThat(line).startsWith("turn 2*other "));
  }
}
