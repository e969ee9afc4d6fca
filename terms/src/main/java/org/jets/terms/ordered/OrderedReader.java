package org.jets.terms.ordered;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.internal.external.RecordHead;
import org.jets.terms.internal.external.TermAccess;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the ordered code of a term. Recurses to a small depth, and below that uses its own
 * stack. Memory for terms is taken as their bytes are read, or {@linkplain #reserve reserved}.
 *
 * <p>The types of numbers come after the code of the order. So a term whose tail is not empty is
 * read twice: the first time finds the tail.
 */
final class OrderedReader extends ScalarReader {
  private static final TermAccess TERMS = OrderedTag.TERMS;
  private static final int FIRST_CAPACITY = 4;

  /** The minimum size of a field of a record: the end of its name, and the tag of its value. */
  private static final int MIN_FIELD_BYTES = 2;

  /** The longest name of an atom in UTF-8. */
  private static final int MAX_NAME_BYTES = 4 * Atom.MAX_CODE_POINTS;

  /** The pid whose details are zeros. */
  private static final Pid NO_PID = Pid.of(Atom.of(""), 0, 0, 0);

  private final int maxDepth;
  private final int maxRecursion;

  OrderedReader(byte[] input, int start, int end, boolean cutByLimit, DecodeOptions options) {
    super(input, start, end, cutByLimit, options);
    this.maxDepth = options.maxDepth();
    this.maxRecursion = Math.min(maxDepth, TermAccess.MAX_RECURSION);
  }

  /** Returns the index behind the last byte that has been read. */
  int position() {
    return position;
  }

  /** Throws unless the last byte of a part has been read. */
  void requireEnd(int end) {
    if (position < end) {
      throw corrupt(position, (end - position) + " bytes after the term");
    }
  }

  /** Reads a code. */
  Term read() {
    int from = position;
    Term least = read(0, false);
    int tailAt = position;
    int first = next1();
    if (first == OrderedTag.TAIL) {
      checkNoneTooLarge();
      return least;
    }
    if (first >>> (OrderedTag.FIRST_TAIL_BITS + 1) != 1) {
      throw corrupt(tailAt, "byte " + first + " (expected: a tail)");
    }
    TailReader ties = readTail(tailAt, first);
    int end = position;
    try {
      Term term = readAgain(from, ties);
      if (ties.used() > detail) {
        throw corrupt(tailAt, "not an ordered code: a tail of more bits than the term needs");
      }
      position = end;
      return term;
    } finally {
      // The atoms that are new must not be collected and made again, which would count them twice.
      Reference.reachabilityFence(least);
    }
  }

  private Term readAgain(int from, TailReader ties) {
    position = from;
    tail = ties;
    detail = tie;
    tie = 0;
    return read(0, false);
  }

  private TailReader readTail(int at, int first) {
    int last = first;
    while ((last & 1) != 0) {
      last = next1();
    }
    if (last >>> 1 == 0) {
      throw corrupt(at, "a tail that ends in zeros");
    }
    return new TailReader(input, at, position - 1);
  }

  private Term read(int depth, boolean exact) {
    int at = position;
    int tag = next1();
    if (!isCompound(tag)) {
      return readLeaf(at, tag, exact);
    }
    if (depth >= maxRecursion) {
      position = at;
      return readDeep(depth, exact);
    }
    if (tag == OrderedTag.LIST) {
      return readList(at, depth + 1, exact);
    }
    if (isTuple(tag)) {
      return readTuple(at, tag, depth + 1, exact);
    }
    position = at;
    Open open = Objects.requireNonNull(open(at, exact, null));
    while (!open.isFull()) {
      boolean childExact = open.beginChild(this);
      open.add(this, read(depth + 1, childExact));
    }
    return open.finish(this);
  }

  private Term readTuple(int at, int tag, int depth, boolean exact) {
    // The elements of a short tuple are read before anything is allocated.
    return switch (tag - OrderedTag.TUPLE) {
      case 0 -> Tuple.of();
      case 1 -> Tuple.of(read(depth, exact));
      case 2 -> {
        Term element1 = read(depth, exact);
        yield Tuple.of(element1, read(depth, exact));
      }
      case 3 -> {
        Term element1 = read(depth, exact);
        Term element2 = read(depth, exact);
        yield Tuple.of(element1, element2, read(depth, exact));
      }
      default -> {
        Term[] elements = reserveTuple(at, tag);
        for (int i = 0; i < elements.length; i++) {
          reserved--;
          elements[i] = read(depth, exact);
        }
        yield TERMS.tuple(elements);
      }
    };
  }

  private static boolean isCompound(int tag) {
    return tag == OrderedTag.LIST
        || isTuple(tag)
        || isMap(tag)
        || tag == OrderedTag.RECORD
        || tag == OrderedTag.LOCAL_FUN;
  }

  private static boolean isTuple(int tag) {
    return tag >= OrderedTag.TUPLE && tag <= OrderedTag.LARGE_TUPLE;
  }

  private static boolean isMap(int tag) {
    return tag >= OrderedTag.MAP && tag <= OrderedTag.LARGE_MAP;
  }

  private Term[] reserveTuple(int at, int tag) {
    int arity = size(at, tag, OrderedTag.TUPLE, OrderedTag.MAX_TUPLE, OrderedTag.LARGE_TUPLE);
    return reserve(at, arity, 1, 0, "a tuple");
  }

  /** Returns the size in a tag, or reads it. */
  private int size(int at, int tag, int first, int max, int largeTag) {
    int size = tag - first;
    if (tag == largeTag) {
      size = unsigned32();
      if (size >= 0 && size <= max) {
        throw corrupt(at, "a size that is not in its only form");
      }
    }
    return size;
  }

  private Term readList(int at, int depth, boolean exact) {
    Term text = readBytes(exact);
    if (text != null) {
      return text;
    }
    Term[] elements = new Term[FIRST_CAPACITY];
    int count = 0;
    while (!isEndOfList()) {
      if (count == elements.length) {
        elements = Arrays.copyOf(elements, 2 * count);
      }
      elements[count++] = read(depth, exact);
    }
    Term lastTail = hasTail(at, count) ? read(depth, exact) : ListTerm.empty();
    return TERMS.list(Arrays.copyOf(elements, count), lastTail);
  }

  private boolean isEndOfList() {
    int next = peek();
    return next == OrderedTag.END || next == OrderedTag.LOW_TAIL || next == OrderedTag.HIGH_TAIL;
  }

  /** Reads the end of a list, and returns whether the last tail follows. Its tag is checked. */
  private boolean hasTail(int at, int count) {
    int end = next1();
    if (count == 0) {
      throw corrupt(at, "a list without elements");
    }
    if (end == OrderedTag.END) {
      return false;
    }
    int tag = peek();
    if (end == OrderedTag.LOW_TAIL ? tag >= OrderedTag.NIL : tag != OrderedTag.BITSTRING) {
      throw corrupt(position, "tag " + tag + " of a last tail after byte " + end);
    }
    return true;
  }

  /**
   * Reads the elements of a list if all are integers from 0 to 255. Otherwise returns null and
   * reads nothing.
   */
  private @Nullable Term readBytes(boolean exact) {
    int from = position;
    int end = from + remaining();
    int at = from;
    int count = 0;
    int zeros = 0;
    while (true) {
      int tag = at < end ? input[at] & 0xff : 0;
      if (tag >= OrderedTag.ZERO && tag <= OrderedTag.POSITIVE && tag != OrderedTag.FRACTION) {
        zeros += tag == OrderedTag.ZERO ? 1 : 0;
        at++;
      } else if (tag == OrderedTag.POSITIVE + 1 && at + 1 < end && input[at + 1] >= 0) {
        at += 2;
      } else if (tag == OrderedTag.END && count > 0) {
        break;
      } else {
        return null;
      }
      count++;
    }
    if (!exact && !isNextTieZero((long) count + zeros)) {
      return null;
    }
    byte[] bytes = new byte[count];
    at = from;
    for (int i = 0; i < count; i++) {
      int tag = input[at++] & 0xff;
      bytes[i] =
          (byte)
              (tag <= OrderedTag.POSITIVE
                  ? OrderedTag.tagged(tag)
                  : input[at++] + OrderedTag.MAX_TAGGED + 1);
    }
    position = at + 1;
    if (!exact) {
      tie += (long) count + zeros;
    }
    return TERMS.byteList(bytes);
  }

  /** Reads one term of any kind, with its open parts on an explicit stack. */
  private Term readDeep(int outerDepth, boolean outerExact) {
    Open top = null;
    int depth = outerDepth;
    boolean exact = outerExact;
    while (true) {
      int at = position;
      Open opened = open(at, exact, top);
      Term done;
      if (opened == null) {
        done = read(depth, exact);
      } else {
        if (depth >= maxDepth) {
          throw tooDeep(at, maxDepth);
        }
        if (!opened.isFull()) {
          top = opened;
          depth++;
          exact = top.beginChild(this);
          continue;
        }
        done = opened.finish(this);
      }
      while (true) {
        if (top == null) {
          return done;
        }
        top.add(this, done);
        if (!top.isFull()) {
          exact = top.beginChild(this);
          break;
        }
        done = top.finish(this);
        top = top.below;
        depth--;
      }
    }
  }

  /** Begins a compound term. Returns null if a term of another kind comes next. */
  private @Nullable Open open(int at, boolean exact, @Nullable Open below) {
    int tag = peek();
    if (!isCompound(tag)) {
      return null;
    }
    position++;
    if (tag == OrderedTag.LIST) {
      return new OpenList(at, exact, below);
    }
    if (isTuple(tag)) {
      return new Open(at, exact, reserveTuple(at, tag), below);
    }
    if (isMap(tag)) {
      return openMap(at, tag, exact, below);
    }
    return tag == OrderedTag.RECORD ? openRecord(at, exact, below) : openFun(at, exact, below);
  }

  private OpenMap openMap(int at, int tag, boolean exact, @Nullable Open below) {
    int size = size(at, tag, OrderedTag.MAP, OrderedTag.MAX_MAP, OrderedTag.LARGE_MAP);
    return new OpenMap(at, exact, reserve(at, size, 2, 0, "a map"), below);
  }

  /** Reads a native record up to its values. */
  private OpenRecord openRecord(int at, boolean exact, @Nullable Open below) {
    Atom module = name();
    Atom name = name();
    int flags = next1();
    int size = unsigned32();
    requireRoom(at, Integer.toUnsignedLong(size) * MIN_FIELD_BYTES, size, "a record");
    Atom[] fields = new Atom[size];
    for (int i = 0; i < size; i++) {
      fields[i] = name();
    }
    RecordHead head = RecordHead.of(this, at, module, name, flags, fields);
    return new OpenRecord(at, exact, head, reserve(at, size, 1, 0, "a record"), below);
  }

  /** Reads a local fun up to its captured terms. */
  private OpenFun openFun(int at, boolean exact, @Nullable Open below) {
    Atom module = name();
    int index = unsigned32();
    int oldUniq = next4() ^ Integer.MIN_VALUE;
    int freeCount = unsigned32();
    Term[] free = reserve(at, freeCount, 1, 0, "a fun with captured terms");
    return new OpenFun(at, exact, module, index, oldUniq, free, below);
  }

  /** Reads the part of a fun after its captured terms. */
  private LocalFun readFunEnd(OpenFun fun) {
    byte[] uniq;
    int arity;
    int oldIndex;
    if (fun.exact) {
      int mark = next1();
      if (mark != OrderedTag.END) {
        throw corrupt(fun.at, "byte " + mark + " after the captured terms of a fun");
      }
      uniq = copy(fun.at, LocalFun.UNIQ_BYTES);
      arity = next1();
      oldIndex = next4();
    } else {
      uniq = new byte[LocalFun.UNIQ_BYTES];
      for (int i = 0; i < uniq.length; i++) {
        uniq[i] = (byte) nextTie(Byte.SIZE);
      }
      arity = (int) nextTie(Byte.SIZE);
      oldIndex = (int) nextTie(Integer.SIZE);
    }
    return LocalFun.of(
        fun.module,
        arity,
        uniq,
        fun.index,
        oldIndex ^ Integer.MIN_VALUE,
        fun.oldUniq,
        pidOfFun(fun.at),
        List.of());
  }

  private Pid pidOfFun(int at) {
    if (tail == null) {
      return NO_PID;
    }
    int length = (int) nextDetail(Short.SIZE);
    if (length > MAX_NAME_BYTES) {
      throw corrupt(at, "a node's name of " + length + " bytes");
    }
    byte[] name = new byte[length];
    for (int i = 0; i < length; i++) {
      name[i] = (byte) nextDetail(Byte.SIZE);
    }
    Atom node = name(at, name, 0, length);
    int id = (int) nextDetail(Integer.SIZE);
    int serial = (int) nextDetail(Integer.SIZE);
    return Pid.of(node, id, serial, (int) nextDetail(Integer.SIZE));
  }

  /** A compound term that is partly read; this class is that of a tuple. */
  private static class Open {
    final int at;
    final boolean exact;
    final @Nullable Open below;
    Term[] terms;
    int taken;

    Open(int at, boolean exact, Term[] terms, @Nullable Open below) {
      this.at = at;
      this.exact = exact;
      this.terms = terms;
      this.below = below;
    }

    boolean isFull() {
      return taken == terms.length;
    }

    /** Prepares for the next child, and returns whether it is in exact order. */
    boolean beginChild(OrderedReader reader) {
      reader.reserved--;
      return exact;
    }

    void add(OrderedReader reader, Term term) {
      terms[taken++] = term;
    }

    Term finish(OrderedReader reader) {
      return TERMS.tuple(terms);
    }
  }

  private static final class OpenList extends Open {
    private boolean atTail;
    private Term lastTail = ListTerm.empty();
    private boolean isEnded;

    OpenList(int at, boolean exact, @Nullable Open below) {
      super(at, exact, new Term[FIRST_CAPACITY], below);
    }

    @Override
    boolean isFull() {
      return isEnded;
    }

    @Override
    boolean beginChild(OrderedReader reader) {
      return exact;
    }

    @Override
    void add(OrderedReader reader, Term term) {
      if (atTail) {
        lastTail = term;
        isEnded = true;
        return;
      }
      if (taken == terms.length) {
        terms = Arrays.copyOf(terms, 2 * taken);
      }
      terms[taken++] = term;
      if (reader.isEndOfList()) {
        atTail = reader.hasTail(at, taken);
        isEnded = !atTail;
      }
    }

    @Override
    Term finish(OrderedReader reader) {
      return TERMS.list(Arrays.copyOf(terms, taken), lastTail);
    }
  }

  private static final class OpenMap extends Open {
    private int previousAt;
    private int previousEnd;
    private int childAt;

    OpenMap(int at, boolean exact, Term[] keysThenValues, @Nullable Open below) {
      super(at, exact, keysThenValues, below);
    }

    @Override
    boolean beginChild(OrderedReader reader) {
      reader.reserved--;
      childAt = reader.position;
      return exact || taken < terms.length / 2;
    }

    @Override
    void add(OrderedReader reader, Term term) {
      if (taken < terms.length / 2) {
        if (taken > 0 && !ascends(reader)) {
          throw reader.corrupt(at, "a map whose keys do not ascend");
        }
        previousAt = childAt;
        previousEnd = reader.position;
      }
      super.add(reader, term);
    }

    /** Returns whether the code of the previous key is less than that of this one. */
    private boolean ascends(OrderedReader reader) {
      reader.peek();
      byte[] input = reader.input;
      int same = Arrays.mismatch(input, previousAt, previousEnd, input, childAt, reader.position);
      // Where one code is the beginning of the other, the byte behind it decides.
      return same >= 0 && Byte.compareUnsigned(input[previousAt + same], input[childAt + same]) < 0;
    }

    @Override
    Term finish(OrderedReader reader) {
      return reader.mapOf(at, terms);
    }
  }

  private static final class OpenRecord extends Open {
    private final RecordHead head;

    OpenRecord(int at, boolean exact, RecordHead head, Term[] values, @Nullable Open below) {
      super(at, exact, values, below);
      this.head = head;
    }

    @Override
    Term finish(OrderedReader reader) {
      return head.with(terms);
    }
  }

  private static final class OpenFun extends Open {
    final Atom module;
    final int index;
    final int oldUniq;

    OpenFun(
        int at,
        boolean exact,
        Atom module,
        int index,
        int oldUniq,
        Term[] free,
        @Nullable Open below) {
      super(at, exact, free, below);
      this.module = module;
      this.index = index;
      this.oldUniq = oldUniq;
    }

    @Override
    Term finish(OrderedReader reader) {
      return TERMS.withFree(reader.readFunEnd(this), terms);
    }
  }
}
