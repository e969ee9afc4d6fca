package org.jets.ets.match;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Texts of errors as Erlang's runtime makes them. Terms are in the runtime's short form, which
 * differs from that of {@code io_lib}. A text is cut off after {@value #MAX_BYTES} bytes.
 *
 * <p>The recursion is bounded by the length of the text: each level of a term has a character.
 */
final class RuntimeText {
  private static final int MAX_BYTES = 99;

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
    } else if (term instanceof Atom atom) {
      appendAtom(atom);
    } else if (term instanceof ExternalFun fun) {
      text.append("fun ");
      appendAtom(fun.module());
      text.append(':');
      appendAtom(fun.function());
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
      appendString(list.toText().orElseThrow());
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
    return (c >= ' ' && c < 0x7f)
        || (c >= 0xa0 && c <= 0xff)
        || c == '\n'
        || c == '\t'
        || c == '\r';
  }

  /**
   * Appends an atom, in quotes unless it is a word of Latin letters; a reserved word has no quotes.
   */
  private void appendAtom(Atom atom) {
    String name = atom.name();
    boolean isWord =
        !name.isEmpty()
            && Character.isLowerCase(name.charAt(0))
            && name.chars().allMatch(c -> c == '_' || (c <= 0xff && Character.isLetterOrDigit(c)));
    if (isWord) {
      text.append(name);
      return;
    }
    text.append('\'');
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '\'' || c == '\\') {
        text.append('\\');
      }
      text.append(c == '\n' ? "\\n" : String.valueOf(c));
    }
    text.append('\'');
  }

  /** Appends a string. As in Erlang, backslashes stay unchanged. */
  private void appendString(String characters) {
    text.append('"');
    for (int i = 0; i < characters.length() && text.length() <= MAX_BYTES; i++) {
      char c = characters.charAt(i);
      text.append(c == '\n' ? "\\n" : c == '"' ? "\\\"" : String.valueOf(c));
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

  /** Appends a float as C's {@code %e} does, with an exponent of at least two digits. */
  private void appendFloat(double value) {
    text.append(String.format(Locale.ROOT, "%e", value));
  }

  private void appendBinary(Binary binary) {
    byte[] bytes = Arrays.copyOf(binary.toByteArray(), Math.min(binary.byteSize(), MAX_BYTES));
    boolean printable = bytes.length > 0;
    for (byte b : bytes) {
      printable &= b >= ' ' && b < 0x7f;
    }
    text.append("<<");
    if (printable) {
      appendString(new String(bytes, StandardCharsets.US_ASCII));
    } else {
      for (int i = 0; i < bytes.length; i++) {
        text.append(i == 0 ? "" : ",").append(bytes[i] & 0xff);
      }
    }
    text.append(">>");
  }
}
