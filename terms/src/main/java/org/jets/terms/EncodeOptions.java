package org.jets.terms;

/**
 * The options of an encoder of the {@linkplain ExternalTermFormat external term format}, those of
 * Erlang's {@code term_to_binary/2}. Immutable.
 */
public final class EncodeOptions {
  private static final EncodeOptions DEFAULT = new EncodeOptions(2, 0, false, true);

  /** The level that Erlang's {@code compressed} without a number means. */
  public static final int DEFAULT_COMPRESSION = 6;

  private static final int MAX_COMPRESSION = 9;

  private final int minorVersion;
  private final int compression;
  private final boolean deterministic;
  private final boolean versionByte;

  private EncodeOptions(
      int minorVersion, int compression, boolean deterministic, boolean versionByte) {
    this.minorVersion = minorVersion;
    this.compression = compression;
    this.deterministic = deterministic;
    this.versionByte = versionByte;
  }

  /** Returns the options of {@code term_to_binary/1}: minor version 2, not compressed. */
  public static EncodeOptions defaults() {
    return DEFAULT;
  }

  /**
   * Sets the minor version of the format. 2, the default, is what OTP 26 and later write: all atoms
   * in UTF-8, all ports with 64 bits. 1 is what OTP 25 and earlier write: atoms in Latin-1 and
   * ports with 32 bits where they fit.
   *
   * @throws IllegalArgumentException for another version; version 0, with floats as text, was the
   *     default until OTP 17 and is only read
   */
  public EncodeOptions withMinorVersion(int version) {
    if (version != 1 && version != 2) {
      throw new IllegalArgumentException("version: " + version + " (expected: 1 or 2)");
    }
    return new EncodeOptions(version, compression, deterministic, versionByte);
  }

  /**
   * Compresses the term with zlib if that makes it smaller: Erlang's {@code {compressed, Level}}.
   * The bytes depend on the implementation of zlib, here that of the JDK.
   *
   * @param level from 0, the default, which does not compress, to 9
   * @throws IllegalArgumentException if the level is another, or there is no {@linkplain
   *     #withVersionByte version byte}, without which nothing can be compressed
   */
  public EncodeOptions withCompression(int level) {
    if (level < 0 || level > MAX_COMPRESSION) {
      throw new IllegalArgumentException(
          "level: " + level + " (expected: 0.." + MAX_COMPRESSION + ")");
    }
    return new EncodeOptions(minorVersion, level, deterministic, versionByte).check();
  }

  /**
   * Gives equal terms equal bytes in every JVM: the keys of a map come in the order {@link
   * TermOrder#EXACT}. The bytes are those of OTP's option {@code deterministic} since OTP 26.
   * Without this option the order of keys is unspecified, as in Erlang.
   */
  public EncodeOptions withDeterministic(boolean enabled) {
    return new EncodeOptions(minorVersion, compression, enabled, versionByte);
  }

  /**
   * Sets whether the byte 131 comes first: by default on, for terms that travel alone. Terms inside
   * a message between nodes have no such byte.
   *
   * @throws IllegalArgumentException if it is omitted and the term is to be compressed
   */
  public EncodeOptions withVersionByte(boolean enabled) {
    return new EncodeOptions(minorVersion, compression, deterministic, enabled).check();
  }

  private EncodeOptions check() {
    if (compression > 0 && !versionByte) {
      throw new IllegalArgumentException(
          "versionByte: false (expected: true with compression " + compression + ")");
    }
    return this;
  }

  /** Returns the minor version of the format, 1 or 2. */
  public int minorVersion() {
    return minorVersion;
  }

  /** Returns the level of compression, 0 for none. */
  public int compression() {
    return compression;
  }

  /** Returns whether equal terms have equal bytes. */
  public boolean deterministic() {
    return deterministic;
  }

  /** Returns whether the byte 131 comes first. */
  public boolean versionByte() {
    return versionByte;
  }
}
