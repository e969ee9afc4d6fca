package org.jets.terms;

import java.lang.ref.SoftReference;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes terms in the external term format, each without the version byte.
 *
 * <p>Recurses to a small depth, and from there on keeps a stack of its own. Linear in the size of
 * what is written.
 */
final class TermWriter extends GrowingBytes {
  private static final int MAX_NEW_PORT_BITS = 28;

  private static final int INITIAL_CAPACITY = 256;

  private final SoftReference<TermWriter> reference = new SoftReference<>(this);
  private boolean oldForms;

  TermWriter() {
    super(INITIAL_CAPACITY);
  }

  /** Sets whether atoms and ports are written as by OTP 25 and earlier. */
  void setOldForms(boolean oldForms) {
    this.oldForms = oldForms;
  }

  /** A reference to this, always the same. */
  SoftReference<TermWriter> reference() {
    return reference;
  }

  void write(Term term) {
    write(term, 0);
  }

  private void write(Term term, int depth) {
    if (depth > TermHash.MAX_RECURSION) {
      writeAtAnyDepth(term);
    } else if (term instanceof Atom atom) {
      writeAtom(atom);
    } else if (term instanceof Int32 integer) {
      writeInt(integer.value);
    } else if (term instanceof Tuple tuple) {
      writeTuple(tuple, depth + 1);
    } else if (term instanceof ListCells list) {
      writeList(list, depth + 1);
    } else if (term instanceof ArrayBinary binary) {
      writeBinary(binary);
    } else if (term instanceof MapTerm map) {
      writeMap(map, depth + 1);
    } else if (term instanceof LocalFun fun) {
      writeFun(fun, depth + 1);
    } else if (term instanceof RecordTerm record) {
      writeRecord(record, depth + 1);
    } else {
      writeLeaf(term);
    }
  }

  private void writeTuple(Tuple tuple, int depth) {
    writeTupleHead(tuple);
    // By class: a call for each element costs more than writing most elements does.
    if (tuple instanceof Tuple2 pair) {
      write(pair.elementAt(1), depth);
      write(pair.elementAt(2), depth);
    } else if (tuple instanceof Tuple3 triple) {
      write(triple.elementAt(1), depth);
      write(triple.elementAt(2), depth);
      write(triple.elementAt(3), depth);
    } else {
      for (int i = 1, arity = tuple.arity(); i <= arity; i++) {
        write(tuple.elementAt(i), depth);
      }
    }
  }

  private void writeTupleHead(Tuple tuple) {
    int arity = tuple.arity();
    if (arity <= 0xff) {
      append1and1(ExternalTag.SMALL_TUPLE, arity);
    } else {
      append1and4(ExternalTag.LARGE_TUPLE, arity);
    }
  }

  private void writeMap(MapTerm map, int depth) {
    int size = map.size();
    append1and4(ExternalTag.MAP, size);
    Term[] keysThenValues = map.keysThenValues();
    for (int i = 0; i < size; i++) {
      write(keysThenValues[i], depth);
      write(keysThenValues[size + i], depth);
    }
  }

  private void writeList(ListCells list, int depth) {
    if (writeString(list)) {
      return;
    }
    append1and4(ExternalTag.LIST, list.size());
    Term rest = list;
    while (rest instanceof ListCells run) {
      for (int i = 0, length = run.runLength(); i < length; i++) {
        Term element = run.runElement(i);
        if (element instanceof Int32 integer) {
          writeInt(integer.value);
        } else {
          write(element, depth);
        }
      }
      rest = run.runTail();
    }
    write(rest, depth);
  }

  /** Writes a list in the short form that a not too long list of bytes has; false for others. */
  private boolean writeString(ListCells list) {
    if (list instanceof ByteList string) {
      return writeString(string);
    }
    int length = list.size();
    if (length > ExternalTag.MAX_STRING || !list.isProper() || !isBytes(list)) {
      return false;
    }
    append1and2(ExternalTag.STRING, length);
    int at = append(length);
    ListCursor cursor = new ListCursor(list);
    while (cursor.hasNext()) {
      bytes[at++] = (byte) ((Int32) cursor.next()).value;
    }
    return true;
  }

  private boolean writeString(ByteList string) {
    int length = string.size();
    if (length > ExternalTag.MAX_STRING) {
      return false;
    }
    append1and2(ExternalTag.STRING, length);
    appendAll(string.array(), string.offset(), length);
    return true;
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

  private void writeFun(LocalFun fun, int depth) {
    int sizeAt = writeFunHead(fun);
    for (int i = 0, count = fun.freeCount(); i < count; i++) {
      write(fun.free(i), depth);
    }
    writeFunSize(sizeAt);
  }

  /** Writes all but the captured terms, and returns where the size is to be written. */
  private int writeFunHead(LocalFun fun) {
    append1(ExternalTag.NEW_FUN);
    int sizeAt = append(Integer.BYTES);
    append1(fun.arity());
    appendAll(fun.uniq(), 0, LocalFun.UNIQ_BYTES);
    append4(fun.index());
    append4(fun.freeCount());
    writeAtom(fun.module());
    writeInt(fun.oldIndex());
    writeInt(fun.oldUniq());
    writePid(fun.pid());
    return sizeAt;
  }

  private void writeFunSize(int sizeAt) {
    Bytes.put4(bytes, sizeAt, size - sizeAt);
  }

  private void writeRecord(RecordTerm record, int depth) {
    writeRecordHead(record.definition());
    for (int i = 0, size = record.size(); i < size; i++) {
      write(record.value(i), depth);
    }
  }

  /** Writes all but the values. */
  private void writeRecordHead(RecordDefinition definition) {
    append1and4(ExternalTag.NATIVE_RECORD, definition.fields.length);
    append1(definition.exported ? 1 : 0);
    writeAtom(definition.module);
    writeAtom(definition.name);
    for (Atom field : definition.fields) {
      writeAtom(field);
    }
  }

  private void writeAtAnyDepth(Term root) {
    Open top = Children.isCompound(root) ? open(root, null) : writeSimple(root, null);
    while (top != null) {
      Term child = top.next();
      if (child == null) {
        if (top.term instanceof LocalFun) {
          writeFunSize(top.sizeAt);
        }
        top = top.below;
      } else if (Children.isCompound(child)) {
        top = open(child, top);
      } else {
        top = writeSimple(child, top);
      }
    }
  }

  /** Writes a term that has no others below it, and returns what stays open. */
  private @Nullable Open writeSimple(Term term, @Nullable Open open) {
    write(term, 0);
    return open;
  }

  /** Begins a compound term; returns what is open now. */
  private @Nullable Open open(Term term, @Nullable Open below) {
    int sizeAt = 0;
    if (term instanceof Tuple tuple) {
      writeTupleHead(tuple);
    } else if (term instanceof ListCells list) {
      if (writeString(list)) {
        return below;
      }
      append1and4(ExternalTag.LIST, list.size());
    } else if (term instanceof MapTerm map) {
      append1and4(ExternalTag.MAP, map.size());
    } else if (term instanceof RecordTerm record) {
      writeRecordHead(record.definition());
    } else {
      sizeAt = writeFunHead((LocalFun) term);
    }
    return new Open(term, sizeAt, below);
  }

  private void writeLeaf(Term term) {
    if (term instanceof Bitstring bits) {
      writeBits(bits);
    } else if (term == EmptyList.NIL) {
      append1(ExternalTag.NIL);
    } else if (term instanceof FloatTerm number) {
      append1and8(ExternalTag.NEW_FLOAT, Double.doubleToRawLongBits(number.value()));
    } else if (term instanceof Int64 integer) {
      writeLong(integer.value);
    } else if (term instanceof BigInt integer) {
      writeBig(integer.value);
    } else if (term instanceof Pid pid) {
      writePid(pid);
    } else if (term instanceof Reference reference) {
      writeReference(reference);
    } else if (term instanceof ExternalFun fun) {
      append1(ExternalTag.EXPORT);
      writeAtom(fun.module());
      writeAtom(fun.function());
      append1and1(ExternalTag.SMALL_INTEGER, fun.arity());
    } else {
      writePort((Port) term);
    }
  }

  private void writeAtom(Atom atom) {
    if (oldForms && writeLatin1(atom)) {
      return;
    }
    byte[] utf8 = atom.utf8();
    int length = utf8.length;
    if (length <= Long.BYTES) {
      int at = size;
      byte[] b = room(Short.BYTES + Long.BYTES);
      Bytes.put2(b, at, ExternalTag.SMALL_ATOM_UTF8 << Byte.SIZE | length);
      Bytes.put8(b, at + Short.BYTES, atom.prefix());
      size = at + Short.BYTES + length;
    } else if (length <= 0xff) {
      append1and1(ExternalTag.SMALL_ATOM_UTF8, length);
      appendAll(utf8, 0, length);
    } else {
      append1and2(ExternalTag.ATOM_UTF8, length);
      appendAll(utf8, 0, length);
    }
  }

  private boolean writeLatin1(Atom atom) {
    String name = atom.name();
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) > 0xff) {
        return false;
      }
    }
    append1and2(ExternalTag.ATOM, name.length());
    appendAll(name.getBytes(StandardCharsets.ISO_8859_1), 0, name.length());
    return true;
  }

  private void writeInt(int value) {
    if ((value & ~0xff) == 0) {
      append1and1(ExternalTag.SMALL_INTEGER, value);
    } else {
      append1and4(ExternalTag.INTEGER, value);
    }
  }

  /** Writes a number of more than 32 bits. The magnitude is little-endian. */
  private void writeLong(long value) {
    long magnitude = Math.abs(value); // as an unsigned number right for Long.MIN_VALUE too
    int length = Long.BYTES - Long.numberOfLeadingZeros(magnitude) / Byte.SIZE;
    append1and1(ExternalTag.SMALL_BIG, length);
    append1(value < 0 ? 1 : 0);
    append8(Long.reverseBytes(magnitude));
    size -= Long.BYTES - length;
  }

  private void writeBig(BigInteger value) {
    byte[] magnitude = value.abs().toByteArray();
    int zeros = magnitude[0] == 0 ? 1 : 0;
    int length = magnitude.length - zeros;
    if (length <= 0xff) {
      append1and1(ExternalTag.SMALL_BIG, length);
    } else {
      append1and4(ExternalTag.LARGE_BIG, length);
    }
    append1(value.signum() < 0 ? 1 : 0);
    int at = append(length);
    for (int i = magnitude.length - 1; i >= zeros; i--) {
      bytes[at++] = magnitude[i];
    }
  }

  private void writeBinary(ArrayBinary binary) {
    byte[] content = binary.array();
    append1and4(ExternalTag.BINARY, content.length);
    appendAll(content, 0, content.length);
  }

  private void writeBits(Bitstring bits) {
    int length = bits.byteSize();
    int trailingBits = bits.trailingBits();
    if (trailingBits == 0) {
      append1and4(ExternalTag.BINARY, length);
    } else {
      append1and4(ExternalTag.BIT_BINARY, length);
      append1(trailingBits);
    }
    appendAll(bits.array(), bits.offset(), length);
  }

  private void writePid(Pid pid) {
    append1(ExternalTag.NEW_PID);
    writeAtom(pid.node());
    append4(pid.id());
    append4(pid.serial());
    append4(pid.creation());
  }

  private void writePort(Port port) {
    boolean narrow = oldForms && port.id() >>> MAX_NEW_PORT_BITS == 0;
    append1(narrow ? ExternalTag.NEW_PORT : ExternalTag.V4_PORT);
    writeAtom(port.node());
    if (narrow) {
      append4((int) port.id());
    } else {
      append8(port.id());
    }
    append4(port.creation());
  }

  private void writeReference(Reference reference) {
    int count = reference.wordCount();
    append1and2(ExternalTag.NEWER_REFERENCE, count);
    writeAtom(reference.node());
    append4(reference.creation());
    for (int i = 0; i < count; i++) {
      append4(reference.word(i));
    }
  }

  /** A compound term that has been begun, and how far it is written. */
  private static final class Open {
    final Term term;
    final int sizeAt;
    final @Nullable Open below;
    private final @Nullable ListCursor cells;
    private int next;

    Open(Term term, int sizeAt, @Nullable Open below) {
      this.term = term;
      this.sizeAt = sizeAt;
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
