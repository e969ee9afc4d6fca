package org.jets.terms;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jets.terms.internal.syntax.SourceEncoding;
import org.jets.terms.internal.syntax.SyntaxReader;

/**
 * Reads terms from text as {@code file:consult/1} of OTP 29 does: integers of any base and with
 * underscores, floats (also of any base), characters, atoms, strings (also adjacent and
 * triple-quoted), sigils, lists, tuples, maps, bitstrings with segments of all types, funs in the
 * form {@code fun Module:Function/Arity}, comments. As there, a term may be in parentheses, and a
 * number may have one sign. Of a map's equal keys the last one counts.
 *
 * <p>What has no text that can be read, identifiers, local funs and records (native ones and those
 * that are tuples), is refused, and so are variables and expressions to be evaluated.
 *
 * <p>Characters that Erlang does not have in texts, surrogates and U+FFFE and U+FFFF, are refused
 * wherever they stand. In a segment {@code native} is little-endian, as on most machines.
 *
 * <p>A float in a base of its own, {@code 3#1.2#e7}, comes out as Erlang computes it, from a power
 * of the base; that is not always the nearest float, and Erlang itself may differ in the last place
 * from one C library to another.
 *
 * <p>For every text that is refused, and every limit of {@link ParseOptions} that is exceeded,
 * there is a {@link TermSyntaxException}; there are no other exceptions for any text. Nothing
 * recurses, and the time is linear in the length of the text but for integers of very many digits
 * and the sorting of a map's keys.
 */
public final class TermParser {

  private TermParser() {}

  /** {@link #parse(String, ParseOptions)} with the default limits. */
  public static Term parse(String text) {
    return parse(text, ParseOptions.DEFAULT);
  }

  /**
   * The one term that is in the text. A full stop behind it may be missing.
   *
   * @throws TermSyntaxException when the text is no term, or more
   */
  public static Term parse(String text, ParseOptions options) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(options, "options");
    return new SyntaxReader(text, options).readOnly();
  }

  /** {@link #parseAll(String, ParseOptions)} with the default limits. */
  public static List<Term> parseAll(String text) {
    return parseAll(text, ParseOptions.DEFAULT);
  }

  /**
   * All terms that are in the text, each followed by a full stop; perhaps none.
   *
   * @return an unmodifiable list
   * @throws TermSyntaxException when the text is something else
   */
  public static List<Term> parseAll(String text, ParseOptions options) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(options, "options");
    return List.copyOf(new SyntaxReader(text, options).readAll());
  }

  /**
   * As {@link #parseAll(String, ParseOptions)}, with all that is left in the reader. It is read
   * into memory as a whole, and not closed.
   *
   * @throws TermSyntaxException when the text is something else
   * @throws IOException from the reader
   */
  public static List<Term> parseAll(Reader reader, ParseOptions options) throws IOException {
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(options, "options");
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[8192];
    for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
      text.append(buffer, 0, n);
    }
    return parseAll(text.toString(), options);
  }

  /** {@link #consult(Path, ParseOptions)} with the default limits. */
  public static List<Term> consult(Path file) throws IOException {
    return consult(file, ParseOptions.DEFAULT);
  }

  /**
   * All terms that are in the file, each followed by a full stop; perhaps none. The file is in
   * UTF-8, or in Latin-1 when a comment in one of its first two lines says {@code coding: latin-1}.
   *
   * @return an unmodifiable list
   * @throws TermSyntaxException when the file holds something else, or bytes that are not UTF-8
   * @throws IOException when it cannot be read
   */
  public static List<Term> consult(Path file, ParseOptions options) throws IOException {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(options, "options");
    return parseAll(SourceEncoding.decode(Files.readAllBytes(file)), options);
  }
}
