package org.jets.terms;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Objects;

/**
 * Erlang's two orders of terms, each a total order over all of them.
 *
 * <p>Between types: number &lt; atom &lt; reference &lt; fun &lt; port &lt; pid &lt; tuple &lt;
 * native record &lt; map &lt; {@code []} &lt; non-empty list &lt; bitstring. Within a type: atoms
 * by code points; references and ports by node first, pids by node almost last; tuples and maps by
 * size first; records by module, name, not exported before exported, number of fields, the fields
 * and then the values, both as declared; lists element by element; bitstrings bit by bit.
 *
 * <p>Comparing costs no allocation unless the terms hold lists, maps or deep nesting, never
 * recurses without bound, and takes time linear in the smaller term at most. Comparators are
 * thread-safe.
 *
 * @see <a href="https://www.erlang.org/doc/system/expressions.html#term-comparisons">Erlang
 *     reference manual, term comparisons</a>
 */
public enum TermOrder implements Comparator<Term> {
  /**
   * The order of {@code <}, {@code ==}, {@code lists:sort} and the keys of an {@code ordered_set}.
   * Numbers compare by value, an integer with a float too, without loss: {@code 1 == 1.0}, and
   * {@code 0.0 == -0.0}. It disagrees with {@link Term#equals} there, and where two local funs are
   * of different versions of a module only. Keys of maps, at any depth, are compared by {@link
   * #EXACT} all the same.
   */
  STANDARD,

  /**
   * The order in which the keys of maps are compared, and which decides the order of {@code
   * maps:iterator(M, ordered)}: every integer before every float, and {@code -0.0} before {@code
   * 0.0}. It agrees with {@link Term#equals}.
   */
  EXACT;

  private static final int NUMBER = 0;
  static final int ATOM = 1;
  private static final int REFERENCE = 2;
  private static final int FUN = 3;
  private static final int PORT = 4;
  static final int PID = 5;
  static final int TUPLE = 6;
  private static final int RECORD = 7;
  private static final int MAP = 8;
  static final int EMPTY_LIST = 9;
  static final int LIST_CELLS = 10;
  static final int BITSTRING = 11;

  /** Whether Erlang's {@code a == b} is true. */
  public static boolean equal(Term a, Term b) {
    return STANDARD.compare(a, b) == 0;
  }

  /**
   * Compares two terms in this order.
   *
   * @throws NullPointerException if one is null
   */
  @Override
  public int compare(Term a, Term b) {
    if (a instanceof Int32 x && b instanceof Int32 y) {
      return Integer.compare(x.value, y.value);
    }
    return compare(Objects.requireNonNull(a, "a"), Objects.requireNonNull(b, "b"), 0);
  }

  /**
   * Compares as {@link #compare(Term, Term)}, and asks a {@link PausableThread} after each 1,024
   * pairs of terms whether to go on: for callers that may be called off, and terms that may be
   * large.
   *
   * @throws java.util.concurrent.CancellationException if the thread calls the comparison off
   */
  public int compareAsking(Term a, Term b) {
    PausableThread thread = PausableThread.current();
    return thread == null || AskingComparison.isShort(a)
        ? compare(a, b)
        : new AskingComparison(thread)
            .compare(this, Objects.requireNonNull(a, "a"), Objects.requireNonNull(b, "b"));
  }

  private int compare(Term a, Term b, int depth) {
    if (a == b) {
      return 0;
    }
    if (a instanceof Int32 x && b instanceof Int32 y) {
      return Integer.compare(x.value, y.value);
    }
    if (a instanceof Atom x && b instanceof Atom y) {
      return Atom.compare(x, y);
    }
    int c = compareHeads(a, b);
    if (c != 0 || !Children.isCompound(a)) {
      return c;
    }
    if (depth == TermHash.MAX_RECURSION) {
      return compareDeep(a, b);
    }
    if (a instanceof Tuple x) {
      Tuple y = (Tuple) b;
      for (int i = 1, arity = x.arity(); c == 0 && i <= arity; i++) {
        c = compare(x.elementAt(i), y.elementAt(i), depth + 1);
      }
      return c;
    }
    Pair pair = Pair.of(this, a, b);
    while (c == 0 && pair.advance()) {
      c = pair.order.compare(pair.a, pair.b, depth + 1);
    }
    return c != 0 ? c : pair.rest();
  }

  private int compareDeep(Term rootA, Term rootB) {
    Deque<Pair> open = new ArrayDeque<>();
    open.push(Pair.of(this, rootA, rootB));
    while (!open.isEmpty()) {
      Pair pair = open.peek();
      if (!pair.advance()) {
        int c = pair.rest();
        if (c != 0) {
          return c;
        }
        open.pop();
        continue;
      }
      if (pair.a == pair.b) {
        continue;
      }
      int c = pair.order.compareHeads(pair.a, pair.b);
      if (c != 0) {
        return c;
      }
      if (Children.isCompound(pair.a)) {
        open.push(Pair.of(pair.order, pair.a, pair.b));
      }
    }
    return 0;
  }

  /** Compares two terms of any kind, compound ones without what is below them. */
  int compareHeads(Term a, Term b) {
    int rank = rank(a);
    int c = Integer.compare(rank, rank(b));
    if (c != 0) {
      return c;
    }
    return switch (rank) {
      case NUMBER -> NumberOrder.compare(a, b, this == EXACT);
      case ATOM -> Atom.compare((Atom) a, (Atom) b);
      case REFERENCE -> Reference.compare((Reference) a, (Reference) b);
      case FUN -> compareFunHeads((Fun) a, (Fun) b);
      case PORT -> Port.compare((Port) a, (Port) b);
      case PID -> Pid.compare((Pid) a, (Pid) b);
      case TUPLE -> Integer.compare(((Tuple) a).arity(), ((Tuple) b).arity());
      case RECORD ->
          RecordDefinition.compare(((RecordTerm) a).definition(), ((RecordTerm) b).definition());
      case MAP -> Integer.compare(((MapTerm) a).size(), ((MapTerm) b).size());
      case BITSTRING -> Bitstring.compare((Bitstring) a, (Bitstring) b);
      default -> 0;
    };
  }

  private static int compareFunHeads(Fun a, Fun b) {
    if (a instanceof LocalFun x) {
      return b instanceof LocalFun y ? LocalFun.compareHeads(x, y) : -1;
    }
    return b instanceof ExternalFun y ? ExternalFun.compare((ExternalFun) a, y) : 1;
  }

  /** The place of a term's type among the types. */
  static int rank(Term term) {
    if (term instanceof IntegerTerm || term instanceof FloatTerm) {
      return NUMBER;
    }
    if (term instanceof Atom) {
      return ATOM;
    }
    if (term instanceof Tuple) {
      return TUPLE;
    }
    if (term instanceof ListTerm) {
      return term == EmptyList.NIL ? EMPTY_LIST : LIST_CELLS;
    }
    if (term instanceof Bitstring) {
      return BITSTRING;
    }
    if (term instanceof MapTerm) {
      return MAP;
    }
    if (term instanceof Pid) {
      return PID;
    }
    if (term instanceof Reference) {
      return REFERENCE;
    }
    if (term instanceof RecordTerm) {
      return RECORD;
    }
    return term instanceof Port ? PORT : FUN;
  }

  /** The children of two compound terms with equal heads, walked side by side. */
  abstract static class Pair {
    final TermOrder outer;
    TermOrder order;
    Term a = EmptyList.NIL;
    Term b = EmptyList.NIL;

    Pair(TermOrder order) {
      this.outer = order;
      this.order = order;
    }

    static Pair of(TermOrder order, Term a, Term b) {
      return a instanceof ListCells x
          ? new OfLists(order, x, (ListCells) b)
          : new OfSameSize(order, a, b);
    }

    /**
     * Moves to the next two children, which are to be compared by {@link #order}; false when there
     * are no more.
     */
    abstract boolean advance();

    /** What decides when all children that {@link #advance} came to were equal. */
    abstract int rest();

    private static final class OfSameSize extends Pair {
      private final Children as;
      private final Children bs;
      private final int versions;
      private int keysLeft;

      OfSameSize(TermOrder order, Term a, Term b) {
        super(order);
        this.as = Children.of(a);
        this.bs = Children.of(b);
        this.keysLeft = a instanceof MapTerm map ? map.size() : 0;
        this.versions =
            order == EXACT && a instanceof LocalFun x
                ? LocalFun.compareVersions(x, (LocalFun) b)
                : 0;
      }

      @Override
      boolean advance() {
        if (!as.hasNext()) {
          return false;
        }
        order = keysLeft-- > 0 ? EXACT : outer;
        a = as.next();
        b = bs.next();
        return true;
      }

      @Override
      int rest() {
        return versions;
      }
    }

    /**
     * Lists need not be of one length: cells side by side, then whatever stands where one of them
     * has no more.
     */
    private static final class OfLists extends Pair {
      private final ListCursor as;
      private final ListCursor bs;
      private boolean tailsTaken;

      OfLists(TermOrder order, ListCells a, ListCells b) {
        super(order);
        this.as = new ListCursor(a);
        this.bs = new ListCursor(b);
      }

      @Override
      boolean advance() {
        if (as.hasNext() && bs.hasNext()) {
          a = as.next();
          b = bs.next();
          return true;
        }
        if (as.hasNext() || bs.hasNext() || tailsTaken) {
          return false;
        }
        tailsTaken = true;
        a = as.lastTail();
        b = bs.lastTail();
        return true;
      }

      /**
       * Where one list goes on and the other has come to its last tail, that tail is of another
       * type than a cell.
       */
      @Override
      int rest() {
        if (tailsTaken) {
          return 0;
        }
        return as.hasNext()
            ? Integer.compare(LIST_CELLS, rank(bs.lastTail()))
            : Integer.compare(rank(as.lastTail()), LIST_CELLS);
      }
    }
  }
}
