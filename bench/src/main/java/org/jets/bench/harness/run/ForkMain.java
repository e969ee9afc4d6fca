package org.jets.bench.harness.run;

import java.io.PrintStream;
import java.util.List;
import org.jets.bench.harness.ForkedMeasurement;
import org.jets.bench.harness.ForkedRun;
import org.jets.bench.harness.Samples;

/** The program of the JVM of a {@link ForkedRun}: class and arguments in, lines out. */
final class ForkMain {
  private ForkMain() {}

  public static void main(String[] args) {
    PrintStream out = System.out;
    int status = 0;
    try {
      ForkedMeasurement measurement =
          Class.forName(args[0]).asSubclass(ForkedMeasurement.class).getConstructor().newInstance();
      measurement.measure(List.of(args).subList(1, args.length), new Lines(out));
    } catch (Throwable e) {
      // Whatever it was, out of memory too, is why this row has no value.
      e.printStackTrace();
      out.println(SampleLines.FAILED + SampleLines.oneLine(e.toString()));
      status = 1;
    }
    out.flush();
    // Threads that the measurement has left behind do not keep the runner waiting.
    System.exit(status);
  }

  private record Lines(PrintStream out) implements Samples {
    @Override
    public void sample(double value) {
      out.println(SampleLines.SAMPLE + value);
    }

    @Override
    public void side(String line) {
      out.println(SampleLines.SIDE + SampleLines.joined(line));
    }
  }
}
