package org.jets.terms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jets.terms.internal.layout.LayoutPrinter;
import org.jets.terms.internal.text.TextSink;

/**
 * Prints terms as text that {@link TermParser} and Erlang can read. The text is on one line, as
 * that of {@code io_lib:format("~tw", [Term])}, or has line breaks as with {@code ~tp}, in the
 * layout of OTP 29.
 *
 * <p>Maps are printed in the exact order of their keys, as Erlang does with the modifier {@code k}.
 * Floats have the shortest digits that read back as the same float. Atoms are quoted if necessary.
 *
 * <p>Identifiers and local funs have no text that can be read back, as in Erlang. The text here is
 * our own. It names all parts that tell them apart, except the captured terms of a local fun:
 *
 * <ul>
 *   <li><code>#Pid&lt;Node,Id,Serial,Creation&gt;</code>
 *   <li><code>#Port&lt;Node,Id,Creation&gt;</code>
 *   <li><code>#Ref&lt;Node,Creation,Word1,...&gt;</code>
 *   <li><code>#Fun&lt;Module,Arity,Index,Uniq&gt;</code>, the uniq in hexadecimal digits
 * </ul>
 *
 * <p>Two more kinds of terms cannot be read back. Native records are printed as in Erlang: {@code
 * #module:name{field = value}}. Atoms with the characters U+FFFE and U+FFFF are printed with these,
 * which Erlang does not accept in texts.
 *
 * <p>Names in external funs are printed as atoms. Erlang prints reserved words, control characters
 * and characters beyond ASCII there in a form that it cannot read back.
 *
 * <p>Cost: linear in the length of the text, except for very long integers, at any depth.
 * Indentation can make the text itself quadratic: tuples nested n deep that do not fit on a line
 * are indented by up to n columns.
 */
public final class TermPrinter {

  private TermPrinter() {}

  /** Returns the text of the term on one line. */
  public static String print(Term term) {
    Objects.requireNonNull(term, "term");
    return FlatPrinter.print(term);
  }

  /**
   * Returns the beginning of the text of {@link #print(Term)}, for messages. After {@code
   * maxLength} characters the rest is replaced by {@code ...}. An integer with more digits than
   * that is printed as <code>#Integer&lt;N bits&gt;</code>.
   *
   * <p>Cost: linear in {@code maxLength}, whatever the size of the term and the sharing in it.
   *
   * @param maxLength the number of characters before the dots
   * @throws IllegalArgumentException if it is negative
   */
  public static String printStart(Term term, int maxLength) {
    Objects.requireNonNull(term, "term");
    if (maxLength < 0) {
      throw new IllegalArgumentException("maxLength: " + maxLength + " (expected: >= 0)");
    }
    return FlatPrinter.printStart(term, maxLength);
  }

  /**
   * Appends the text of the term on one line, in pieces of some thousand characters.
   *
   * @throws IOException from {@code out}
   */
  public static void print(Term term, Appendable out) throws IOException {
    Objects.requireNonNull(term, "term");
    appendTo(out, sink -> FlatPrinter.print(term, sink));
  }

  /** Returns the text of the term with line breaks, on lines of 80 columns. */
  public static String prettyPrint(Term term) {
    return prettyPrint(term, PrintOptions.defaults());
  }

  /** Returns the text of the term with line breaks. No line break follows the last line. */
  public static String prettyPrint(Term term, PrintOptions options) {
    Objects.requireNonNull(term, "term");
    Objects.requireNonNull(options, "options");
    TextSink sink = new TextSink(null);
    LayoutPrinter.print(term, options, sink);
    return sink.buffer().toString();
  }

  /**
   * Appends the text of the term with line breaks, in pieces of some thousand characters. Meanwhile
   * the layout of the whole term takes memory, some 100 bytes for each term in it.
   *
   * @throws IOException from {@code out}
   */
  public static void prettyPrint(Term term, PrintOptions options, Appendable out)
      throws IOException {
    Objects.requireNonNull(term, "term");
    Objects.requireNonNull(options, "options");
    appendTo(out, sink -> LayoutPrinter.print(term, options, sink));
  }

  private static void appendTo(Appendable out, Consumer<TextSink> printing) throws IOException {
    TextSink sink = new TextSink(Objects.requireNonNull(out, "out"));
    try {
      printing.accept(sink);
      sink.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
