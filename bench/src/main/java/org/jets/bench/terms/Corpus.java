package org.jets.bench.terms;

import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The messages that the external term format is measured on, each encoded on its own. */
public enum Corpus {
  /** 1,000 tuples of three elements, about 25 bytes each: requests, replies and rows of a table. */
  SMALL_TUPLES("1,000 small tuples") {
    @Override
    List<Term> messages() {
      Random random = new Random(1);
      return list(1_000, i -> row(i, random));
    }

    private Term row(int i, Random random) {
      return switch (i % 3) {
        case 0 -> Tuple.of(Atom.of("user"), IntegerTerm.of(random.nextInt()), text(i, 8));
        case 1 -> Tuple.of(Atom.of("reply"), IntegerTerm.of(i), Tuple.of(Atom.OK, Atom.TRUE));
        default ->
            Tuple.of(
                Atom.of("sample"), IntegerTerm.of(i), FloatTerm.of(random.nextGaussian() * 100));
      };
    }
  },

  /** 50 documents of some 1.3 kB: maps in lists in maps. */
  NESTED_MAPS("50 nested maps") {
    @Override
    List<Term> messages() {
      return list(
          50,
          i ->
              MapTerm.of(
                  Atom.of("id"),
                  IntegerTerm.of(1_000_000L * i),
                  Atom.of("name"),
                  text(i, 24),
                  Atom.of("tags"),
                  ListTerm.of(text(i, 5), text(i + 1, 9), text(i + 2, 7)),
                  Atom.of("items"),
                  ListTerm.of(list(10, j -> item(i + j))),
                  Atom.of("address"),
                  MapTerm.of(
                      Atom.of("street"),
                      text(i, 20),
                      Atom.of("city"),
                      text(i, 10),
                      Atom.of("geo"),
                      Tuple.of(FloatTerm.of(i * 0.25), FloatTerm.of(i * -0.5)))));
    }

    private Term item(int i) {
      return MapTerm.of(
          Atom.of("sku"),
          text(i, 12),
          Atom.of("count"),
          IntegerTerm.of(i % 7),
          Atom.of("price"),
          FloatTerm.of(i * 1.75),
          Atom.of("gift"),
          Atom.of(i % 2 == 0),
          Atom.of("options"),
          MapTerm.of(text(0, 6), text(i, 6)));
    }
  },

  /**
   * 200 strings, lists of characters in Erlang, of 20 to 219 characters; one in ten is not Latin-1.
   */
  STRINGS("200 strings") {
    @Override
    List<Term> messages() {
      return list(
          200,
          i -> ListTerm.ofText((i % 10 == 0 ? "\u03b1\u03b2\u03b3 " : "") + letters(i, 20 + i)));
    }
  },

  /**
   * One list of the 16,384 lines of a text of 1 MiB, as {@code binary:split} gives them: binaries
   * of 24 to 104 bytes.
   */
  LINES("1 MB list of binaries") {
    @Override
    List<Term> messages() {
      return List.of(ListTerm.of(list(16_384, i -> text(i, 24 + i % 81))));
    }
  },

  /**
   * One list of 1,024 binaries of 1,024 bytes each, where nearly all of the time goes into copying
   * memory, whoever does it.
   */
  BLOCKS("1 MB in blocks of 1 kB") {
    @Override
    List<Term> messages() {
      Random random = new Random(2);
      return List.of(
          ListTerm.of(
              list(
                  1_024,
                  i -> {
                    byte[] bytes = new byte[1_024];
                    random.nextBytes(bytes);
                    return Binary.of(bytes);
                  })));
    }
  };

  private final String title;

  Corpus(String title) {
    this.title = title;
  }

  /** Returns a few words on the corpus. */
  public String title() {
    return title;
  }

  /** Makes the messages, the same ones each time. */
  abstract List<Term> messages();

  private static List<Term> list(int count, IntFunction<Term> message) {
    return IntStream.range(0, count).mapToObj(message).toList();
  }

  private static Term text(int seed, int length) {
    return Binary.of(letters(seed, length));
  }

  private static String letters(int seed, int length) {
    return new Random(seed)
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
