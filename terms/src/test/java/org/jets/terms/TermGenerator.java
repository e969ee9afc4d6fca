package org.jets.terms;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * A generator of random terms of every type, which depend on the seed alone.
 *
 * <p>The values are near likely faults. These are powers of two at which a representation ends,
 * integers and floats of one value, both zeros, and names that sort differently in UTF-8 and
 * UTF-16. Others are lists of each hidden class. {@link #relatives} returns terms that are equal or
 * differ little.
 */
public final class TermGenerator {
  private static final int[] EDGES = {
    0, 1, 2, 7, 8, 10, 16, 24, 26, 27, 28, 31, 32, 52, 53, 54, 58, 59, 60, 63, 64, 65, 127, 128,
    512, 1022, 1023, 1024, 1025, 2048
  };
  private static final String[] NAMES = {
    "",
    "a",
    "b",
    "ab",
    "abc",
    "abcdefgh",
    "abcdefghi",
    "abcdefgh\0",
    "A",
    "_",
    "true",
    "false",
    "undefined",
    "nil",
    "ok",
    "a b",
    "it's",
    "\\",
    "\n",
    "0",
    "@",
    "a@b",
    "div",
    "é",
    "åäö",
    "ÿ",
    "Ā",
    "€",
    "日本",
    "\uD7FF",
    "\uE000",
    "\uFFFF",
    "\uD800\uDC00",
    "\uDBFF\uDFFF",
    "a\uFFFF",
    "a\uD83D\uDE00",
    "x".repeat(255),
    "ÿ".repeat(255),
    "\uD83D\uDE00".repeat(255),
    "x".repeat(254)
  };
  private static final String[] CHARACTERS = {
    "a",
    "b",
    "z",
    "A",
    "_",
    "1",
    " ",
    "'",
    "\\",
    "\0",
    "\n",
    "\u007f",
    "\u0080",
    "ß",
    "ÿ",
    "Ā",
    "Ω",
    "€",
    "\uFFFD",
    "\uFFFF",
    "\uD800\uDC00",
    "\uD83D\uDE00"
  };
  private static final String[] NODES = {
    "a@b", "a@c", "b@a", "a@bb", "jets@é", "x@" + "y".repeat(60)
  };

  /** More than Erlang's limit for the flat form of maps. */
  private static final int MANY_KEYS = 40;

  private static final int MANY_ELEMENTS = 300;

  private final long seed;
  private final Random random;

  public TermGenerator(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  /** Returns the seed of this generator. */
  public long seed() {
    return seed;
  }

  /** Returns the source of randomness, for choices of a test's own. */
  public Random random() {
    return random;
  }

  /** Returns a term of any type and of some ten subterms on the average. */
  public Term term() {
    return term(1 + random.nextInt(20));
  }

  /** Returns a term of any type, with at most about this many subterms. */
  public Term term(int size) {
    if (size <= 1 || chance(4)) {
      return leaf();
    }
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> tuple(size);
      case 3, 4, 5 -> list(size);
      case 6 -> map(size);
      default ->
          switch (random.nextInt(6)) {
            case 0, 1 -> localFun(size);
            case 2, 3 -> record(size);
            default -> tuple(size);
          };
    };
  }

  private Term leaf() {
    return switch (random.nextInt(22)) {
      case 0, 1, 2, 3, 4 -> integer();
      case 5, 6, 7 -> real();
      case 8, 9, 10, 11 -> atom();
      case 12, 13 -> identifier();
      case 14 -> externalFun();
      case 15, 16 -> bitstring();
      case 17 -> ListTerm.empty();
      case 18 -> ListTerm.ofBytes(bytes(1 + random.nextInt(12)));
      case 19 -> ListTerm.ofText(text(1 + random.nextInt(6)));
      case 20 -> Tuple.of();
      default -> MapTerm.of();
    };
  }

  /** Returns an integer, of up to some 2,000 bits. */
  public IntegerTerm integer() {
    BigInteger value =
        switch (random.nextInt(4)) {
          case 0 -> BigInteger.valueOf(random.nextInt(5));
          case 1 -> BigInteger.valueOf(random.nextInt(300));
          case 2 -> new BigInteger(1 + edge(), random);
          default ->
              BigInteger.ONE.shiftLeft(edge()).add(BigInteger.valueOf(random.nextInt(5) - 2));
        };
    return IntegerTerm.of(random.nextBoolean() ? value : value.negate());
  }

  private int edge() {
    return EDGES[random.nextInt(EDGES.length)];
  }

  /** Returns a float. */
  public FloatTerm real() {
    double value =
        switch (random.nextInt(6)) {
          case 0 -> 0.0;
          case 1 -> random.nextInt(5);
          case 2 -> Math.scalb(1.0, Math.min(edge(), Double.MAX_EXPONENT));
          case 3 -> random.nextGaussian();
          case 4 -> chance(2) ? Double.MAX_VALUE : Double.MIN_VALUE * (1 + random.nextInt(3));
          default -> Double.longBitsToDouble(random.nextLong());
        };
    if (!Double.isFinite(value)) {
      value = 1.5;
    }
    if (chance(4)) {
      value = chance(2) ? Math.nextDown(value) : Math.nextUp(value);
    }
    return finite(random.nextBoolean() ? value : -value);
  }

  private static FloatTerm finite(double value) {
    return FloatTerm.of(Double.isFinite(value) ? value : Double.MAX_VALUE);
  }

  /** Returns an atom. */
  public Atom atom() {
    return Atom.of(chance(3) ? text(random.nextInt(5)) : NAMES[random.nextInt(NAMES.length)]);
  }

  private String text(int codePoints) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < codePoints; i++) {
      text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  private Atom node() {
    return Atom.of(NODES[random.nextInt(NODES.length)]);
  }

  /** Returns a small number, a large unsigned one, or any. */
  private int word() {
    return switch (random.nextInt(4)) {
      case 0, 1 -> random.nextInt(3);
      case 2 -> -1 - random.nextInt(3);
      default -> random.nextInt();
    };
  }

  private int creation() {
    int creation = word();
    return creation == 0 ? 1 : creation;
  }

  private Term identifier() {
    return switch (random.nextInt(3)) {
      case 0 -> pid();
      case 1 ->
          Port.of(
              node(), ((long) (chance(2) ? 0 : word()) << 32) | (word() & 0xffffffffL), creation());
      default -> Reference.of(node(), creation(), words(1 + random.nextInt(Reference.MAX_WORDS)));
    };
  }

  private Pid pid() {
    return Pid.of(node(), word(), word(), creation());
  }

  private int[] words(int count) {
    int[] words = new int[count];
    Arrays.setAll(words, i -> word());
    return words;
  }

  private Term externalFun() {
    return ExternalFun.of(atom(), atom(), chance(2) ? random.nextInt(3) : random.nextInt(256));
  }

  private Term localFun(int size) {
    return localFun(
        atom(), random.nextInt(4), version(), pid(), terms(random.nextInt(3), size - 1));
  }

  /**
   * Returns a fun as a compiler might have made it. The module, the number of the fun in it and the
   * version of the code determine all other parts. A node identifies funs by these three. It would
   * replace the other parts by those of the first fun that it has seen.
   */
  private static LocalFun localFun(Atom module, int index, int version, Pid pid, List<Term> free) {
    byte[] uniq = ByteBuffer.allocate(LocalFun.UNIQ_BYTES).putInt(version).array();
    return LocalFun.of(module, index % 3, uniq, index, index, version, pid, free);
  }

  private int version() {
    return chance(2) ? random.nextInt(3) : random.nextInt(1 << 27);
  }

  private Term bitstring() {
    byte[] bytes = bytes(random.nextInt(14));
    return chance(2)
        ? Binary.of(bytes)
        : Bitstring.of(bytes, Math.max(0, bytes.length * 8L - random.nextInt(8)));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (chance(2)) {
      for (int i = 0; i < length; i++) {
        bytes[i] &= (byte) 0x81;
      }
    }
    return bytes;
  }

  private List<Term> terms(int count, int size) {
    List<Term> terms = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      terms.add(term(size / count));
    }
    return terms;
  }

  private Term tuple(int size) {
    if (chance(200)) {
      return Tuple.of(terms(random.nextInt(MANY_ELEMENTS), 0));
    }
    return tuple(terms(random.nextInt(6), size - 1));
  }

  /** Returns a tuple in one of the forms that it can have. */
  private Tuple tuple(List<Term> elements) {
    Tuple tuple = Tuple.of(elements);
    return chance(2) ? tuple.packed() : tuple;
  }

  private Term list(int size) {
    List<Term> elements = terms(1 + random.nextInt(5), size - 1);
    return list(elements, chance(4) ? leaf() : ListTerm.empty());
  }

  /** Returns a list in one of the forms that it can have. */
  private Term list(List<Term> elements, Term tail) {
    if (elements.isEmpty()) {
      return tail;
    }
    if (chance(2)) {
      return ListTerm.improper(elements, tail);
    }
    int own = random.nextInt(elements.size());
    Term list =
        own == elements.size() ? tail : list(elements.subList(own + 1, elements.size()), tail);
    list = ListTerm.cons(elements.get(own), list);
    return own == 0 ? list : ListTerm.improper(elements.subList(0, own), list);
  }

  /** Returns a native record. */
  public RecordTerm record(int size) {
    List<Atom> fields = Stream.generate(this::atom).limit(random.nextInt(5)).distinct().toList();
    return RecordTerm.of(
        atom(), atom(), random.nextBoolean(), fields, terms(fields.size(), size - 1));
  }

  private Term map(int size) {
    List<Term> keysAndValues = terms(2 * random.nextInt(chance(30) ? MANY_KEYS : 4), size - 1);
    return MapTerm.of(keysAndValues.toArray(new Term[0]));
  }

  /**
   * Returns a term and others derived from it or from each other by a small change, or by a change
   * of form alone.
   */
  public List<Term> relatives(int count) {
    List<Term> relatives = new ArrayList<>(count);
    relatives.add(term());
    while (relatives.size() < count) {
      Term one = relatives.get(random.nextInt(relatives.size()));
      relatives.add(
          switch (random.nextInt(8)) {
            case 0 -> term();
            case 1 -> copy(one);
            default -> nearlyEqual(one);
          });
    }
    return relatives;
  }

  /** Returns an equal term, which may be of another class and shares no compound objects. */
  public Term copy(Term term) {
    if (term instanceof IntegerTerm integer) {
      return IntegerTerm.of(integer.bigIntegerValue());
    }
    if (term instanceof FloatTerm real) {
      return FloatTerm.of(real.value());
    }
    if (term instanceof Binary binary) {
      byte[] larger = new byte[binary.byteSize() + 3];
      random.nextBytes(larger);
      System.arraycopy(binary.toByteArray(), 0, larger, 2, binary.byteSize());
      return chance(2)
          ? Binary.view(larger, 2, binary.byteSize())
          : Binary.of(binary.toByteArray());
    }
    if (term instanceof ListTerm list
        && list.isProper()
        && list.toText().isPresent()
        && chance(2)) {
      return ListTerm.ofText(list.toText().get());
    }
    if (ChildCursor.isCompound(term)) {
      List<Term> children = Compounds.children(term);
      children.replaceAll(this::copy);
      return withChildren(term, children);
    }
    return term;
  }

  /** Returns a term that differs from another in one small thing. */
  public Term nearlyEqual(Term term) {
    if (chance(40)) {
      return leaf();
    }
    if (term instanceof IntegerTerm integer) {
      return nearlyEqual(integer);
    }
    if (term instanceof FloatTerm real) {
      return nearlyEqual(real);
    }
    if (term instanceof Atom atom) {
      return nearlyEqual(atom);
    }
    if (term instanceof Bitstring bits) {
      return nearlyEqual(bits);
    }
    if (!ChildCursor.isCompound(term)) {
      return nearlyEqualIdentifier(term);
    }
    List<Term> children = Compounds.children(term);
    if (children.isEmpty()) {
      if (term instanceof RecordTerm record) {
        return nearlyEqual(record);
      }
      return term instanceof LocalFun fun ? nearlyEqual(fun) : Tuple.of(leaf());
    }
    int changed = random.nextInt(children.size());
    switch (random.nextInt(12)) {
      case 0 -> {
        if (term instanceof Tuple) {
          children.remove(changed);
        }
      }
      case 1 -> {
        if (term instanceof Tuple) {
          children.add(changed, leaf());
        }
      }
      case 2 -> {
        return term instanceof Tuple ? ListTerm.of(children) : Tuple.of(children);
      }
      case 3 -> {
        return nearlyEqualWhole(term, children);
      }
      default -> children.set(changed, nearlyEqual(children.get(changed)));
    }
    return withChildren(term, children);
  }

  private Term nearlyEqualWhole(Term term, List<Term> children) {
    if (term instanceof LocalFun fun) {
      return nearlyEqual(fun);
    }
    if (term instanceof RecordTerm record) {
      return nearlyEqual(record);
    }
    if (term instanceof MapTerm map) {
      Term key = map.key(random.nextInt(map.size()));
      return chance(2) ? map.without(key) : map.without(key).with(nearlyEqual(key), map.get(key));
    }
    if (term instanceof ListTerm) {
      return list(children, chance(2) ? leaf() : Binary.empty());
    }
    return tuple(children);
  }

  private IntegerTerm neighbour(IntegerTerm integer) {
    return IntegerTerm.of(
        integer.bigIntegerValue().add(BigInteger.valueOf(random.nextBoolean() ? 1 : -1)));
  }

  private Term nearlyEqual(IntegerTerm integer) {
    double real = integer.bigIntegerValue().doubleValue();
    return switch (random.nextInt(4)) {
      case 0, 1 -> finite(real);
      case 2 -> IntegerTerm.of(integer.bigIntegerValue().negate());
      default -> neighbour(integer);
    };
  }

  private Term nearlyEqual(FloatTerm real) {
    double value = real.value();
    return switch (random.nextInt(5)) {
      case 0 -> finite(-value);
      case 1 -> finite(Math.nextUp(value));
      case 2 -> finite(Math.nextDown(value));
      default -> {
        IntegerTerm whole = IntegerTerm.of(new BigDecimal(value).toBigInteger());
        yield chance(3) ? neighbour(whole) : whole;
      }
    };
  }

  private Term nearlyEqual(Atom atom) {
    int[] name = atom.name().codePoints().toArray();
    int length = name.length;
    switch (random.nextInt(3)) {
      case 0 -> {
        if (length > 0) {
          name[random.nextInt(length)] =
              CHARACTERS[random.nextInt(CHARACTERS.length)].codePointAt(0);
        }
      }
      case 1 -> {
        if (length < Atom.MAX_CODE_POINTS) {
          name = Arrays.copyOf(name, ++length);
        }
      }
      default -> length -= Math.min(length, 1);
    }
    return Atom.of(new String(name, 0, length));
  }

  private Term nearlyEqual(Bitstring bits) {
    byte[] bytes = Arrays.copyOf(bits.toByteArray(), bits.byteSize() + 1);
    long size = bits.bitSize();
    switch (random.nextInt(4)) {
      case 0 -> size += 1 + random.nextInt(8);
      case 1 -> size -= Math.min(size, 1 + random.nextInt(8));
      default -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return Bitstring.of(bytes, Math.min(size, 8L * bytes.length));
  }

  private Term nearlyEqualIdentifier(Term term) {
    int part = random.nextInt(5);
    if (term instanceof Pid pid) {
      return Pid.of(
          part == 0 ? node() : pid.node(),
          part == 1 ? word() : pid.id(),
          part == 2 ? word() : pid.serial(),
          part == 3 ? creation() : pid.creation());
    }
    if (term instanceof Port port) {
      return Port.of(
          part == 0 ? node() : port.node(),
          part == 1 ? port.id() ^ (1L << random.nextInt(64)) : port.id(),
          part == 2 ? creation() : port.creation());
    }
    if (term instanceof ExternalFun fun) {
      return ExternalFun.of(
          part == 0 ? atom() : fun.module(),
          part == 1 ? atom() : fun.function(),
          part > 1 ? random.nextInt(256) : fun.arity());
    }
    if (term instanceof Reference reference) {
      int count = part == 0 ? 1 + random.nextInt(Reference.MAX_WORDS) : reference.wordCount();
      int[] words = new int[count];
      for (int i = 0; i < Math.min(count, reference.wordCount()); i++) {
        words[i] = reference.word(i);
      }
      if (part == 1) {
        words[random.nextInt(count)] = word();
      }
      return Reference.of(
          part == 2 ? node() : reference.node(),
          part == 3 ? creation() : reference.creation(),
          words);
    }
    return chance(2) ? ListTerm.of(leaf()) : Binary.empty();
  }

  private Term nearlyEqual(LocalFun fun) {
    int part = random.nextInt(5);
    List<Term> free = Compounds.children(fun);
    if (part == 4) {
      free.add(leaf());
    }
    return localFun(
        part == 0 ? atom() : fun.module(),
        part == 1 ? random.nextInt(4) : fun.index(),
        part == 2 ? version() : fun.oldUniq(),
        part == 3 ? pid() : fun.pid(),
        free);
  }

  private Term nearlyEqual(RecordTerm record) {
    int part = random.nextInt(7);
    List<Atom> fields = new ArrayList<>(record.fieldNames());
    List<Term> values = new ArrayList<>(record.values());
    if (fields.isEmpty() || part == 3) {
      Atom more = atom();
      if (!fields.contains(more)) {
        fields.add(more);
        values.add(leaf());
      }
    } else if (part == 4) {
      int removed = random.nextInt(fields.size());
      fields.remove(removed);
      values.remove(removed);
    } else if (part == 5) {
      Collections.reverse(fields);
    } else if (part == 6) {
      Atom other = atom();
      if (!fields.contains(other)) {
        fields.set(random.nextInt(fields.size()), other);
      }
    }
    return RecordTerm.of(
        part == 0 ? atom() : record.module(),
        part == 1 ? atom() : record.name(),
        (part == 2) != record.isExported(),
        fields,
        values);
  }

  private Term withChildren(Term term, List<Term> children) {
    if (term instanceof ListTerm list) {
      return list(
          children.subList(0, list.size()),
          list.isProper() ? ListTerm.empty() : children.get(list.size()));
    }
    return Compounds.withChildren(term, children);
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
