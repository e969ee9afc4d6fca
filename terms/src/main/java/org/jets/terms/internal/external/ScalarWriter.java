package org.jets.terms.internal.external;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A writer of the terms of the external term format that contain no terms other than atoms. */
public class ScalarWriter extends GrowingBytes {
  private static final TermAccess TERMS = TermAccess.installed();
  private static final ListTerm NIL = ListTerm.empty();
  private static final int MAX_NEW_PORT_BITS = 28;

  private boolean oldForms;

  /** The function from an atom to the number by which to refer to it, or -1. */
  private @Nullable ToIntFunction<Atom> references;

  /** True if atoms may have other forms than that of OTP 26 and later. */
  private boolean otherAtoms;

  /** The minimum size of a binary that is left out. */
  private int shareFrom = Integer.MAX_VALUE;

  private long sharedBytes;
  private final List<Shared> shared = new ArrayList<>(0);

  /** A binary that is left out, and its place. */
  private record Shared(int at, Bitstring binary) {}

  ScalarWriter(int initialCapacity) {
    super(initialCapacity);
  }

  /** Sets whether atoms and ports are written as by OTP 25 and earlier. */
  public final void setOldForms(boolean oldForms) {
    this.oldForms = oldForms;
    this.otherAtoms = oldForms || references != null;
  }

  /** Sets the function from an atom to the number, 0 to 255, by which to refer to it, or -1. */
  public final void setReferences(ToIntFunction<Atom> references) {
    this.references = references;
    this.otherAtoms = true;
  }

  /** Sets the minimum size of a binary that is left out instead of copied: see {@link #parts}. */
  public final void setShareFrom(int byteCount) {
    this.shareFrom = byteCount;
  }

  /** Returns the number of bytes that have been left out. */
  public final long sharedBytes() {
    return sharedBytes;
  }

  /** Returns the number of binaries that have been left out. */
  public final int sharedCount() {
    return shared.size();
  }

  /** Forgets all binaries that have been left out, except the first ones. */
  public final void keepShared(int count) {
    while (shared.size() > count) {
      sharedBytes -= shared.remove(shared.size() - 1).binary().byteSize();
    }
  }

  private int share(Bitstring binary, int at) {
    sharedBytes += binary.byteSize();
    shared.add(new Shared(at, binary));
    return at;
  }

  /** Returns the written bytes, with the binaries that have been left out at their places. */
  public final List<ByteBuffer> parts() {
    List<ByteBuffer> parts = new ArrayList<>(2 * shared.size() + 1);
    int from = 0;
    for (Shared next : shared) {
      Bitstring binary = next.binary();
      parts.add(part(bytes, from, next.at() - from));
      parts.add(part(TERMS.array(binary), TERMS.offset(binary), binary.byteSize()));
      from = next.at();
    }
    if (size > from) {
      parts.add(part(bytes, from, size - from));
    }
    return parts;
  }

  private static ByteBuffer part(byte[] array, int offset, int length) {
    return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
  }

  final int writeLeaf(Term term, int at) {
    if (term instanceof IntegerTerm integer) {
      return integer.fitsLong()
          ? writeLong(integer.longValue(), at)
          : writeBig(integer.bigIntegerValue(), at);
    }
    if (term == NIL) {
      return put1(at, ExternalTag.NIL);
    }
    if (term instanceof Bitstring bits) {
      return writeBits(bits, at);
    }
    if (term instanceof Pid pid) {
      return writePid(pid, at);
    }
    if (term instanceof Reference reference) {
      return writeReference(reference, at);
    }
    if (term instanceof ExternalFun fun) {
      int end = put1(at, ExternalTag.EXPORT);
      end = writeAtom(fun.module(), end);
      end = writeAtom(fun.function(), end);
      return put1and1(end, ExternalTag.SMALL_INTEGER, fun.arity());
    }
    return writePort((Port) term, at);
  }

  final int writeAtom(Atom atom, int at) {
    byte[] utf8 = TERMS.utf8(atom);
    int length = utf8.length;
    if (length > Long.BYTES || otherAtoms) {
      return writeOtherAtom(atom, at);
    }
    byte[] b = room(at, Short.BYTES + Long.BYTES);
    Bytes.put2(b, at, ExternalTag.SMALL_ATOM_UTF8 << Byte.SIZE | length);
    Bytes.put8(b, at + Short.BYTES, TERMS.prefix(atom));
    return at + Short.BYTES + length;
  }

  private int writeOtherAtom(Atom atom, int at) {
    if (references != null) {
      int reference = references.applyAsInt(atom);
      if (reference >= 0) {
        return put1and1(at, ExternalTag.ATOM_CACHE_REF, reference);
      }
    }
    if (oldForms && isLatin1(atom.name())) {
      byte[] latin1 = atom.name().getBytes(StandardCharsets.ISO_8859_1);
      return putAll(put1and2(at, ExternalTag.ATOM, latin1.length), latin1, 0, latin1.length);
    }
    byte[] utf8 = TERMS.utf8(atom);
    int length = utf8.length;
    int end =
        length <= 0xff
            ? put1and1(at, ExternalTag.SMALL_ATOM_UTF8, length)
            : put1and2(at, ExternalTag.ATOM_UTF8, length);
    return putAll(end, utf8, 0, length);
  }

  private static boolean isLatin1(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) > 0xff) {
        return false;
      }
    }
    return true;
  }

  final int writeInt(int value, int at) {
    return (value & ~0xff) == 0
        ? put1and1(at, ExternalTag.SMALL_INTEGER, value)
        : put1and4(at, ExternalTag.INTEGER, value);
  }

  /** Writes a number of more than 32 bits. The magnitude is little-endian. */
  private int writeLong(long value, int at) {
    long magnitude = Math.abs(value); // as an unsigned number right for Long.MIN_VALUE too
    int length = Long.BYTES - Long.numberOfLeadingZeros(magnitude) / Byte.SIZE;
    int end = put1and1(at, ExternalTag.SMALL_BIG, length);
    end = put1(end, value < 0 ? 1 : 0);
    put8(end, Long.reverseBytes(magnitude));
    return end + length;
  }

  private int writeBig(BigInteger value, int at) {
    byte[] magnitude = value.abs().toByteArray();
    int zeros = magnitude[0] == 0 ? 1 : 0;
    int length = magnitude.length - zeros;
    int end =
        length <= 0xff
            ? put1and1(at, ExternalTag.SMALL_BIG, length)
            : put1and4(at, ExternalTag.LARGE_BIG, length);
    end = put1(end, value.signum() < 0 ? 1 : 0);
    byte[] b = room(end, length);
    for (int i = magnitude.length - 1; i >= zeros; i--) {
      b[end++] = magnitude[i];
    }
    return end;
  }

  final int writeFloat(FloatTerm number, int at) {
    return put1and8(at, ExternalTag.NEW_FLOAT, Double.doubleToRawLongBits(number.value()));
  }

  /** Writes a binary that fills its array. */
  final int writeBinary(Binary binary, byte[] content, int at) {
    int end = put1and4(at, ExternalTag.BINARY, content.length);
    return content.length >= shareFrom
        ? share(binary, end)
        : putAll(end, content, 0, content.length);
  }

  private int writeBits(Bitstring bits, int at) {
    int length = bits.byteSize();
    int trailingBits = bits.trailingBits();
    int end;
    if (trailingBits == 0) {
      end = put1and4(at, ExternalTag.BINARY, length);
    } else {
      end = put1(put1and4(at, ExternalTag.BIT_BINARY, length), trailingBits);
    }
    return length >= shareFrom
        ? share(bits, end)
        : putAll(end, TERMS.array(bits), TERMS.offset(bits), length);
  }

  final int writePid(Pid pid, int at) {
    int end = writeAtom(pid.node(), put1(at, ExternalTag.NEW_PID));
    end = put4(end, pid.id());
    end = put4(end, pid.serial());
    return put4(end, pid.creation());
  }

  private int writePort(Port port, int at) {
    boolean narrow = oldForms && port.id() >>> MAX_NEW_PORT_BITS == 0;
    int end = put1(at, narrow ? ExternalTag.NEW_PORT : ExternalTag.V4_PORT);
    end = writeAtom(port.node(), end);
    end = narrow ? put4(end, (int) port.id()) : put8(end, port.id());
    return put4(end, port.creation());
  }

  private int writeReference(Reference reference, int at) {
    int count = reference.wordCount();
    int end = put1and2(at, ExternalTag.NEWER_REFERENCE, count);
    end = writeAtom(reference.node(), end);
    end = put4(end, reference.creation());
    for (int i = 0; i < count; i++) {
      end = put4(end, reference.word(i));
    }
    return end;
  }
}
