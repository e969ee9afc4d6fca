package org.jets.terms;

import java.util.List;
import java.util.Objects;
import org.jets.terms.internal.external.TermReader;

/**
 * Decodes terms that stand one behind the other in a part of an array, as in messages between
 * nodes: with the version byte each or without, never compressed, and with references to atoms that
 * the head of the message lists.
 *
 * <p>The limits of the options hold for all the terms of a decoder together, but for the depth,
 * which is that of each. Not safe for use by several threads at once.
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
   * @param atoms those that ATOM_CACHE_REF refers to, the first by 0 (not copied)
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
   * @throws TermFormatException if there is none; then nothing more can be decoded. Offsets count
   *     from where the part begins
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

  /** Returns how many atoms have been made that there were not before. */
  public int newAtoms() {
    return reader.newAtoms();
  }
}
