package org.jets.bench.scale;

import java.nio.ByteBuffer;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The kinds of objects whose bytes in a table are measured. */
enum StoredObject {
  /** The integer is the key. */
  INT("{Int}", 1) {
    @Override
    Tuple of(int number) {
      return Tuple.of(integer(number));
    }
  },
  /** The first integer is the key. */
  INTS("{Int,Int}", 1) {
    @Override
    Tuple of(int number) {
      return Tuple.of(integer(number), integer(number));
    }
  },
  /** The integer is the key. All objects have one atom; each has a binary of 8 bytes. */
  TRIPLE("{Atom,Int,Binary}", 2) {
    @Override
    Tuple of(int number) {
      byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
      return Tuple.of(SHARED, integer(number), Binary.of(bytes));
    }
  },
  /** The tuple is the key. */
  TUPLE_KEY("{{Int,Int},Int}", 1) {
    @Override
    Tuple of(int number) {
      return Tuple.of(Tuple.of(integer(number), integer(number)), integer(number));
    }
  };

  private static final Atom SHARED = Atom.of("shared");

  private final String text;
  private final int keypos;

  StoredObject(String text, int keypos) {
    this.text = text;
    this.keypos = keypos;
  }

  private static Term integer(int number) {
    return IntegerTerm.of(number);
  }

  /** Makes an object, which shares nothing with others except an atom. */
  abstract Tuple of(int number);

  int keypos() {
    return keypos;
  }

  @Override
  public String toString() {
    return text;
  }
}
