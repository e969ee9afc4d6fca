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
 * Reads terms from text as {@code file:consult/1} of OTP 29 does. Accepted are:
 *
 * <ul>
 *   <li>integers and floats of any base, with underscores between digits, and characters
 *   <li>atoms, strings (adjacent and triple-quoted ones included) and sigils
 *   <li>lists, tuples, maps, and bitstrings with segments of all types
 *   <li>external funs in the form {@code fun Module:Function/Arity}
 *   <li>comments, parentheses around a term, and one sign before a number
 * </ul>
 *
 * <p>If a key occurs twice in a map, the last value counts.
 *
 * <p>Refused are terms without a readable text: identifiers, local funs and records, both native
 * and traditional ones. Variables and expressions to be evaluated are refused too.
 *
 * <p>Surrogates, U+FFFE and U+FFFF are refused everywhere, as in Erlang. In a segment, {@code
 * native} is little-endian, as on most machines.
 *
 * <p>A float with a base, such as {@code 3#1.2#e7}, is computed as in Erlang, by a power of the
 * base. The result is not always the nearest float. Erlang itself may differ in the last place
 * between C libraries.
 *
 * <p>A text that is refused or exceeds a limit of {@link ParseOptions} causes a {@link
 * TermSyntaxException}. No text causes another exception. Nothing recurses. The time is linear in
 * the length of the text, except for very long integers and the sorting of a map's keys.
 */
public final class TermParser {

  private TermParser() {}

  /** Returns the one term in the text, with the default options. */
  public static Term parse(String text) {
    return parse(text, ParseOptions.defaults());
  }

  /**
   * Returns the one term in the text. The full stop after it is optional.
   *
   * @throws TermSyntaxException if the text is not exactly one term
   */
  public static Term parse(String text, ParseOptions options) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(options, "options");
    return new SyntaxReader(text, options).readOnly();
  }

  /** Returns all terms in the text, with the default options. */
  public static List<Term> parseAll(String text) {
    return parseAll(text, ParseOptions.defaults());
  }

  /**
   * Returns all terms in the text, each followed by a full stop. There may be none.
   *
   * @return an unmodifiable list
   * @throws TermSyntaxException if the text is anything else
   */
  public static List<Term> parseAll(String text, ParseOptions options) {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(options, "options");
    return List.copyOf(new SyntaxReader(text, options).readAll());
  }

  /**
   * Returns all terms in the rest of a reader's text, as {@link #parseAll(String, ParseOptions)}.
   * The text is read into memory as a whole. The reader is not closed.
   *
   * @throws TermSyntaxException if the text is anything else
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

  /** Returns all terms in the file, with the default options. */
  public static List<Term> consult(Path file) throws IOException {
    return consult(file, ParseOptions.defaults());
  }

  /**
   * Returns all terms in the file, each followed by a full stop. There may be none. The file is in
   * UTF-8, or in Latin-1 if a comment in one of its first two lines says {@code coding: latin-1}.
   *
   * @return an unmodifiable list
   * @throws TermSyntaxException if the file contains anything else, or bytes that are not UTF-8
   * @throws IOException if the file cannot be read
   */
  public static List<Term> consult(Path file, ParseOptions options) throws IOException {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(options, "options");
    return parseAll(SourceEncoding.decode(Files.readAllBytes(file)), options);
  }
}
