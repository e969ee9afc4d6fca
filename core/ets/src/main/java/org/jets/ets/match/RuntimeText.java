package org.jets.ets.match;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import org.jets.terms.Binary;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Texts of errors as Erlang's runtime makes them: with terms in the short form that it prints by
 * itself, which is not that of {@code io_lib}, and cut off after {@value #MAX_BYTES} bytes.
 *
 * <p>The recursion is bounded by the length of the text: each level of a term has a character.
 */
final class RuntimeText {
  private static final int MAX_BYTES = 100;

  private final StringBuilder text = new StringBuilder();

  private RuntimeText() {}

  /** Returns the text with a term in it. */
  static String of(String before, Term term, String after) {
    RuntimeText writer = new RuntimeText();
    writer.text.append(before);
    writer.append(term);
    return cut(writer.text.append(after).toString());
  }

  /** Returns as much of a text as Erlang keeps. */
  static String cut(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length <= MAX_BYTES) {
      return text;
    }
    int end = MAX_BYTES;
    while ((utf8[end] & 0xc0) == 0x80) {
      end--;
    }
    return new String(utf8, 0, end, StandardCharsets.UTF_8);
  }

  private void append(Term term) {
    if (text.length() > MAX_BYTES) {
      return;
    }
    if (term instanceof Tuple tuple) {
      text.append('{');
      appendAll(tuple.toList().iterator());
      text.append('}');
    } else if (term instanceof ListTerm list) {
      appendList(list);
    } else if (term instanceof MapTerm map) {
      appendMap(map);
    } else if (term instanceof FloatTerm real) {
      appendFloat(real.value());
    } else if (term instanceof Binary binary) {
      appendBinary(binary);
    } else if (term instanceof ExternalFun fun) {
      text.append("fun ").append(fun.module()).append(':').append(fun.function());
      text.append('/').append(fun.arity());
    } else {
      text.append(term);
    }
  }

  private void appendAll(Iterator<Term> terms) {
    while (terms.hasNext() && text.length() <= MAX_BYTES) {
      append(terms.next());
      if (terms.hasNext()) {
        text.append(',');
      }
    }
  }

  private void appendList(ListTerm list) {
    if (isPrintable(list)) {
      appendQuoted(list.toText().orElseThrow());
      return;
    }
    text.append('[');
    appendAll(list.iterator());
    if (!list.isProper()) {
      text.append('|');
      append(list.lastTail());
    }
    text.append(']');
  }

  private static boolean isPrintable(ListTerm list) {
    return !list.isEmpty()
        && list.toText()
            .filter(text -> text.chars().allMatch(RuntimeText::isPrintable))
            .isPresent();
  }

  private static boolean isPrintable(int c) {
    return (c >= ' ' && c < 0x7f) || c == '\n' || c == '\t' || c == '\r';
  }

  private void appendQuoted(String characters) {
    text.append('"');
    for (int i = 0; i < characters.length() && text.length() <= MAX_BYTES; i++) {
      char c = characters.charAt(i);
      if (c == '\n') {
        text.append("\\n");
      } else {
        if (c == '"' || c == '\\') {
          text.append('\\');
        }
        text.append(c);
      }
    }
    text.append('"');
  }

  private void appendMap(MapTerm map) {
    text.append("#{");
    for (int i = 0; i < map.size() && text.length() <= MAX_BYTES; i++) {
      if (i > 0) {
        text.append(',');
      }
      append(map.key(i));
      text.append("=>");
      append(map.value(i));
    }
    text.append('}');
  }

  /** As C's {@code %e} does, with an exponent of two digits at least. */
  private void appendFloat(double value) {
    text.append(String.format(java.util.Locale.ROOT, "%e", value));
  }

  private void appendBinary(Binary binary) {
    byte[] bytes = Arrays.copyOf(binary.toByteArray(), Math.min(binary.byteSize(), MAX_BYTES));
    boolean printable = bytes.length > 0;
    for (byte b : bytes) {
      printable &= b >= ' ' && b < 0x7f;
    }
    text.append("<<");
    if (printable) {
      appendQuoted(new String(bytes, StandardCharsets.US_ASCII));
    } else {
      for (int i = 0; i < bytes.length; i++) {
        text.append(i == 0 ? "" : ",").append(bytes[i] & 0xff);
      }
    }
    text.append(">>");
  }
}
