package org.jets.terms;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Hand-written terms at the edges of the rules for order, hash and external format. */
public final class EdgeTerms {
  private static final Atom A = Atom.of("a");
  private static final Atom B = Atom.of("b");
  private static final Atom NODE = Atom.of("a@b");
  private static final Term NIL = ListTerm.empty();

  private EdgeTerms() {}

  /** Returns all of them in no particular order. Some are equal. */
  public static List<Term> all() {
    List<Term> terms = new ArrayList<>();
    terms.addAll(integers());
    terms.addAll(floats());
    terms.addAll(atoms());
    terms.addAll(identifiers());
    terms.addAll(funs());
    terms.addAll(bitstrings());
    terms.addAll(tuples());
    terms.addAll(lists());
    terms.addAll(maps());
    terms.addAll(records());
    return terms;
  }

  private static List<Term> integers() {
    List<Term> terms = new ArrayList<>();
    for (int bits :
        new int[] {0, 7, 8, 27, 28, 31, 32, 53, 59, 63, 64, 65, 128, 1024, 2040, 2048}) {
      BigInteger power = BigInteger.ONE.shiftLeft(bits);
      for (BigInteger n :
          List.of(power.subtract(BigInteger.ONE), power, power.add(BigInteger.ONE))) {
        terms.add(IntegerTerm.of(n));
        terms.add(IntegerTerm.of(n.negate()));
      }
    }
    return terms;
  }

  private static List<Term> floats() {
    List<Term> terms = new ArrayList<>();
    double[] values = {
      0.0,
      1.0,
      0.5,
      1.5,
      0.1,
      255.0,
      0x1p31,
      0x1p53,
      0x1p53 - 1,
      0x1p53 + 2,
      0x1p59,
      0x1p63,
      0x1p64,
      0x1p65,
      0x1p128,
      0x1p1023,
      Double.MAX_VALUE,
      Double.MIN_VALUE,
      Double.MIN_NORMAL,
      1e22
    };
    for (double value : values) {
      for (double near : new double[] {value, Math.nextDown(value), Math.nextUp(value)}) {
        if (Double.isFinite(near)) {
          terms.add(FloatTerm.of(near));
          terms.add(FloatTerm.of(-near));
        }
      }
    }
    return terms;
  }

  private static List<Term> atoms() {
    List<Term> terms = new ArrayList<>();
    String[] names = {
      "",
      "a",
      "b",
      "ab",
      "A",
      "abcdefgh",
      "abcdefgh\0",
      "abcdefghi",
      "true",
      "false",
      "\0",
      "\u007f",
      "\u0080",
      "ÿ",
      "Ā",
      "åäö",
      "€",
      "\uFFFF",
      "\uD800\uDC00",
      "\uDBFF\uDFFF"
    };
    for (String name : names) {
      terms.add(Atom.of(name));
    }
    for (String one : new String[] {"x", "ÿ", "\uD83D\uDE00"}) {
      terms.add(Atom.of(one.repeat(127)));
      terms.add(Atom.of(one.repeat(128)));
      terms.add(Atom.of(one.repeat(255)));
    }
    return terms;
  }

  private static List<Term> identifiers() {
    List<Term> terms = new ArrayList<>();
    for (Atom node : List.of(NODE, Atom.of("b@a"), Atom.of("a@å"))) {
      for (int creation : new int[] {1, 2, -1}) {
        terms.add(Pid.of(node, 1, 2, creation));
        terms.add(Pid.of(node, 2, 1, creation));
        terms.add(Pid.of(node, -1, -1, creation));
        terms.add(Port.of(node, 1, creation));
        terms.add(Port.of(node, (1 << 28) - 1, creation));
        terms.add(Port.of(node, 1 << 28, creation));
        terms.add(Port.of(node, -1, creation));
        terms.add(Reference.of(node, creation, 1));
        terms.add(Reference.of(node, creation, 1, 2));
        terms.add(Reference.of(node, creation, 1, 2, 0));
        terms.add(Reference.of(node, creation, 2, 1, 0, 0, 0));
        terms.add(Reference.of(node, creation, -1, 0, -1, 0, -1));
      }
    }
    return terms;
  }

  private static List<Term> funs() {
    List<Term> terms = new ArrayList<>();
    for (int arity : new int[] {0, 1, 255}) {
      terms.add(ExternalFun.of(A, B, arity));
      terms.add(ExternalFun.of(B, A, arity));
    }
    Pid pid = Pid.of(NODE, 1, 0, 1);
    for (int index : new int[] {0, 1}) {
      for (int version : new int[] {1, 1 << 26}) {
        byte[] uniq = new byte[LocalFun.UNIQ_BYTES];
        Arrays.fill(uniq, (byte) version);
        uniq[0] = (byte) (version >>> 24);
        terms.add(LocalFun.of(A, 1, uniq, index, index, version, pid, List.of()));
        terms.add(LocalFun.of(A, 1, uniq, index, index, version, pid, List.of(A)));
        terms.add(LocalFun.of(A, 1, uniq, index, index, version, pid, List.of(NIL, A)));
      }
    }
    return terms;
  }

  private static List<Term> bitstrings() {
    List<Term> terms = new ArrayList<>();
    byte[][] arrays = {
      {},
      {0},
      {1},
      {(byte) 0x80},
      {(byte) 0xff},
      {0, 0},
      {1, 2},
      {1, 2, 0},
      {(byte) 0xff, 0},
      new byte[11],
      new byte[12],
      new byte[13],
      new byte[24]
    };
    for (byte[] bytes : arrays) {
      for (int unused = 0; unused < Math.min(8, 8 * bytes.length + 1); unused += 3) {
        terms.add(Bitstring.of(bytes, 8L * bytes.length - unused));
      }
    }
    return terms;
  }

  private static List<Term> tuples() {
    List<Term> terms = new ArrayList<>();
    for (int arity : new int[] {0, 1, 2, 3, 4, 5, 255, 256}) {
      terms.add(Tuple.of(Collections.nCopies(arity, A)));
      terms.add(Tuple.of(Collections.nCopies(arity, IntegerTerm.of(9))));
    }
    terms.add(Tuple.of(IntegerTerm.of(1), FloatTerm.of(2)));
    terms.add(Tuple.of(FloatTerm.of(1), IntegerTerm.of(2)));
    terms.add(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(2)));
    terms.add(Tuple.of(FloatTerm.of(0.0)));
    terms.add(Tuple.of(FloatTerm.of(-0.0)));
    return terms;
  }

  private static List<Term> lists() {
    List<Term> terms = new ArrayList<>();
    IntegerTerm one = IntegerTerm.of(1);
    terms.add(NIL);
    terms.add(ListTerm.of(NIL));
    terms.add(ListTerm.of(A));
    terms.add(ListTerm.of(A, B));
    terms.add(ListTerm.of(one));
    terms.add(ListTerm.of(FloatTerm.of(1)));
    terms.add(ListTerm.of(one, IntegerTerm.of(2)));
    terms.add(ListTerm.of(one, IntegerTerm.of(256)));
    terms.add(ListTerm.of(IntegerTerm.of(-1)));
    for (Term tail : List.of(one, A, Tuple.of(), MapTerm.of(), Binary.empty(), FloatTerm.of(1))) {
      terms.add(ListTerm.cons(one, tail));
      terms.add(ListTerm.cons(A, tail));
      terms.add(ListTerm.cons(one, ListTerm.cons(one, tail)));
    }
    for (String text : new String[] {"a", "abc", "abcd", "abcde", "abcdefgh", "ÿ", "€", "a€b"}) {
      terms.add(ListTerm.ofText(text));
    }
    return terms;
  }

  private static List<Term> records() {
    List<Term> terms = new ArrayList<>();
    IntegerTerm one = IntegerTerm.of(1);
    FloatTerm oneReal = FloatTerm.of(1);
    for (boolean exported : new boolean[] {false, true}) {
      terms.add(RecordTerm.of(A, B, exported, List.of(), List.of()));
      terms.add(RecordTerm.of(B, A, exported, List.of(), List.of()));
      for (Term value : List.of(one, oneReal, NIL, A, Tuple.of())) {
        terms.add(RecordTerm.of(A, B, exported, List.of(A), List.of(value)));
      }
      terms.add(RecordTerm.of(A, B, exported, List.of(B), List.of(one)));
      terms.add(RecordTerm.of(A, B, exported, List.of(A, B), List.of(one, oneReal)));
      terms.add(RecordTerm.of(A, B, exported, List.of(B, A), List.of(oneReal, one)));
      terms.add(RecordTerm.of(A, B, exported, List.of(B, A), List.of(one, oneReal)));
      terms.add(Tuple.of(RecordTerm.of(NODE, Atom.of("å"), exported, List.of(A), List.of(NIL))));
    }
    for (int size : new int[] {255, 256}) {
      List<Atom> fields = IntStream.range(0, size).mapToObj(i -> Atom.of("f" + i)).toList();
      terms.add(RecordTerm.of(A, B, false, fields, fields));
    }
    return terms;
  }

  private static List<Term> maps() {
    List<Term> terms = new ArrayList<>();
    IntegerTerm one = IntegerTerm.of(1);
    IntegerTerm two = IntegerTerm.of(2);
    FloatTerm oneReal = FloatTerm.of(1);
    terms.add(MapTerm.of());
    terms.add(MapTerm.of(A, two));
    terms.add(MapTerm.of(B, one));
    terms.add(MapTerm.of(A, one, B, two));
    terms.add(MapTerm.of(A, two, B, one));
    terms.add(MapTerm.of(A, oneReal, B, two));
    terms.add(MapTerm.of(one, A));
    terms.add(MapTerm.of(oneReal, A));
    terms.add(MapTerm.of(two, A));
    terms.add(MapTerm.of(one, A, oneReal, B));
    terms.add(MapTerm.of(FloatTerm.of(0.0), A));
    terms.add(MapTerm.of(FloatTerm.of(-0.0), A));
    terms.add(MapTerm.of(FloatTerm.of(0.0), A, FloatTerm.of(-0.0), A));
    terms.add(MapTerm.of(Tuple.of(two), A));
    terms.add(MapTerm.of(Tuple.of(oneReal), A));
    terms.add(MapTerm.of(MapTerm.of(one, A), MapTerm.of(oneReal, A)));
    for (int size : new int[] {31, 32, 33, 100}) {
      Term[] keysAndValues =
          IntStream.range(0, 2 * size).mapToObj(i -> IntegerTerm.of(i / 2)).toArray(Term[]::new);
      terms.add(MapTerm.of(keysAndValues));
    }
    return terms;
  }
}
