package org.jets.terms;

import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/**
 * Writes terms in the external term format, each without the version byte.
 *
 * <p>Recurses to a small depth, and from there on keeps a stack of its own. Linear in the size of
 * what is written.
 */
final class TermWriter extends LeafWriter {
  private static final int INITIAL_CAPACITY = 256;

  private final SoftReference<TermWriter> reference = new SoftReference<>(this);

  TermWriter() {
    super(INITIAL_CAPACITY);
  }

  /** A reference to this, always the same. */
  SoftReference<TermWriter> reference() {
    return reference;
  }

  /** Writes a term at a position, and returns the position behind it. */
  int write(Term term, int at) {
    return write(term, at, 0);
  }

  /** What terms are made of most comes first, with a test for one class each. */
  private int write(Term term, int at, int depth) {
    if (term instanceof Atom atom) {
      return writeAtom(atom, at);
    }
    if (term instanceof Int32 integer) {
      return writeInt(integer.value, at);
    }
    if (term instanceof ArrayBinary binary) {
      return writeBinary(binary, at);
    }
    if (term instanceof FloatTerm number) {
      return writeFloat(number, at);
    }
    return writeOther(term, at, depth);
  }

  private int writeOther(Term term, int at, int depth) {
    boolean shallow = depth < TermHash.MAX_RECURSION;
    if (shallow && term instanceof MapTerm map) {
      return writeMap(map, at, depth + 1);
    }
    if (shallow && term instanceof Tuple tuple) {
      return writeTuple(tuple, at, depth + 1);
    }
    if (term instanceof ListCells list) {
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
    return Children.isCompound(term) ? writeDeep(term, at) : writeLeaf(term, at);
  }

  private int writeTuple(Tuple tuple, int at, int depth) {
    int end = writeTupleHead(tuple, at);
    // By class: a call for each element costs more than writing most elements does.
    if (tuple instanceof Tuple2 pair) {
      end = write(pair.elementAt(1), end, depth);
      return write(pair.elementAt(2), end, depth);
    }
    if (tuple instanceof Tuple3 triple) {
      end = write(triple.elementAt(1), end, depth);
      end = write(triple.elementAt(2), end, depth);
      return write(triple.elementAt(3), end, depth);
    }
    for (int i = 1, arity = tuple.arity(); i <= arity; i++) {
      end = write(tuple.elementAt(i), end, depth);
    }
    return end;
  }

  private int writeTupleHead(Tuple tuple, int at) {
    int arity = tuple.arity();
    return arity <= 0xff
        ? put1and1(at, ExternalTag.SMALL_TUPLE, arity)
        : put1and4(at, ExternalTag.LARGE_TUPLE, arity);
  }

  private int writeMap(MapTerm map, int at, int depth) {
    int size = map.size();
    int end = put1and4(at, ExternalTag.MAP, size);
    Term[] keysThenValues = map.keysThenValues();
    for (int i = 0; i < size; i++) {
      end = write(keysThenValues[i], end, depth);
      end = write(keysThenValues[size + i], end, depth);
    }
    return end;
  }

  private int writeList(ListCells list, int at, int depth) {
    int end = put1and4(at, ExternalTag.LIST, list.size());
    Term rest = list;
    while (rest instanceof ListCells run) {
      for (int i = 0, length = run.runLength(); i < length; i++) {
        end = write(run.runElement(i), end, depth);
      }
      rest = run.runTail();
    }
    return write(rest, end, depth);
  }

  /** Whether this is a not too long list of bytes, which has a short form. */
  private static boolean isString(ListCells list) {
    return list.size() <= ExternalTag.MAX_STRING && list.isProper() && isBytes(list);
  }

  private static boolean isBytes(ListCells list) {
    Term rest = list;
    while (rest instanceof ListCells run) {
      if (!(run instanceof ByteList)) {
        for (int i = 0, length = run.runLength(); i < length; i++) {
          if (!(run.runElement(i) instanceof Int32 integer) || (integer.value & ~0xff) != 0) {
            return false;
          }
        }
      }
      rest = run.runTail();
    }
    return true;
  }

  private int writeString(ListCells list, int at) {
    int length = list.size();
    int end = put1and2(at, ExternalTag.STRING, length);
    if (list instanceof ByteList string) {
      return putAll(end, string.array(), string.offset(), length);
    }
    byte[] b = room(end, length);
    ListCursor cursor = new ListCursor(list);
    while (cursor.hasNext()) {
      b[end++] = (byte) ((Int32) cursor.next()).value;
    }
    return end;
  }

  private int writeRecord(RecordTerm record, int at, int depth) {
    int end = writeRecordHead(record.definition(), at);
    for (int i = 0, size = record.size(); i < size; i++) {
      end = write(record.value(i), end, depth);
    }
    return end;
  }

  /** Writes all but the values. */
  private int writeRecordHead(RecordDefinition definition, int at) {
    int end = put1and4(at, ExternalTag.NATIVE_RECORD, definition.fields.length);
    end = put1(end, definition.exported ? 1 : 0);
    end = writeAtom(definition.module, end);
    end = writeAtom(definition.name, end);
    for (Atom field : definition.fields) {
      end = writeAtom(field, end);
    }
    return end;
  }

  /** Writes all but the captured terms. */
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

  /** Writes a compound term that is no string, with what is open of it on a stack in memory. */
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
    return Children.isCompound(term) && !(term instanceof ListCells list && isString(list));
  }

  /** Writes what stands before the terms that are below a compound one. */
  private int writeHead(Term compound, int at) {
    if (compound instanceof Tuple tuple) {
      return writeTupleHead(tuple, at);
    }
    if (compound instanceof ListCells list) {
      return put1and4(at, ExternalTag.LIST, list.size());
    }
    if (compound instanceof MapTerm map) {
      return put1and4(at, ExternalTag.MAP, map.size());
    }
    if (compound instanceof RecordTerm record) {
      return writeRecordHead(record.definition(), at);
    }
    return writeFunHead((LocalFun) compound, at);
  }

  /** A compound term that has been begun, and how far it is written. */
  private static final class Open {
    final Term term;
    final int at;

    /** How many bytes had been left out before this. */
    final long sharedBefore;

    final @Nullable Open below;
    private final @Nullable ListCursor cells;
    private int next;

    Open(Term term, int at, long sharedBefore, @Nullable Open below) {
      this.term = term;
      this.at = at;
      this.sharedBefore = sharedBefore;
      this.below = below;
      this.cells = term instanceof ListCells list ? new ListCursor(list) : null;
    }

    /** Returns the next term to write; null when there are no more. */
    @Nullable Term next() {
      if (cells != null) {
        return nextOfList(cells);
      }
      int i = next++;
      if (term instanceof Tuple tuple) {
        return i < tuple.arity() ? tuple.elementAt(i + 1) : null;
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

    private @Nullable Term nextOfList(ListCursor cursor) {
      if (cursor.hasNext()) {
        return cursor.next();
      }
      return next++ == 0 ? cursor.lastTail() : null;
    }
  }
}
