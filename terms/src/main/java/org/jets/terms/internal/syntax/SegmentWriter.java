package org.jets.terms.internal.syntax;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.internal.text.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the segments of {@code <<...>>} and appends them to the bitstring under construction.
 * Methods return the fault of a segment as a text, or null if there is none.
 */
final class SegmentWriter {

  /** The one fault that is a limit of jets and not an error in the text. */
  static final String TOO_LARGE = "bitstrings of more bytes than allowed";

  private static final int DEFAULT_INTEGER_BITS = 8;
  private static final int DEFAULT_FLOAT_BITS = 64;

  private final BitBuilder bits = new BitBuilder();

  Bitstring build() {
    return bits.build();
  }

  long bitSize() {
    return bits.bitSize();
  }

  /**
   * Appends each character of a string as if it were a segment of its own.
   *
   * @param bitBudget how many bits may be appended
   */
  @Nullable String appendString(String text, Segment segment, long bitBudget) {
    if (segment.kind() == Segment.Kind.BITS) {
      return "a string in a segment of type binary";
    }
    String problem = segment.problem();
    long end = bits.bitSize() + bitBudget;
    for (int i = 0; i < text.length() && problem == null; ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (segment.isPlain()) {
        bits.append(c, DEFAULT_INTEGER_BITS);
      } else {
        problem = append(IntegerTerm.of(c), segment, end - bits.bitSize());
      }
    }
    return problem;
  }

  /**
   * Appends one value.
   *
   * @param bitBudget how many bits may be appended
   */
  @Nullable String append(Term value, Segment segment, long bitBudget) {
    String problem = segment.problem();
    if (problem != null) {
      return problem;
    }
    return switch (segment.kind()) {
      case INTEGER -> appendInteger(value, segment, bitBudget);
      case FLOAT -> appendFloat(value, segment);
      case BITS -> appendBits(value, segment, bitBudget);
      case UTF8, UTF16, UTF32 -> appendCharacter(value, segment);
    };
  }

  private @Nullable String appendInteger(Term value, Segment segment, long bitBudget) {
    if (!(value instanceof IntegerTerm integer)) {
      return "a segment of type integer whose value is none";
    }
    long count = segment.bitCount(DEFAULT_INTEGER_BITS);
    if (count > bitBudget || !bits.hasRoomFor(count)) {
      return TOO_LARGE;
    }
    bits.append(integer.bigIntegerValue(), count, segment.littleEndian());
    return null;
  }

  private @Nullable String appendFloat(Term value, Segment segment) {
    double number;
    if (value instanceof FloatTerm f) {
      number = f.value();
    } else if (value instanceof IntegerTerm integer) {
      number = integer.bigIntegerValue().doubleValue();
      if (Double.isInfinite(number)) {
        return "a segment of type float whose value is beyond the largest float";
      }
    } else {
      return "a segment of type float whose value is no number";
    }
    int count = (int) segment.bitCount(DEFAULT_FLOAT_BITS);
    long image =
        switch (count) {
          case 16 -> HalfFloat.bits(number);
          case 32 -> Float.floatToRawIntBits((float) number);
          default -> Double.doubleToRawLongBits(number);
        };
    bits.append(BigInteger.valueOf(image), count, segment.littleEndian());
    return null;
  }

  private @Nullable String appendBits(Term value, Segment segment, long bitBudget) {
    if (!(value instanceof Bitstring bitstring)) {
      return "a segment of type binary whose value is none";
    }
    long count = bitstring.bitSize();
    if (segment.hasSize()) {
      if (segment.bitCount(0) > count) {
        return "a segment of type binary whose value is shorter than its size";
      }
      count = segment.bitCount(0);
    } else if (count % segment.unit() != 0) {
      return "a segment of type binary whose value is no multiple of its unit";
    }
    if (count > bitBudget || !bits.hasRoomFor(count)) {
      return TOO_LARGE;
    }
    bits.append(bitstring.toByteArray(), 0, count);
    return null;
  }

  private @Nullable String appendCharacter(Term value, Segment segment) {
    if (!(value instanceof IntegerTerm integer)
        || !integer.fitsInt()
        || !Utf8.isScalarValue(integer.intValue())) {
      return "a segment of a UTF type whose value is no character";
    }
    int c = integer.intValue();
    switch (segment.kind()) {
      case UTF8 -> {
        byte[] utf8 = Character.toString(c).getBytes(StandardCharsets.UTF_8);
        bits.append(utf8, 0, (long) Byte.SIZE * utf8.length);
      }
      case UTF16 -> {
        for (char unit : Character.toChars(c)) {
          bits.append(BigInteger.valueOf(unit), Character.SIZE, segment.littleEndian());
        }
      }
      default -> bits.append(BigInteger.valueOf(c), Integer.SIZE, segment.littleEndian());
    }
    return null;
  }
}
