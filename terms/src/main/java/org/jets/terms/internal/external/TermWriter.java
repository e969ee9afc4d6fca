package org.jets.terms.internal.external;

import java.lang.ref.SoftReference;
import java.util.Iterator;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.FloatTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A writer of terms in the external term format, each without the version byte.
 *
 * <p>Recurses to a small depth, and below that uses its own stack. Linear in the size of the
 * output.
 */
public final class TermWriter extends ScalarWriter {
  private static final TermAccess TERMS = TermAccess.installed();
  private static final int INITIAL_CAPACITY = 256;

  private final SoftReference<TermWriter> reference = new SoftReference<>(this);

  public TermWriter() {
    super(INITIAL_CAPACITY);
  }

  /** Returns a reference to this writer, always the same object. */
  SoftReference<TermWriter> reference() {
    return reference;
  }

  /** Writes a term at a position, and returns the position behind it. */
  public int write(Term term, int at) {
    return write(term, at, 0);
  }

  /** Writes a term. The most frequent types are tested first, each by one test for a class. */
  private int write(Term term, int at, int depth) {
    if (term instanceof Atom atom) {
      return writeAtom(atom, at);
    }
    if (TERMS.isInt32(term)) {
      return writeInt(TERMS.int32(term), at);
    }
    byte[] content = TERMS.filledArray(term);
    if (content != null) {
      return writeBinary((Binary) term, content, at);
    }
    if (term instanceof FloatTerm number) {
      return writeFloat(number, at);
    }
    return writeOther(term, at, depth);
  }

  private int writeOther(Term term, int at, int depth) {
    boolean shallow = depth < TermAccess.MAX_RECURSION;
    if (shallow && term instanceof MapTerm map) {
      return writeMap(map, at, depth + 1);
    }
    if (shallow && term instanceof Tuple tuple) {
      return writeTuple(tuple, at, depth + 1);
    }
    if (TERMS.isCells(term)) {
      ListTerm list = (ListTerm) term;
      if (isString(list)) {
        return writeString(list, at);
      }
      if (shallow) {
        return writeList(list, at, depth + 1);
      }
    }
    if (shallow && term instanceof RecordTerm record) {
      return writeRecord(record, at, depth + 1);
    }
    return isCompound(term) ? writeDeep(term, at) : writeLeaf(term, at);
  }

  /** Returns whether a term has others below it. An empty list does not. */
  private static boolean isCompound(Term term) {
    return term instanceof Tuple
        || TERMS.isCells(term)
        || term instanceof MapTerm
        || term instanceof LocalFun
        || term instanceof RecordTerm;
  }

  private int writeTuple(Tuple tuple, int at, int depth) {
    int arity = tuple.arity();
    int end = writeTupleHead(arity, at);
    // Dispatches by class: a call for each element costs more than writing most elements.
    if (arity == 2) {
      end = write(TERMS.elementOf2(tuple, 1), end, depth);
      return write(TERMS.elementOf2(tuple, 2), end, depth);
    }
    if (arity == 3) {
      end = write(TERMS.elementOf3(tuple, 1), end, depth);
      end = write(TERMS.elementOf3(tuple, 2), end, depth);
      return write(TERMS.elementOf3(tuple, 3), end, depth);
    }
    for (int i = 1; i <= arity; i++) {
      end = write(TERMS.element(tuple, i), end, depth);
    }
    return end;
  }

  private int writeTupleHead(int arity, int at) {
    return arity <= 0xff
        ? put1and1(at, ExternalTag.SMALL_TUPLE, arity)
        : put1and4(at, ExternalTag.LARGE_TUPLE, arity);
  }

  private int writeMap(MapTerm map, int at, int depth) {
    int size = map.size();
    int end = put1and4(at, ExternalTag.MAP, size);
    Term[] keysThenValues = TERMS.keysThenValues(map);
    for (int i = 0; i < size; i++) {
      end = write(keysThenValues[i], end, depth);
      end = write(keysThenValues[size + i], end, depth);
    }
    return end;
  }

  private int writeList(ListTerm list, int at, int depth) {
    int end = put1and4(at, ExternalTag.LIST, list.size());
    Term rest = list;
    while (TERMS.isCells(rest)) {
      for (int i = 0, length = TERMS.runLength(rest); i < length; i++) {
        end = write(TERMS.runElement(rest, i), end, depth);
      }
      rest = TERMS.runTail(rest);
    }
    return write(rest, end, depth);
  }

  /** Returns whether this is a list of bytes that is short enough for the form {@code STRING}. */
  private static boolean isString(ListTerm list) {
    return list.size() <= ExternalTag.MAX_STRING && list.isProper() && isBytes(list);
  }

  private static boolean isBytes(ListTerm list) {
    Term rest = list;
    while (TERMS.isCells(rest)) {
      if (!TERMS.isByteList(rest)) {
        for (int i = 0, length = TERMS.runLength(rest); i < length; i++) {
          Term element = TERMS.runElement(rest, i);
          if (!TERMS.isInt32(element) || (TERMS.int32(element) & ~0xff) != 0) {
            return false;
          }
        }
      }
      rest = TERMS.runTail(rest);
    }
    return true;
  }

  private int writeString(ListTerm list, int at) {
    int length = list.size();
    int end = put1and2(at, ExternalTag.STRING, length);
    if (TERMS.isByteList(list)) {
      return putAll(end, TERMS.array(list), TERMS.offset(list), length);
    }
    byte[] b = room(end, length);
    for (Term element : list) {
      b[end++] = (byte) TERMS.int32(element);
    }
    return end;
  }

  private int writeRecord(RecordTerm record, int at, int depth) {
    int end = writeRecordHead(record, at);
    for (int i = 0, size = record.size(); i < size; i++) {
      end = write(record.value(i), end, depth);
    }
    return end;
  }

  /** Writes the parts of a record before its values. */
  private int writeRecordHead(RecordTerm record, int at) {
    int end = put1and4(at, ExternalTag.NATIVE_RECORD, record.size());
    end = put1(end, record.isExported() ? 1 : 0);
    end = writeAtom(record.module(), end);
    end = writeAtom(record.name(), end);
    for (int i = 0, size = record.size(); i < size; i++) {
      end = writeAtom(record.fieldName(i), end);
    }
    return end;
  }

  /** Writes the parts of a local fun before its captured terms. */
  private int writeFunHead(LocalFun fun, int at) {
    int end = put4(put1(at, ExternalTag.NEW_FUN), 0);
    end = put1(end, fun.arity());
    end = putAll(end, fun.uniq(), 0, LocalFun.UNIQ_BYTES);
    end = put4(end, fun.index());
    end = put4(end, fun.freeCount());
    end = writeAtom(fun.module(), end);
    end = writeInt(fun.oldIndex(), end);
    end = writeInt(fun.oldUniq(), end);
    return writePid(fun.pid(), end);
  }

  /** Writes a compound term that is no string, with its open parts on an explicit stack. */
  private int writeDeep(Term root, int at) {
    Open top = new Open(root, at, sharedBytes(), null);
    int end = writeHead(root, at);
    while (top != null) {
      Term child = top.next();
      if (child == null) {
        if (top.term instanceof LocalFun) {
          int sizeAt = top.at + 1;
          put4(sizeAt, end - sizeAt + (int) (sharedBytes() - top.sharedBefore));
        }
        top = top.below;
      } else if (isOpened(child)) {
        top = new Open(child, end, sharedBytes(), top);
        end = writeHead(child, end);
      } else {
        end = write(child, end, 0);
      }
    }
    return end;
  }

  private static boolean isOpened(Term term) {
    return isCompound(term) && !(term instanceof ListTerm list && isString(list));
  }

  /** Writes the parts of a compound term before its children. */
  private int writeHead(Term compound, int at) {
    if (compound instanceof Tuple tuple) {
      return writeTupleHead(tuple.arity(), at);
    }
    if (compound instanceof ListTerm list) {
      return put1and4(at, ExternalTag.LIST, list.size());
    }
    if (compound instanceof MapTerm map) {
      return put1and4(at, ExternalTag.MAP, map.size());
    }
    if (compound instanceof RecordTerm record) {
      return writeRecordHead(record, at);
    }
    return writeFunHead((LocalFun) compound, at);
  }

  /** A compound term that is partly written, with the progress. */
  private static final class Open {
    final Term term;
    final int at;

    /** The number of bytes that had been left out before this term. */
    final long sharedBefore;

    final @Nullable Open below;
    private final @Nullable Iterator<Term> cells;
    private int next;

    Open(Term term, int at, long sharedBefore, @Nullable Open below) {
      this.term = term;
      this.at = at;
      this.sharedBefore = sharedBefore;
      this.below = below;
      this.cells = term instanceof ListTerm list ? list.iterator() : null;
    }

    /** Returns the next term to write, or null if there are no more. */
    @Nullable Term next() {
      if (cells != null && cells.hasNext()) {
        return cells.next();
      }
      int i = next++;
      if (term instanceof ListTerm list) {
        return i == 0 ? list.lastTail() : null;
      }
      if (term instanceof Tuple tuple) {
        return i < tuple.arity() ? TERMS.element(tuple, i + 1) : null;
      }
      if (term instanceof MapTerm map) {
        if (i == 2 * map.size()) {
          return null;
        }
        return i % 2 == 0 ? map.key(i / 2) : map.value(i / 2);
      }
      if (term instanceof RecordTerm record) {
        return i < record.size() ? record.value(i) : null;
      }
      LocalFun fun = (LocalFun) term;
      return i < fun.freeCount() ? fun.free(i) : null;
    }
  }
}
