package org.jets.bench.harness.run;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.PinnedThreads;
import org.jets.bench.harness.Samples;

/**
 * Starts as many threads as its first argument says, which pin themselves: what comes back in the
 * report shows whether this machine lets us.
 */
public final class PinCheck implements ForkedMeasurement {
  /** Called by reflection. */
  public PinCheck() {}

  @Override
  public void measure(List<String> arguments, Samples samples) throws InterruptedException {
    int threads = Integer.parseInt(arguments.get(0));
    ThreadFactory factory = PinnedThreads.factory();
    for (int i = 0; i < threads; i++) {
      Thread thread = factory.newThread(() -> {});
      thread.start();
      thread.join();
    }
    samples.sample(threads);
  }
}
