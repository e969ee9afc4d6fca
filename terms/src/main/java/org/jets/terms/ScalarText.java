package org.jets.terms;

import java.math.BigInteger;
import java.util.HexFormat;
import org.jets.terms.internal.atom.AtomText;
import org.jets.terms.internal.text.FloatPrinter;
import org.jets.terms.internal.text.TextSink;

/** The text of terms that contain no others, and of empty compound terms. */
final class ScalarText {

  /** A bound on the bits of a decimal digit. */
  private static final int BITS_OF_DIGIT = 4;

  private ScalarText() {}

  static void append(TextSink sink, Term term) {
    StringBuilder out = sink.buffer();
    if (term instanceof Atom atom) {
      AtomText.append(out, atom.name());
    } else if (term instanceof IntegerTerm integer) {
      appendInteger(sink, integer);
    } else if (term instanceof FloatTerm f) {
      out.append(FloatPrinter.of(f.value()));
    } else if (term instanceof Bitstring bits) {
      appendBits(sink, bits);
    } else if (term instanceof ListTerm) {
      out.append("[]");
    } else if (term instanceof Tuple) {
      out.append("{}");
    } else if (term instanceof MapTerm) {
      out.append("#{}");
    } else if (term instanceof ExternalFun fun) {
      appendExternalFun(out, fun);
    } else {
      appendIdentifier(out, term);
    }
    sink.passOn();
  }

  private static void appendInteger(TextSink sink, IntegerTerm integer) {
    StringBuilder out = sink.buffer();
    if (integer.fitsLong()) {
      out.append(integer.longValue());
      return;
    }
    BigInteger value = integer.bigIntegerValue();
    if (value.bitLength() / BITS_OF_DIGIT > sink.limit()) {
      out.append("#Integer<").append(value.bitLength()).append(" bits>");
    } else {
      out.append(value);
    }
  }

  private static void appendBits(TextSink sink, Bitstring bits) {
    StringBuilder out = sink.buffer();
    out.append("<<");
    byte[] bytes = bits.array();
    int end = bits.offset() + bits.byteSize();
    int trailing = bits.trailingBits();
    for (int i = bits.offset(); i < end && !sink.isFull(); i++) {
      if (i > bits.offset()) {
        out.append(',');
        sink.passOn();
      }
      int value = bytes[i] & 0xFF;
      if (i == end - 1 && trailing > 0) {
        out.append(value >>> (Byte.SIZE - trailing)).append(':').append(trailing);
      } else {
        out.append(value);
      }
    }
    out.append(">>");
  }

  private static void appendExternalFun(StringBuilder out, ExternalFun fun) {
    out.append("fun ");
    AtomText.appendInFun(out, fun.module().name());
    out.append(':');
    AtomText.appendInFun(out, fun.function().name());
    out.append('/').append(fun.arity());
  }

  private static void appendIdentifier(StringBuilder out, Term term) {
    if (term instanceof Pid pid) {
      appendHead(out, "#Pid<", pid.node());
      appendUnsigned(out, pid.id());
      appendUnsigned(out, pid.serial());
      appendUnsigned(out, pid.creation());
    } else if (term instanceof Port port) {
      appendHead(out, "#Port<", port.node());
      out.append(',').append(Long.toUnsignedString(port.id()));
      appendUnsigned(out, port.creation());
    } else if (term instanceof Reference reference) {
      appendHead(out, "#Ref<", reference.node());
      appendUnsigned(out, reference.creation());
      for (int i = 0; i < reference.wordCount(); i++) {
        appendUnsigned(out, reference.word(i));
      }
    } else {
      LocalFun fun = (LocalFun) term;
      appendHead(out, "#Fun<", fun.module());
      out.append(',').append(fun.arity());
      appendUnsigned(out, fun.index());
      out.append(',').append(HexFormat.of().formatHex(fun.uniq()));
    }
    out.append('>');
  }

  private static void appendHead(StringBuilder out, String opening, Atom name) {
    out.append(opening);
    AtomText.append(out, name.name());
  }

  private static void appendUnsigned(StringBuilder out, int value) {
    out.append(',').append(Integer.toUnsignedString(value));
  }
}
