package org.jets.terms;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jets.terms.internal.layout.LayoutPrinter;
import org.jets.terms.internal.text.TextSink;

/**
 * Prints terms as text that {@link TermParser} and Erlang read: on one line as {@code
 * io_lib:format("~tw", [Term])} does, or with line breaks as {@code ~tp} does, in the layout of OTP
 * 29.
 *
 * <p>Maps are printed in the exact order of their keys, as Erlang does with the modifier {@code k}.
 * Floats have the shortest digits that read back as the same float. Atoms are in quotes where they
 * need them.
 *
 * <p>Identifiers and local funs have no text that can be read back, in Erlang neither. Theirs is
 * our own and names all that tells them apart, but not what a local fun captured:
 *
 * <ul>
 *   <li><code>#Pid&lt;Node,Id,Serial,Creation&gt;</code>
 *   <li><code>#Port&lt;Node,Id,Creation&gt;</code>
 *   <li><code>#Ref&lt;Node,Creation,Word1,...&gt;</code>
 *   <li><code>#Fun&lt;Module,Arity,Index,Uniq&gt;</code>, the uniq in hexadecimal digits
 * </ul>
 *
 * <p>Nor can native records be read back, which are printed as Erlang does: {@code
 * #module:name{field = value}}. Nor can atoms with the characters U+FFFE and U+FFFF be read back,
 * which Erlang does not have in texts. Names in external funs are printed as the atoms that they
 * are, which Erlang does not do with reserved words, controls and what is beyond ASCII: it could
 * not read them back.
 *
 * <p>Cost: linear in the text, but for integers of very many digits. The depth of a term does not
 * matter. Indentation can make the text itself quadratic: tuples nested n deep that do not fit on a
 * line are indented by up to n columns.
 */
public final class TermPrinter {

  private TermPrinter() {}

  /** The term on one line. */
  public static String print(Term term) {
    Objects.requireNonNull(term, "term");
    return FlatPrinter.print(term);
  }

  /**
   * Returns the beginning of the term on one line, for messages: as {@link #print(Term)}, but after
   * some characters the rest is replaced by {@code ...}. An integer with more digits than these is
   * printed as <code>#Integer&lt;N bits&gt;</code>.
   *
   * <p>Cost: linear in the number of characters, however large the term is, and however often a
   * term is shared in it.
   *
   * @param maxLength how many characters are printed before the dots
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
   * Appends the term on one line, in pieces of some thousand characters.
   *
   * @throws IOException from {@code out}
   */
  public static void print(Term term, Appendable out) throws IOException {
    Objects.requireNonNull(term, "term");
    appendTo(out, sink -> FlatPrinter.print(term, sink));
  }

  /** The term with line breaks, on lines of 80 columns. */
  public static String prettyPrint(Term term) {
    return prettyPrint(term, PrintOptions.DEFAULT);
  }

  /** The term with line breaks. No line break follows the last line. */
  public static String prettyPrint(Term term, PrintOptions options) {
    Objects.requireNonNull(term, "term");
    Objects.requireNonNull(options, "options");
    TextSink sink = new TextSink(null);
    LayoutPrinter.print(term, options, sink);
    return sink.buffer().toString();
  }

  /**
   * Appends the term with line breaks, in pieces of some thousand characters. While that lasts a
   * picture of the whole term is held in memory, some 100 bytes for each term in it.
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
