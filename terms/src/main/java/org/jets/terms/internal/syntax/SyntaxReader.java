package org.jets.terms.internal.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.ParseOptions;
import org.jets.terms.Term;
import org.jets.terms.TermSyntaxException;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A reader of terms in Erlang's syntax: the expressions that {@code erl_parse:parse_term} accepts
 * as terms. These are constants, constructors, parentheses around a term, and one sign before a
 * number.
 *
 * <p>Keeps two stacks of its own: the open constructs, and the {@linkplain TermStack terms} that
 * wait for these to be closed.
 */
public final class SyntaxReader {

  private static final int UNPADDED_BYTES_PER_CHARACTER = 8;

  private final TokenStream tokens;
  private final ParseOptions options;
  private final ArrayDeque<Open> open = new ArrayDeque<>();
  private final TermStack waiting = new TermStack();
  private final AtomReader atoms;
  private long bitBudget;

  /**
   * The value that was read last. For a string that is not yet a list, {@link #string} holds the
   * value instead.
   */
  private Term value = ListTerm.empty();

  private String string = "";
  private Shape shape = Shape.OTHER;

  public SyntaxReader(String text, ParseOptions options) {
    this.tokens = new TokenStream(text, options);
    this.options = options;
    this.atoms = new AtomReader(tokens, options);
    this.bitBudget =
        Byte.SIZE
            * ((long) text.length() * UNPADDED_BYTES_PER_CHARACTER + options.maxPaddingBytes());
  }

  /** Reads one term and nothing else. The full stop is optional. */
  public Term readOnly() {
    tokens.advance();
    Term term = readTerm();
    tokens.skipIf(Token.DOT);
    if (!tokens.is(Token.END)) {
      throw tokens.unexpected("the end of the term");
    }
    return term;
  }

  /** Reads all terms, each with its full stop. */
  public List<Term> readAll() {
    List<Term> terms = new ArrayList<>();
    tokens.advance();
    while (!tokens.is(Token.END)) {
      terms.add(readTerm());
      tokens.skip(Token.DOT);
    }
    return terms;
  }

  private Term readTerm() {
    while (true) {
      while (opens()) {
        // The next token begins the content.
      }
      while (!open.isEmpty() && closes(open.element())) {
        open.pop();
      }
      if (open.isEmpty()) {
        return takeValue();
      }
    }
  }

  /**
   * Begins a term. Returns true if a term inside it comes next, and false if the term is complete.
   */
  private boolean opens() {
    int start = tokens.start();
    switch (tokens.token()) {
      case LEFT_PARENTHESIS -> push(Construct.PARENTHESES, start);
      case PLUS, MINUS -> {
        Construct sign = tokens.is(Token.PLUS) ? Construct.PLUS : Construct.MINUS;
        push(sign, start);
      }
      case LEFT_BRACKET -> {
        tokens.advance();
        return pushUnless(Token.RIGHT_BRACKET, Construct.LIST, start, ListTerm.empty());
      }
      case LEFT_BRACE -> {
        tokens.advance();
        return pushUnless(Token.RIGHT_BRACE, Construct.TUPLE, start, Tuple.of());
      }
      case HASH -> {
        tokens.advance();
        if (!tokens.skipIf(Token.LEFT_BRACE)) {
          throw noMap(start);
        }
        return pushUnless(Token.RIGHT_BRACE, Construct.MAP, start, MapTerm.of());
      }
      case BITS_OPEN -> {
        tokens.advance();
        return pushUnless(Token.BITS_CLOSE, Construct.BITS, start, Binary.empty());
      }
      default -> {
        readScalar();
        return false;
      }
    }
    tokens.advance();
    return true;
  }

  private boolean pushUnless(Token closing, Construct construct, int start, Term empty) {
    if (tokens.skipIf(closing)) {
      setValue(empty, Shape.OTHER);
      return false;
    }
    push(construct, start);
    return true;
  }

  private void push(Construct construct, int start) {
    if (open.size() >= options.maxDepth()) {
      throw tokens.error(start, "nested deeper than " + options.maxDepth());
    }
    open.push(new Open(construct, start, waiting.count(), tokens.start()));
  }

  private TermSyntaxException noMap(int start) {
    if (tokens.is(Token.VARIABLE)) {
      return tokens.error(
          start, "#" + tokens.text() + ": identifiers and local funs cannot be read from text");
    }
    return tokens.is(Token.ATOM)
        ? tokens.error(start, "#" + tokens.text() + ": a record cannot be read from text")
        : tokens.unexpected("{");
  }

  private void readScalar() {
    switch (tokens.token()) {
      case ATOM -> setValue(atoms.read(), Shape.OTHER);
      case NUMBER, CHARACTER -> setValue(tokens.number(), Shape.NUMBER);
      case STRING -> {
        readStrings();
        return;
      }
      case SIGIL_STRING -> setString(tokens.text());
      case SIGIL_BINARY -> setValue(Binary.of(tokens.text()), Shape.OTHER);
      case FUN -> {
        setValue(atoms.readFun(), Shape.OTHER);
        return;
      }
      case LESS ->
          throw tokens.error(
              tokens.start(), "<: a pid cannot be read from text, nor is this an operator");
      default -> throw tokens.unexpected("a term");
    }
    tokens.advance();
  }

  /** Reads one string, or adjacent strings as one. */
  private void readStrings() {
    String first = tokens.text();
    tokens.advance();
    if (tokens.is(Token.STRING)) {
      StringBuilder all = new StringBuilder(first);
      do {
        all.append(tokens.text());
        tokens.advance();
      } while (tokens.is(Token.STRING));
      first = all.toString();
    }
    setString(first);
  }

  /**
   * Passes the value that was read to the open construct. If that closes the construct, returns
   * true, and the value is the construct's.
   */
  private boolean closes(Open top) {
    return switch (top.construct) {
      case PARENTHESES -> {
        tokens.skip(Token.RIGHT_PARENTHESIS);
        yield true;
      }
      case PLUS, MINUS -> {
        applySign(top);
        yield true;
      }
      case LIST -> closesList(top);
      case TUPLE -> closesTuple(top);
      case MAP -> closesMap(top);
      case BITS -> closesBits(top);
    };
  }

  private void applySign(Open sign) {
    if (shape != Shape.NUMBER) {
      throw tokens.error(sign.start, "a sign before a term that is no number without a sign");
    }
    boolean minus = sign.construct == Construct.MINUS;
    setValue(minus ? negate(value) : value, Shape.OTHER);
  }

  private static Term negate(Term number) {
    return number instanceof IntegerTerm integer
        ? IntegerTerm.of(integer.bigIntegerValue().negate())
        : FloatTerm.of(-((FloatTerm) number).value());
  }

  private boolean closesList(Open list) {
    waiting.push(takeValue());
    if (!list.second) {
      if (tokens.skipIf(Token.COMMA)) {
        return false;
      }
      if (tokens.skipIf(Token.BAR)) {
        list.second = true;
        return false;
      }
      if (!tokens.is(Token.RIGHT_BRACKET)) {
        throw tokens.unexpected(", | or ]");
      }
    }
    tokens.skip(Token.RIGHT_BRACKET);
    Term tail = list.second ? waiting.pop() : ListTerm.empty();
    Term[] elements = waiting.takeFrom(list.waitingBelow);
    setValue(ListTerm.improper(Arrays.asList(elements), tail), Shape.OTHER);
    return true;
  }

  private boolean closesTuple(Open tuple) {
    waiting.push(takeValue());
    if (tokens.skipIf(Token.COMMA)) {
      return false;
    }
    if (!tokens.skipIf(Token.RIGHT_BRACE)) {
      throw tokens.unexpected(", or }");
    }
    setValue(Tuple.of(waiting.takeFrom(tuple.waitingBelow)), Shape.OTHER);
    return true;
  }

  private boolean closesMap(Open map) {
    waiting.push(takeValue());
    map.second = !map.second;
    if (map.second) {
      tokens.skip(Token.ARROW);
      return false;
    }
    if (tokens.skipIf(Token.COMMA)) {
      return false;
    }
    if (!tokens.skipIf(Token.RIGHT_BRACE)) {
      throw tokens.unexpected(", or }");
    }
    setValue(MapTerm.of(waiting.takeFrom(map.waitingBelow)), Shape.OTHER);
    return true;
  }

  private boolean closesBits(Open bits) {
    SegmentWriter writer = bits.segments();
    Segment segment = SegmentReader.read(tokens);
    long before = writer.bitSize();
    String problem =
        shape == Shape.STRING
            ? writer.appendString(string, segment, bitBudget)
            : writer.append(value, segment, bitBudget);
    bitBudget -= writer.bitSize() - before;
    if (problem != null) {
      throw tokens.error(bits.segmentStart, problem);
    }
    if (tokens.skipIf(Token.COMMA)) {
      bits.segmentStart = tokens.start();
      return false;
    }
    if (!tokens.skipIf(Token.BITS_CLOSE)) {
      throw tokens.unexpected(", or >>");
    }
    setValue(writer.build(), Shape.OTHER);
    return true;
  }

  private void setValue(Term value, Shape shape) {
    this.value = value;
    this.shape = shape;
  }

  private void setString(String text) {
    string = text;
    shape = Shape.STRING;
  }

  private Term takeValue() {
    return shape == Shape.STRING ? ListTerm.ofText(string) : value;
  }

  /** The kinds of values, by the syntax that may follow or precede them. */
  private enum Shape {
    /** A number without a sign, which may be given one. */
    NUMBER,
    /** A string literal, which as a segment of a bitstring stands for its characters. */
    STRING,
    OTHER
  }

  private enum Construct {
    PARENTHESES,
    PLUS,
    MINUS,
    LIST,
    TUPLE,
    MAP,
    BITS
  }

  /** A construct that is not yet closed. */
  private static final class Open {
    final Construct construct;
    final int start;

    /** The number of terms that wait for the constructs around this one. */
    final int waitingBelow;

    /** True in a list after the bar, and in a map after the arrow. */
    boolean second;

    /** The start of the present segment, in a bitstring. */
    int segmentStart;

    private @Nullable SegmentWriter segments;

    Open(Construct construct, int start, int waitingBelow, int segmentStart) {
      this.construct = construct;
      this.start = start;
      this.waitingBelow = waitingBelow;
      this.segmentStart = segmentStart;
    }

    SegmentWriter segments() {
      if (segments == null) {
        segments = new SegmentWriter();
      }
      return segments;
    }
  }
}
