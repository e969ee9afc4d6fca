package org.jets.terms.ordered;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jets.terms.EdgeTerms;
import org.jets.terms.TermGenerator;
import org.junit.jupiter.api.Test;

/**
 * Rewrites {@code golden/ordered.txt}, which is right only together with a new {@link
 * OrderedBytes#FORMAT_VERSION}. It is not part of a test run. It is started by name:
 *
 * <pre>{@code ./mvnw test -pl terms -am -Dtest=OrderedGoldenRecording}</pre>
 */
class OrderedGoldenRecording {
  private static final long SEED = 1;
  private static final int GENERATED = 300;
  private static final int MAX_LENGTH = 300;

  @Test
  void record() throws IOException {
    List<OrderedGolden> all = new ArrayList<>();
    EdgeTerms.all().forEach(term -> all.add(OrderedGolden.of(term)));
    TermGenerator terms = new TermGenerator(SEED);
    for (int i = 0; i < GENERATED; i++) {
      all.add(OrderedGolden.of(terms.term()));
    }
    List<String> lines = new ArrayList<>();
    lines.add("# Codes of version " + OrderedBytes.FORMAT_VERSION + ", in ascending order.");
    all.stream()
        .filter(golden -> golden.line().length() <= MAX_LENGTH)
        .sorted(Comparator.comparing(OrderedGolden::code))
        .map(OrderedGolden::line)
        .distinct()
        .forEach(lines::add);
    Files.write(Path.of("src/test/resources", OrderedGolden.FILE), lines);
  }
}
