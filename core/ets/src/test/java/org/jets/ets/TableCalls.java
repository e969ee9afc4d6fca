package org.jets.ets;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** Random calls with valid and invalid arguments, from so few keys that they meet. */
public final class TableCalls {
  private static final List<Term> KEYS =
      List.of(
          i(0),
          i(1),
          i(2),
          f(1.0),
          f(2.5),
          f(0.0),
          a("a"),
          a("$end_of_table"),
          t(1),
          t(1.0),
          l(1, 2),
          MapTerm.of(i(1), a("a")),
          MapTerm.of(a("a"), f(1.0)),
          Term.of(new byte[] {1}),
          IntegerTerm.of(BigInteger.TWO.pow(64)),
          f(0x1p64));

  /** Integers at the limits of those that a packed tuple has in its fields, and tuples of them. */
  private static final List<Term> LIMIT_KEYS =
      List.of(
          i(Integer.MAX_VALUE),
          i(Integer.MIN_VALUE),
          i(Integer.MAX_VALUE + 1L),
          i(Integer.MIN_VALUE - 1L),
          f(Integer.MAX_VALUE),
          f(Integer.MIN_VALUE),
          i(1L << 40),
          i(Long.MAX_VALUE),
          f(0x1p63),
          t(Integer.MAX_VALUE, Integer.MIN_VALUE),
          t(f(Integer.MAX_VALUE), Integer.MIN_VALUE),
          t(1 << 20, a("a"), -(1 << 20)),
          t(t(1 << 20), 1 << 20),
          t(t(f(1 << 20)), 1 << 20),
          t(a("a"), 1 << 20),
          l(t(1 << 20), t(1 << 20, 1)));

  private final Random random;
  private final TableType type;
  private final int keypos;
  private final int release;
  private final boolean hasLimits;
  private boolean mayBeFixed;

  /**
   * Makes calls that a release of OTP supports, and for which it has the newest release's answer.
   *
   * @param release such as 25
   */
  public TableCalls(Random random, TableType type, int keypos, int release) {
    this.random = random;
    this.type = type;
    this.keypos = keypos;
    this.release = release;
    this.hasLimits = random.nextBoolean();
  }

  public TableCall next() {
    return switch (random.nextInt(44)) {
      case 0, 1, 2, 3, 4, 5 -> TableCall.of("insert", object());
      case 6, 7, 8 -> TableCall.of("insert", objects());
      case 9, 10 -> TableCall.of("insert_new", object());
      case 11, 12 -> TableCall.of("insert_new", objects());
      case 13, 14, 15 -> TableCall.of("lookup", key());
      case 16 -> TableCall.of("member", key());
      case 17 -> TableCall.of(mayTake() ? "take" : "delete", key());
      case 18 -> TableCall.of("delete", key());
      case 19, 20, 21 -> TableCall.of("delete_object", object());
      case 22 ->
          random.nextInt(8) == 0 ? TableCall.of("delete_all_objects") : TableCall.of("tab2list");
      case 23, 24 -> TableCall.of("lookup_element", key(), position());
      case 25 ->
          release >= 26
              ? TableCall.of("lookup_element", key(), position(), value())
              : TableCall.of("lookup_element", key(), position());
      case 26, 27, 28 -> TableCall.of("update_counter", key(), counterOps());
      case 29, 30 ->
          mayHaveDefault()
              ? TableCall.of("update_counter", key(), counterOps(), defaultObject())
              : TableCall.of("update_counter", key(), counterOps());
      case 31, 32 -> TableCall.of("update_element", key(), elementOps());
      case 33 ->
          release >= 27 && mayHaveDefault()
              ? TableCall.of("update_element", key(), elementOps(), defaultObject())
              : TableCall.of("update_element", key(), elementOps());
      case 34 -> TableCall.of("first");
      case 35 -> TableCall.of("last");
      case 36, 37 -> TableCall.of("next", key());
      case 38 -> TableCall.of("prev", key());
      case 39 -> TableCall.of("safe_fixtable", fix());
      case 40 -> TableCall.of("info", a("fixed"));
      case 41 -> lookupStep(random.nextBoolean() ? "first" : "last");
      case 42 -> lookupStep(random.nextBoolean() ? "next" : "prev", key());
      default -> TableCall.of("info", a("size"));
    };
  }

  private Term fix() {
    mayBeFixed = true;
    return random.nextInt(10) == 0 ? value() : Atom.of(random.nextInt(5) < 3);
  }

  /**
   * Returns whether a default is possible. If the operations fail in a fixed table, Erlang removes
   * the default object again but remembers its key. A step is then possible from a key that was
   * never present.
   */
  private boolean mayHaveDefault() {
    return !mayBeFixed;
  }

  /**
   * Returns whether a take is possible. In a fixed bag, Erlang's take lowers the size also for
   * objects that were deleted before.
   */
  private boolean mayTake() {
    return type.isSet() || !mayBeFixed;
  }

  /** Returns a step that returns objects too, if the release has one. */
  private TableCall lookupStep(String step, Term... arguments) {
    return TableCall.of(release >= 27 ? step + "_lookup" : step, arguments);
  }

  public Term key() {
    if (release >= 27 && random.nextInt(20) == 0) {
      return f(-0.0);
    }
    List<Term> keys = hasLimits ? LIMIT_KEYS : KEYS;
    return keys.get(random.nextInt(keys.size()));
  }

  private Term value() {
    if (hasLimits && random.nextInt(3) == 0) {
      return LIMIT_KEYS.get(random.nextInt(LIMIT_KEYS.size()));
    }
    return switch (random.nextInt(8)) {
      case 0 -> a("x");
      case 1 -> f(random.nextInt(2));
      case 2 -> l(1);
      case 3 -> IntegerTerm.of(BigInteger.TWO.pow(63).subtract(BigInteger.valueOf(2)));
      default -> i(random.nextInt(4) - 1);
    };
  }

  private Term object() {
    return random.nextInt(25) == 0 ? badObject() : goodObject();
  }

  private Term badObject() {
    return switch (random.nextInt(4)) {
      case 0 -> a("x");
      case 1 -> t();
      case 2 -> i(1);
      default -> keypos == 1 ? t() : t(1);
    };
  }

  private Tuple goodObject() {
    int arity = keypos + random.nextInt(4);
    Term[] elements = new Term[arity];
    for (int i = 0; i < arity; i++) {
      elements[i] = i + 1 == keypos ? key() : value();
    }
    return Tuple.of(elements);
  }

  /**
   * Returns a list of objects. It is undefined which of several objects with one key counts in a
   * set, and old releases reverse their order in a bag.
   */
  private Term objects() {
    List<Term> objects = new ArrayList<>();
    for (int n = random.nextInt(5); n > 0; n--) {
      Tuple object = goodObject();
      boolean mayRepeat = !type.isSet() && release >= 26;
      if (mayRepeat || objects.stream().noneMatch(other -> isSameKey((Tuple) other, object))) {
        objects.add(object);
      }
    }
    if (random.nextInt(15) == 0) {
      objects.add(random.nextInt(objects.size() + 1), badObject());
    }
    return random.nextInt(30) == 0 && !objects.isEmpty()
        ? ListTerm.improper(objects, a("x"))
        : ListTerm.of(objects);
  }

  private boolean isSameKey(Tuple object, Tuple other) {
    return TermOrder.equal(object.element(keypos), other.element(keypos));
  }

  private Term position() {
    return switch (random.nextInt(12)) {
      case 0 -> a("x");
      case 1 -> i(0);
      case 2 -> i(-1);
      case 3 -> f(1.0);
      case 4 -> IntegerTerm.of(BigInteger.TWO.pow(61 + random.nextInt(10)));
      default -> i(1 + random.nextInt(4));
    };
  }

  private Term counterOps() {
    return switch (random.nextInt(6)) {
      case 0, 1 -> increment();
      case 2, 3 -> counterOp();
      case 4 -> l(counterOp(), counterOp());
      default ->
          switch (random.nextInt(5)) {
            case 0 -> l();
            case 1 -> a("x");
            case 2 -> ListTerm.improper(List.of(counterOp()), a("x"));
            case 3 -> l(counterOp(), 1);
            default -> l(counterOp(), counterOp(), counterOp());
          };
    };
  }

  private Term counterOp() {
    if (random.nextInt(20) == 0) {
      return t(keypos + 1, 1, 1);
    }
    Term position = random.nextInt(4) == 0 ? position() : i(keypos + 1 + random.nextInt(2));
    Term increment = random.nextInt(10) == 0 ? value() : increment();
    return random.nextBoolean()
        ? Tuple.of(position, increment)
        : Tuple.of(position, increment, i(random.nextInt(7) - 3), value());
  }

  private Term increment() {
    return i(
        hasLimits && random.nextInt(3) == 0
            ? (random.nextBoolean() ? Integer.MAX_VALUE : Integer.MIN_VALUE)
            : random.nextInt(7) - 3);
  }

  private Term elementOps() {
    return switch (random.nextInt(6)) {
      case 0, 1, 2 -> elementOp();
      case 3, 4 -> l(elementOp(), elementOp());
      default ->
          switch (random.nextInt(4)) {
            case 0 -> l();
            case 1 -> a("x");
            case 2 -> ListTerm.improper(List.of(elementOp()), a("x"));
            default -> l(elementOp(), t(2));
          };
    };
  }

  private Term elementOp() {
    return Tuple.of(
        random.nextInt(3) == 0 ? position() : i(keypos + 1 + random.nextInt(2)), value());
  }

  /**
   * Returns a default object. Before release 29 it is not too short, since that would corrupt the
   * table.
   */
  private Term defaultObject() {
    return random.nextInt(10) == 0 ? (release >= 29 ? badObject() : a("x")) : goodObject();
  }
}
