package org.jets.ets.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jets.ets.BadArgumentException;
import org.jets.ets.argument.ValueText;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The description of a secondary index of a table: its name, the term that it takes from each
 * object, and whether it is unique. See {@link org.jets.ets.LocalTable#addIndex}. Immutable.
 *
 * <p>An object without such a term is not in the index: one that is too short, or has no map at the
 * position or no such key in it, or one for which the expression fails.
 *
 * <p>The index has the standard order of terms, in which {@code 1 == 1.0}. A unique index takes two
 * such terms for the same.
 */
public final class Index {
  /** The largest position that an expression can refer to. */
  private static final int MAX_POSITION = 64;

  /** The number of terms that an expression may have. */
  private static final int MAX_TERMS = 1_000;

  private static final Atom ELEMENT = Atom.of("element");
  private static final Atom MAP_GET = Atom.of("map_get");
  private static final Atom MAP_KEY = Atom.of("map_key");
  private static final Atom EXPRESSION = Atom.of("expression");
  private static final Atom UNIQUE = Atom.of("unique");
  private static final Atom NODE = Atom.of("node");

  private final Atom name;
  private final boolean isUnique;

  /** The description without the name, for an index that is not unique. */
  private final Term on;

  private final MatchNode expression;
  private final Function<Tuple, @Nullable Term> extraction;

  private Index(
      Atom name,
      boolean isUnique,
      Term on,
      MatchNode expression,
      Function<Tuple, @Nullable Term> extraction) {
    this.name = Objects.requireNonNull(name, "name");
    this.isUnique = isUnique;
    this.on = on;
    this.expression = expression;
    this.extraction = extraction;
  }

  /**
   * Describes an index on an element of the objects.
   *
   * @param position the position, from 1
   * @throws IllegalArgumentException if the position is below 1
   */
  public static Index onElement(Atom name, int position) {
    Term on = Tuple.of(ELEMENT, IntegerTerm.of(checkPosition(position)));
    return new Index(name, false, on, element(position), object -> elementOf(object, position));
  }

  /**
   * Describes an index on the value that a key has in a map, which is an element of the objects.
   *
   * @param position the position of the map, from 1
   * @param key the key in the map; others are the same only if they are {@code =:=}
   * @throws IllegalArgumentException if the position is below 1
   */
  public static Index onMapKey(Atom name, int position, Term key) {
    Objects.requireNonNull(key, "key");
    Term on = Tuple.of(MAP_KEY, IntegerTerm.of(checkPosition(position)), key);
    MatchNode constant = new Constant(Tuple.of(Atom.of("const"), key), key);
    MatchNode call =
        new Call(Tuple.of(MAP_GET, constant.term()), MAP_GET, List.of(constant, element(position)));
    return new Index(
        name,
        false,
        on,
        call,
        object -> elementOf(object, position) instanceof MapTerm map ? map.get(key) : null);
  }

  /**
   * Describes an index on an expression, as in the body of a match specification. In it {@code
   * '$1'} stands for the first element of the object, {@code '$2'} for the second, up to {@code
   * '$64'}, and {@code '$_'} for the object. A guard of a specification uses the index if it
   * compares the same expression, whatever its variables are named.
   *
   * @throws MatchSpecException if the term is no such expression, or is too large
   * @throws IllegalArgumentException if it does not depend on the object alone: if it has none of
   *     these variables, or {@code '$$'}, <code>{self}</code> or <code>{node}</code>
   */
  public static Index on(Atom name, Term expression) {
    MatchNode node = parsed(Objects.requireNonNull(expression, "expression"));
    checkDependsOnObject(node, expression);
    if (node instanceof Variable variable) {
      return onElement(name, variable.number());
    }
    Term on = Tuple.of(EXPRESSION, expression);
    return new Index(name, false, on, node, new ExpressionTerm(node)::of);
  }

  /**
   * Returns the index that a term describes: <code>{element, Position}</code>, <code>
   * {map_key, Position, Key}</code>, <code>{expression, Expression}</code>, or <code>
   * {unique, Description}</code> with one of these.
   *
   * @throws BadArgumentException if it describes none
   */
  public static Index of(Atom name, Term description) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    boolean isUnique =
        description instanceof Tuple tuple && tuple.arity() == 2 && tuple.element(1) == UNIQUE;
    Term plain = isUnique ? ((Tuple) description).element(2) : description;
    try {
      Index index = plain instanceof Tuple tuple ? plain(name, tuple) : null;
      if (index != null) {
        return isUnique ? index.unique() : index;
      }
    } catch (IllegalArgumentException e) {
      throw BadArgumentException.of(
          3, "index", description, "one of an expression of the object alone; " + e.getMessage());
    }
    throw BadArgumentException.of(
        3,
        "index",
        description,
        "{element, N}, {map_key, N, Key} or {expression, Expression}, or one of them in {unique,"
            + " _}");
  }

  private static @Nullable Index plain(Atom name, Tuple description) {
    if (description.arity() == 2 && description.element(1) == EXPRESSION) {
      return on(name, description.element(2));
    }
    if (description.arity() < 2
        || !(description.element(2) instanceof IntegerTerm position)
        || !position.fitsInt()
        || position.intValue() < 1) {
      return null;
    }
    if (description.arity() == 2 && description.element(1) == ELEMENT) {
      return onElement(name, position.intValue());
    }
    return description.arity() == 3 && description.element(1) == MAP_KEY
        ? onMapKey(name, position.intValue(), description.element(3))
        : null;
  }

  private static int checkPosition(int position) {
    if (position < 1) {
      throw new IllegalArgumentException("position: " + position + " (expected: >= 1)");
    }
    return position;
  }

  private static @Nullable Term elementOf(Tuple object, int position) {
    return position <= object.arity() ? object.element(position) : null;
  }

  private static Variable element(int position) {
    return new Variable(Atom.of("$" + position), position);
  }

  private static MatchNode parsed(Term expression) {
    List<Term> elements = new ArrayList<>();
    for (int i = 1; i <= MAX_POSITION; i++) {
      elements.add(element(i).term());
    }
    Term clause = Tuple.of(Tuple.of(elements), ListTerm.empty(), ListTerm.of(expression));
    return MatchSpec.compile(ListTerm.of(clause), MAX_TERMS).clauses().get(0).result();
  }

  private static void checkDependsOnObject(MatchNode node, Term expression) {
    if (isOfCaller(node) || !isOfObject(node)) {
      throw new IllegalArgumentException(
          "expression: " + ValueText.of(expression) + " (expected: one of the object alone)");
    }
  }

  private static boolean isOfObject(MatchNode node) {
    if (node instanceof Variable || node == Symbol.WHOLE_OBJECT) {
      return true;
    }
    for (MatchNode part : node.parts()) {
      if (isOfObject(part)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfCaller(MatchNode node) {
    if (node == Symbol.SELF
        || node == Symbol.ALL_BINDINGS
        || (node instanceof Call call && call.function() == NODE && call.parts().isEmpty())) {
      return true;
    }
    for (MatchNode part : node.parts()) {
      if (isOfCaller(part)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the same index as a unique one. Then a write that would leave two keys with objects of
   * the same indexed term is refused. Several objects of one key may have it, in a bag.
   */
  public Index unique() {
    return new Index(name, true, on, expression, extraction);
  }

  /** Returns the name. */
  public Atom name() {
    return name;
  }

  /** Returns whether no two keys may have the same indexed term. */
  public boolean isUnique() {
    return isUnique;
  }

  /** Returns the term that {@link #of} reads. */
  public Term description() {
    return isUnique ? Tuple.of(UNIQUE, on) : on;
  }

  /** Returns the expression of the indexed term. Its variable N stands for element N. */
  public MatchNode expression() {
    return expression;
  }

  /** Returns the indexed term of an object; null if the object is not in the index. */
  public @Nullable Term termOf(Tuple object) {
    return extraction.apply(object);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Index that
        && name == that.name
        && isUnique == that.isUnique
        && on.equals(that.on);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, isUnique, on);
  }

  /** Returns the name, and the beginning of the description. */
  @Override
  public String toString() {
    return name + " on " + ValueText.of(description());
  }
}
