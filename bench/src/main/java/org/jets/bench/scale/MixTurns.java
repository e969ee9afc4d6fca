package org.jets.bench.scale;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jets.bench.harness.turns.TurnLoop;
import org.jets.bench.harness.turns.TurnWork;
import org.jspecify.annotations.Nullable;

/**
 * The mixes of {@link MixBenchmark}, by turns. A workload is {@code RANGE/FILLING/MIX}; contestants
 * are the names of {@link KeyedStructures}.
 */
public final class MixTurns implements TurnWork {
  private static final long SEED = 0x9e37_79b9_7f4a_7c15L;

  /** For the harness. */
  public MixTurns() {}

  /** The keys are numbers, which need no preparation. */
  @Override
  public Object input(String workload) {
    return workload;
  }

  @Override
  public List<TurnLoop> loops(String workload, Object input, String contestant, int threads) {
    String[] parts = workload.split("/", 3);
    Mix mix = Mix.parse(parts[2]);
    MixedLoad load =
        MixBenchmark.filled(
            contestant, mix, Integer.parseInt(parts[0]), MixBenchmark.Filling.valueOf(parts[1]));
    int batch = mix.batch();
    return IntStream.rangeClosed(1, threads)
        .mapToObj(thread -> (TurnLoop) new Loop(load, batch, thread * SEED))
        .toList();
  }

  @Override
  public List<String> erlangRequest(String workload, int threads) {
    String[] parts = workload.split("/", 3);
    String batch = Mix.parse(parts[2]).batch() == 1 ? "1" : "10";
    return List.of(
        parts[2], Integer.toString(threads), parts[0], parts[1].toLowerCase(Locale.ROOT), batch);
  }

  private static final class Loop implements TurnLoop {
    private final MixedLoad load;
    private final int batch;
    private long state;

    @SuppressWarnings("UnusedVariable") // Keeps results from being found useless.
    private volatile @Nullable Object sink;

    Loop(MixedLoad load, int batch, long seed) {
      this.load = load;
      this.batch = batch;
      this.state = seed;
    }

    @Override
    public int batch() {
      return batch;
    }

    @Override
    public void run(int calls) {
      long random = state;
      Object last = null;
      for (int i = 0; i < calls; i++) {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        Object result = load.run(random);
        last = result == null ? last : result;
      }
      state = random;
      sink = last;
    }
  }
}
