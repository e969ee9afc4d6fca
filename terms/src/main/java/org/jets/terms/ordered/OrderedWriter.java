package org.jets.terms.ordered;

import java.util.Iterator;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.terms.internal.external.TermAccess;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the ordered code of terms. Recurses to a small depth, and below that uses its own
 * stack. Linear in the size of the output.
 */
final class OrderedWriter extends ScalarWriter {
  private static final TermAccess TERMS = OrderedTag.TERMS;
  private static final int INITIAL_CAPACITY = 64;

  OrderedWriter() {
    super(INITIAL_CAPACITY);
  }

  /** Writes the part of a term's code that decides the order, and returns the position behind. */
  int write(Term term, int at) {
    return write(term, at, false, 0);
  }

  int writeTupleHead(int arity, int at) {
    return writeHead(OrderedTag.TUPLE, OrderedTag.MAX_TUPLE, OrderedTag.LARGE_TUPLE, arity, at);
  }

  /** Writes a tag and a size, in one byte if it is small. */
  private int writeHead(int tag, int max, int largeTag, int size, int at) {
    return size <= max ? put1(at, tag + size) : putUnsigned(size, put1(at, largeTag));
  }

  /** Writes the tail of a term that is the least of those that compare equal to it. */
  int writeEmptyTail(int at) {
    return put1(at, OrderedTag.TAIL);
  }

  /** Writes the tail: the ties and then the details, without the zeros at the end. */
  int writeTail(int at) {
    TieWriter ties = tail();
    if (ties == null) {
      return writeEmptyTail(at);
    }
    long used = ties.used();
    long from = OrderedTag.FIRST_TAIL_BITS;
    long first = ties.get(0, OrderedTag.FIRST_TAIL_BITS);
    int end = put1(at, OrderedTag.TAIL | ((int) first << 1) | (from < used ? 1 : 0));
    while (from < used) {
      long bits = ties.get(from, OrderedTag.TAIL_BITS);
      from += OrderedTag.TAIL_BITS;
      end = put1(end, ((int) bits << 1) | (from < used ? 1 : 0));
    }
    return end;
  }

  private int write(Term term, int at, boolean exact, int depth) {
    if (TERMS.isInt32(term)) {
      return writeInt(TERMS.int32(term), at, exact);
    }
    if (term instanceof Atom atom) {
      return writeAtom(atom, at);
    }
    if (term instanceof Bitstring || term instanceof FloatTerm || !isCompound(term)) {
      return writeLeaf(term, at, exact);
    }
    if (depth == TermAccess.MAX_RECURSION) {
      return writeDeep(term, at, exact);
    }
    if (term instanceof Tuple tuple) {
      int arity = tuple.arity();
      int end = writeTupleHead(arity, at);
      for (int i = 1; i <= arity; i++) {
        end = write(TERMS.element(tuple, i), end, exact, depth + 1);
      }
      return end;
    }
    if (TERMS.isCells(term)) {
      return writeList((ListTerm) term, at, exact, depth + 1);
    }
    int end = writeHead(term, at);
    if (term instanceof MapTerm map) {
      Term[] keysThenValues = TERMS.keysThenValues(map);
      for (int i = 0; i < keysThenValues.length; i++) {
        end = write(keysThenValues[i], end, exact || i < map.size(), depth + 1);
      }
      return end;
    }
    if (term instanceof RecordTerm record) {
      for (int i = 0; i < record.size(); i++) {
        end = write(record.value(i), end, exact, depth + 1);
      }
      return end;
    }
    LocalFun fun = (LocalFun) term;
    for (int i = 0; i < fun.freeCount(); i++) {
      end = write(fun.free(i), end, exact, depth + 1);
    }
    return writeFunEnd(fun, end, exact);
  }

  private static boolean isCompound(Term term) {
    return term instanceof Tuple
        || TERMS.isCells(term)
        || term instanceof MapTerm
        || term instanceof LocalFun
        || term instanceof RecordTerm;
  }

  private int writeList(ListTerm list, int at, boolean exact, int depth) {
    int end = put1(at, OrderedTag.LIST);
    Term rest = list;
    while (TERMS.isCells(rest)) {
      if (TERMS.isByteList(rest)) {
        end = writeBytes((ListTerm) rest, end, exact);
      } else {
        for (int i = 0, length = TERMS.runLength(rest); i < length; i++) {
          end = write(TERMS.runElement(rest, i), end, exact, depth);
        }
      }
      rest = TERMS.runTail(rest);
    }
    end = writeEnd(rest, end);
    return isEmptyList(rest) ? end : write(rest, end, exact, depth);
  }

  private int writeBytes(ListTerm list, int at, boolean exact) {
    byte[] bytes = TERMS.array(list);
    int end = at;
    for (int i = TERMS.offset(list); i < bytes.length; i++) {
      end = writeInt(bytes[i] & 0xff, end, exact);
    }
    return end;
  }

  /** Writes what follows the last element of a list and precedes the last tail, unless empty. */
  private int writeEnd(Term lastTail, int at) {
    return put1(
        at,
        isEmptyList(lastTail)
            ? OrderedTag.END
            : lastTail instanceof Bitstring ? OrderedTag.HIGH_TAIL : OrderedTag.LOW_TAIL);
  }

  private static boolean isEmptyList(Term term) {
    return term instanceof ListTerm list && list.isEmpty();
  }

  /** Writes the parts of a compound term before its children. */
  private int writeHead(Term compound, int at) {
    if (compound instanceof Tuple tuple) {
      return writeTupleHead(tuple.arity(), at);
    }
    if (compound instanceof ListTerm) {
      return put1(at, OrderedTag.LIST);
    }
    if (compound instanceof MapTerm map) {
      return writeHead(OrderedTag.MAP, OrderedTag.MAX_MAP, OrderedTag.LARGE_MAP, map.size(), at);
    }
    if (compound instanceof RecordTerm record) {
      int size = record.size();
      int end = putName(record.module(), put1(at, OrderedTag.RECORD));
      end = put1(putName(record.name(), end), record.isExported() ? 1 : 0);
      end = putUnsigned(size, end);
      for (int i = 0; i < size; i++) {
        end = putName(record.fieldName(i), end);
      }
      return end;
    }
    LocalFun fun = (LocalFun) compound;
    int end = putName(fun.module(), put1(at, OrderedTag.LOCAL_FUN));
    end = putUnsigned(Integer.toUnsignedLong(fun.index()), end);
    end = put4(end, fun.oldUniq() ^ Integer.MIN_VALUE);
    return putUnsigned(fun.freeCount(), end);
  }

  /** Writes the parts of a local fun that come after its captured terms. */
  private int writeFunEnd(LocalFun fun, int at, boolean exact) {
    byte[] uniq = fun.uniq();
    int oldIndex = fun.oldIndex() ^ Integer.MIN_VALUE;
    Pid pid = fun.pid();
    byte[] node = TERMS.utf8(pid.node());
    TieWriter details = details();
    details.add(node.length, Short.SIZE);
    details.addAll(node);
    details.add(Integer.toUnsignedLong(pid.id()), Integer.SIZE);
    details.add(Integer.toUnsignedLong(pid.serial()), Integer.SIZE);
    details.add(Integer.toUnsignedLong(pid.creation()), Integer.SIZE);
    if (!exact) {
      for (byte b : uniq) {
        addTies(b & 0xff, Byte.SIZE);
      }
      addTies(fun.arity(), Byte.SIZE);
      addTies(Integer.toUnsignedLong(oldIndex), Integer.SIZE);
      return at;
    }
    // After a number must come neither of the bytes that continue one.
    int end = put1(at, OrderedTag.END);
    end = putAll(end, uniq, 0, uniq.length);
    return put4(put1(end, fun.arity()), oldIndex);
  }

  /** Writes a compound term, with its open parts on an explicit stack. */
  private int writeDeep(Term root, int at, boolean exact) {
    Open top = new Open(root, exact, null);
    int end = writeHead(root, at);
    while (top != null) {
      Term child = top.next();
      if (child == null) {
        end = writeRest(top, end);
        top = top.below;
        continue;
      }
      if (top.isLastTail) {
        end = writeEnd(child, end);
      }
      boolean childExact = top.childExact;
      if (isCompound(child)) {
        top = new Open(child, childExact, top);
        end = writeHead(child, end);
      } else {
        end = write(child, end, childExact, 0);
      }
    }
    return end;
  }

  /** Writes the parts of a compound term after its children. */
  private int writeRest(Open done, int at) {
    if (done.term instanceof LocalFun fun) {
      return writeFunEnd(fun, at, done.exact);
    }
    return done.cells != null && !done.isLastTail ? put1(at, OrderedTag.END) : at;
  }

  /** A compound term that is partly written, with the progress. */
  private static final class Open {
    final Term term;
    final boolean exact;
    final @Nullable Open below;
    final @Nullable Iterator<Term> cells;
    private int next;

    /** True if exact order applies to the child returned last. */
    boolean childExact;

    /** True if the child returned last is the last tail of an improper list. */
    boolean isLastTail;

    Open(Term term, boolean exact, @Nullable Open below) {
      this.term = term;
      this.exact = exact;
      this.below = below;
      this.cells = term instanceof ListTerm list ? list.iterator() : null;
      this.childExact = exact;
    }

    /** Returns the next term to write, or null if there are no more. */
    @Nullable Term next() {
      if (term instanceof ListTerm list) {
        return nextOfList(list);
      }
      int i = next++;
      if (term instanceof Tuple tuple) {
        return i < tuple.arity() ? TERMS.element(tuple, i + 1) : null;
      }
      if (term instanceof MapTerm map) {
        int size = map.size();
        childExact = exact || i < size;
        return i < size ? map.key(i) : i < 2 * size ? map.value(i - size) : null;
      }
      if (term instanceof RecordTerm record) {
        return i < record.size() ? record.value(i) : null;
      }
      LocalFun fun = (LocalFun) term;
      return i < fun.freeCount() ? fun.free(i) : null;
    }

    private @Nullable Term nextOfList(ListTerm list) {
      if (cells != null && cells.hasNext()) {
        return cells.next();
      }
      if (isLastTail || list.isProper()) {
        return null;
      }
      isLastTail = true;
      return list.lastTail();
    }
  }
}
