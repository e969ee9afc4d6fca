package org.jets.terms;

import java.util.List;
import java.util.Objects;
import org.jets.terms.internal.external.TermReader;

/**
 * A decoder of consecutive terms in a part of an array, as in messages between nodes. Each term
 * comes with the version byte or without, as the options say, and is never compressed. A term may
 * refer to atoms that the head of the message lists.
 *
 * <p>The limits of the options hold for all terms of a decoder together, except that the depth is
 * limited for each. Not safe for use by several threads at once.
 */
public final class TermDecoder {
  static {
    ExternalTermFormat.initialize();
  }

  private final TermReader reader;
  private final boolean versionByte;

  /**
   * Makes a decoder.
   *
   * @param atoms the atoms to which ATOM_CACHE_REF refers by index, from 0 (not copied)
   * @throws IndexOutOfBoundsException if the array has no such part
   */
  public TermDecoder(
      byte[] bytes, int offset, int length, DecodeOptions options, List<Atom> atoms) {
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(atoms, "atoms");
    Objects.checkFromIndexSize(offset, length, bytes.length);
    boolean cutByLimit = length > options.maxEncodedBytes();
    int end = offset + (cutByLimit ? options.maxEncodedBytes() : length);
    this.reader = new TermReader(bytes, offset, end, cutByLimit, false, options);
    this.versionByte = options.versionByte();
    reader.setReferences(atoms);
  }

  /**
   * Decodes the next term.
   *
   * @throws TermFormatException if there is no term; then nothing more can be decoded. Offsets
   *     count from the beginning of the part
   */
  public Term read() {
    if (versionByte) {
      reader.readVersion();
    }
    return reader.read();
  }

  /** Returns the number of bytes that have not been decoded. */
  public int remaining() {
    return reader.remaining();
  }

  /** Returns the number of new atoms that this decoder has made. */
  public int newAtoms() {
    return reader.newAtoms();
  }
}
