package org.jets.terms;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Objects;

/**
 * Erlang's two orders of terms, each a total order over all of them.
 *
 * <p>Between types: number &lt; atom &lt; reference &lt; fun &lt; port &lt; pid &lt; tuple &lt;
 * native record &lt; map &lt; {@code []} &lt; non-empty list &lt; bitstring. Within a type:
 *
 * <ul>
 *   <li>atoms: by code points
 *   <li>references: by node, creation, words; ports: by node, creation, number
 *   <li>pids: by serial, number, node, creation
 *   <li>tuples and maps: by size first
 *   <li>records: by module, name, visibility (not exported before exported), number of fields, then
 *       the fields and the values as declared
 *   <li>lists: element by element
 *   <li>bitstrings: bit by bit
 * </ul>
 *
 * <p>A comparison allocates only for lists, maps and deep nesting. It never recurses without bound,
 * and takes at most time linear in the smaller term. Comparators are thread-safe.
 *
 * @see <a href="https://www.erlang.org/doc/system/expressions.html#term-comparisons">Erlang
 *     reference manual, term comparisons</a>
 */
public enum TermOrder implements Comparator<Term> {
  /**
   * The order of {@code <}, {@code ==}, {@code lists:sort} and the keys of an {@code ordered_set}.
   * Numbers compare by value, an integer and a float without loss: {@code 1 == 1.0}, and {@code 0.0
   * == -0.0}. The order disagrees with {@link Term#equals} for such numbers, and for local funs
   * that differ only in the version of their module. Keys of maps, at any depth, are compared by
   * {@link #EXACT} even so.
   */
  STANDARD,

  /**
   * The order of the keys of maps, and so of {@code maps:iterator(M, ordered)}: every integer
   * before every float, and {@code -0.0} before {@code 0.0}. It agrees with {@link Term#equals}.
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

  /** Returns whether Erlang's {@code a == b} is true. */
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
   * pairs of terms whether to go on. For operations that can be cancelled and terms that may be
   * large.
   *
   * @throws java.util.concurrent.CancellationException if the thread cancels the comparison
   */
  public int comparePausably(Term a, Term b) {
    return comparePausably(a, b, false);
  }

  /**
   * Compares as {@link #comparePausably}, and lets a {@link PausableThread} wait too, so that
   * others get on: for callers that hold no lock.
   *
   * @throws java.util.concurrent.CancellationException if the thread calls the comparison off
   */
  public int comparePausing(Term a, Term b) {
    return comparePausably(a, b, true);
  }

  private int comparePausably(Term a, Term b, boolean mayWait) {
    PausableThread thread = PausableThread.current();
    return thread == null || PausableComparison.isShort(a)
        ? compare(a, b)
        : new PausableComparison(thread, mayWait)
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
    if (c != 0 || !ChildCursor.isCompound(a)) {
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
      if (ChildCursor.isCompound(pair.a)) {
        open.push(Pair.of(pair.order, pair.a, pair.b));
      }
    }
    return 0;
  }

  /** Compares two terms of any kind, without the children of compound ones. */
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

  /** Returns the rank of a term's type in the order of types. */
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
     * Moves to the next two children, which the caller compares by {@link #order}. Returns false if
     * there are no more.
     */
    abstract boolean advance();

    /** Returns the result if all children that {@link #advance} found were equal. */
    abstract int rest();

    private static final class OfSameSize extends Pair {
      private final ChildCursor as;
      private final ChildCursor bs;
      private final int versions;
      private int keysLeft;

      OfSameSize(TermOrder order, Term a, Term b) {
        super(order);
        this.as = ChildCursor.of(a);
        this.bs = ChildCursor.of(b);
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
     * Two lists, possibly of different length: their cells pair by pair, then their last tails if
     * both end at once.
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
       * Compares two lists of which one has more cells: the last tail of the other differs from a
       * cell in type.
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
