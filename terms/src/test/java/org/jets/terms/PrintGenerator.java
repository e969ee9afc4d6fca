package org.jets.terms;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A generator of random terms for the printer. They have all widths around that of a line, and
 * contain strings, near-strings, tagged tuples, maps with keys that do not fit, and long
 * bitstrings. All have a text that can be read back, and no map has more than 20 keys.
 */
final class PrintGenerator {
  private static final String[] ATOMS = {
    "a",
    "b",
    "ok",
    "error",
    "abc",
    "undefined",
    "some_long_atom_name",
    "Foo",
    "foo_bar",
    "a b",
    "",
    "å",
    "λ",
    "if",
    "e\u0301x",
    "\n",
    "a@b",
    "'",
    "\\",
    "maybes"
  };
  private static final String CONTROLS = "\b\t\n\u000B\f\r\u001B\"\\'";

  private final Random random;
  private final boolean withRecords;

  PrintGenerator(Random random) {
    this(random, false);
  }

  /** Makes a generator that can include native records, which cannot be read back. */
  PrintGenerator(Random random, boolean withRecords) {
    this.random = random;
    this.withRecords = withRecords;
  }

  /** Returns a term of at most some dozens of subterms. */
  Term next() {
    int[] budget = {1 + random.nextInt(60)};
    return term(1 + random.nextInt(5), budget);
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private Term term(int depth, int[] budget) {
    budget[0]--;
    if (depth == 0 || budget[0] < 0) {
      return leaf();
    }
    if (withRecords && chance(4)) {
      return record(depth, budget);
    }
    return switch (random.nextInt(10)) {
      case 0 -> leaf();
      case 1, 2 -> ListTerm.of(terms(depth, budget));
      case 3 -> {
        List<Term> cells = terms(depth, budget);
        yield cells.isEmpty() ? leaf() : ListTerm.improper(cells, term(depth - 1, budget));
      }
      case 4 -> Tuple.of(terms(depth, budget));
      case 5, 6 -> {
        List<Term> elements = terms(depth, budget);
        elements.add(0, atom());
        yield Tuple.of(elements);
      }
      case 7, 8 -> map(depth, budget);
      default -> ListTerm.of(java.util.Collections.nCopies(1 + random.nextInt(30), leaf()));
    };
  }

  private List<Term> terms(int depth, int[] budget) {
    boolean flat = chance(3);
    List<Term> terms = new ArrayList<>();
    for (int i = random.nextInt(chance(4) ? 25 : 6); i > 0; i--) {
      terms.add(flat ? leaf() : term(depth - 1, budget));
    }
    return terms;
  }

  private Term record(int depth, int[] budget) {
    List<Term> values = terms(depth, budget);
    Map<Atom, Term> fields = new LinkedHashMap<>();
    values.forEach(value -> fields.put(atom(), value));
    return RecordTerm.of(atom(), atom(), random.nextBoolean(), fields);
  }

  private Term map(int depth, int[] budget) {
    MapTerm map = MapTerm.of();
    for (int i = random.nextInt(chance(4) ? 20 : 5); i > 0; i--) {
      Term key = chance(4) ? term(depth - 1, budget) : leaf();
      map = map.with(key, term(depth - 1, budget));
    }
    return map;
  }

  private Atom atom() {
    return switch (random.nextInt(5)) {
      case 0 ->
          Atom.of(String.valueOf((char) ('a' + random.nextInt(26))).repeat(random.nextInt(25)));
      case 1 -> Atom.of(text(3, 20));
      default -> Atom.of(ATOMS[random.nextInt(ATOMS.length)]);
    };
  }

  private Term leaf() {
    return switch (random.nextInt(13)) {
      case 0, 1 -> atom();
      case 2 -> IntegerTerm.of(random.nextInt(1000));
      case 3 -> IntegerTerm.of(random.nextInt(300) - 150);
      case 4 -> IntegerTerm.of(new BigInteger(random.nextInt(90), random).negate());
      case 5 -> FloatTerm.of(real());
      case 6 -> ListTerm.ofText(text(0, 40));
      case 7 -> ListTerm.ofText(text(3, 20));
      case 8 -> Binary.of(text(0, 40).getBytes(StandardCharsets.ISO_8859_1));
      case 9 -> Binary.of(text(random.nextInt(4), 30));
      case 10 -> bits();
      case 11 -> ListTerm.ofBytes(bytes(random.nextInt(40)));
      default -> empty();
    };
  }

  private Term empty() {
    return switch (random.nextInt(6)) {
      case 0 -> ListTerm.empty();
      case 1 -> Tuple.of();
      case 2 -> MapTerm.of();
      case 3 -> Binary.empty();
      case 4 -> ExternalFun.of(Atom.of("lists"), Atom.of("map"), 2);
      default -> ListTerm.ofText("x".repeat(random.nextInt(100)));
    };
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private Term bits() {
    byte[] bytes = bytes(1 + random.nextInt(chance(3) ? 90 : 8));
    return Bitstring.of(bytes, 8L * bytes.length - (chance(2) ? 0 : random.nextInt(8)));
  }

  private double real() {
    return switch (random.nextInt(4)) {
      case 0 -> {
        double any = Double.longBitsToDouble(random.nextLong());
        yield Double.isFinite(any) ? any : -0.0;
      }
      case 1 -> random.nextInt(1000) / 10.0;
      case 2 -> random.nextInt(2_000_000) - 1_000_000.0;
      default -> Math.scalb(1.0, random.nextInt(2000) - 1010);
    };
  }

  /** Returns a text of printable Latin-1, with more of other characters the higher the level is. */
  private String text(int level, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.appendCodePoint(character(random.nextInt(level + 1)));
    }
    return text.toString();
  }

  private int character(int level) {
    return switch (level) {
      case 0 ->
          switch (random.nextInt(8)) {
            case 0 -> CONTROLS.charAt(random.nextInt(CONTROLS.length()));
            case 1 -> 0xA0 + random.nextInt(0x60);
            default -> ' ' + random.nextInt(0x5F);
          };
      case 1 -> 0x100 + random.nextInt(0x100);
      case 2 -> 0x4E00 + random.nextInt(0x1000);
      default ->
          switch (random.nextInt(4)) {
            case 0 -> 0x300 + random.nextInt(0x20);
            case 1 -> 0x1F600 + random.nextInt(0x30);
            case 2 -> random.nextInt(0x20);
            default -> 0x7F + random.nextInt(0x21);
          };
    };
  }
}
