package org.jets.terms;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code golden/terms.txt}: the facts of the newest release about one term.
 *
 * @param standard the comparison of the term above with this one in the standard order: {@code <}
 *     or {@code =}
 * @param exact that comparison in the exact order: {@code <}, {@code =} or {@code >}
 * @param hash {@code phash2} with the range 2^32; null if it is private to a node
 * @param encoded {@code term_to_binary(Term, [deterministic])}, in hexadecimal digits
 * @param minorVersion1 the encoding with {@code {minor_version, 1}}; null if jets follows an older
 *     release there
 */
record GoldenTerm(
    char standard,
    char exact,
    @Nullable Long hash,
    String encoded,
    @Nullable String minorVersion1) {
  static final String FILE = "golden/terms.txt";
  private static final String NONE = "-";

  static List<GoldenTerm> readAll() throws IOException {
    InputStream file = GoldenTerm.class.getClassLoader().getResourceAsStream(FILE);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(file, FILE), StandardCharsets.US_ASCII))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(GoldenTerm::parse).toList();
    }
  }

  private static GoldenTerm parse(String line) {
    String[] fields = line.split(" ", -1);
    return new GoldenTerm(
        fields[0].charAt(0),
        fields[1].charAt(0),
        fields[2].equals(NONE) ? null : Long.valueOf(fields[2]),
        fields[3],
        fields[4].equals(NONE) ? null : fields[4]);
  }

  String line() {
    return String.join(
        " ",
        String.valueOf(standard),
        String.valueOf(exact),
        hash == null ? NONE : hash.toString(),
        encoded,
        minorVersion1 == null ? NONE : minorVersion1);
  }
}
