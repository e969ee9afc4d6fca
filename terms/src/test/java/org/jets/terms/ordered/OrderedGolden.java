package org.jets.terms.ordered;

import java.util.HexFormat;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;

/**
 * A term whose code is recorded. A line of the file has the code and the external term format.
 *
 * @param code the code in hexadecimal, whose order is that of the bytes
 */
record OrderedGolden(String code, Term term) {
  static final String FILE = "golden/ordered.txt";

  private static final HexFormat HEX = HexFormat.of();

  static OrderedGolden of(Term term) {
    return new OrderedGolden(HEX.formatHex(OrderedBytes.encode(term)), term);
  }

  static OrderedGolden parse(String line) {
    String[] fields = line.split(" ", -1);
    return new OrderedGolden(fields[0], ExternalTermFormat.decode(HEX.parseHex(fields[1])));
  }

  String line() {
    return code + " " + HEX.formatHex(ExternalTermFormat.encode(term));
  }
}
