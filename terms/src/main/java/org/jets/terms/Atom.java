package org.jets.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jets.terms.internal.atom.AtomTable;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang atom: a name of 0 to {@value #MAX_CODE_POINTS} Unicode characters.
 *
 * <p>Atoms are canonical: there is one object for each name, so that identity is equality. The
 * table holds them weakly: an atom can be collected once nothing else refers to it. Unlike on a
 * BEAM, unused atoms therefore do not fill the table.
 */
public final class Atom implements Term {
  /** The largest number of characters (code points) that a name can have. */
  public static final int MAX_CODE_POINTS = 255;

  private static final VarHandle BIG_ENDIAN_LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final AtomTable<Atom> TABLE = new Table();

  /** The atom {@code true}. */
  public static final Atom TRUE = of("true");

  /** The atom {@code false}. */
  public static final Atom FALSE = of("false");

  /** The atom {@code undefined}, Erlang's word for a missing value. */
  public static final Atom UNDEFINED = of("undefined");

  /** The atom {@code ok}. */
  public static final Atom OK = of("ok");

  /** The atom {@code error}. */
  public static final Atom ERROR = of("error");

  private final String name;
  private final byte[] utf8;

  /** The first bytes of the name, padded with zeros: unsigned, they decide most comparisons. */
  private final long prefix;

  private final int hash;

  /**
   * Makes an atom; called by the {@linkplain AtomTable table} alone. The array must be the name in
   * UTF-8. It is not copied.
   */
  private Atom(String name, byte[] utf8, int hash) {
    this.name = name;
    this.utf8 = utf8;
    this.hash = hash;
    this.prefix =
        (long)
            BIG_ENDIAN_LONGS.get(
                utf8.length >= Long.BYTES ? utf8 : Arrays.copyOf(utf8, Long.BYTES), 0);
  }

  /**
   * Returns the atom of this name. Linear in the length of the name; takes a lock when the atom is
   * new.
   *
   * @throws IllegalArgumentException if the name is longer than {@value #MAX_CODE_POINTS} code
   *     points or has an unpaired surrogate
   */
  public static Atom of(String name) {
    return TABLE.intern(Objects.requireNonNull(name, "name"));
  }

  /** Returns {@link #TRUE} or {@link #FALSE}. */
  public static Atom of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /**
   * Returns the atom of this name if there is one in this JVM, else null: Erlang's {@code
   * binary_to_existing_atom}.
   *
   * @throws IllegalArgumentException as {@link #of(String)}
   */
  public static @Nullable Atom existing(String name) {
    return TABLE.find(Objects.requireNonNull(name, "name"));
  }

  /**
   * Returns the number of atoms in this JVM. Atoms that no program refers to any more count until
   * they are collected.
   */
  public static int count() {
    return TABLE.size();
  }

  /**
   * Returns the atom of this name in UTF-8.
   *
   * @throws IllegalArgumentException if the bytes are not UTF-8 or too many characters
   */
  static Atom ofUtf8(byte[] bytes, int offset, int length) {
    return TABLE.internUtf8(bytes, offset, length);
  }

  /** Returns the atom of this name in UTF-8, or null if there is none. Accepts any bytes. */
  static @Nullable Atom existingUtf8(byte[] bytes, int offset, int length) {
    return TABLE.find(bytes, offset, length);
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns whether this is {@code true} or {@code false}. */
  public boolean isBoolean() {
    return this == TRUE || this == FALSE;
  }

  /**
   * Returns the value of {@code true} or {@code false}.
   *
   * @throws IllegalStateException if this is another atom
   */
  public boolean booleanValue() {
    if (!isBoolean()) {
      throw new IllegalStateException(this + " (expected: true or false)");
    }
    return this == TRUE;
  }

  /** Returns the name in UTF-8. The caller must not change the array. */
  byte[] utf8() {
    return utf8;
  }

  /** Returns the first eight bytes of the name in UTF-8, big-endian, padded with zeros. */
  long prefix() {
    return prefix;
  }

  /** Returns whether these bytes are the name in UTF-8. */
  boolean isNamed(byte[] bytes, int offset, int length) {
    if (length != utf8.length) {
      return false;
    }
    if (length <= Long.BYTES && offset + Long.BYTES <= bytes.length) {
      long padding = Long.SIZE - (long) length * Byte.SIZE;
      return ((long) BIG_ENDIAN_LONGS.get(bytes, offset) ^ prefix) >>> padding == 0 || length == 0;
    }
    return Arrays.equals(utf8, 0, length, bytes, offset, offset + length);
  }

  /** Compares atoms by code points, which is the order of their bytes in UTF-8. */
  static int compare(Atom a, Atom b) {
    int c = Long.compareUnsigned(a.prefix, b.prefix);
    return c != 0 || a == b ? c : Arrays.compareUnsigned(a.utf8, b.utf8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }

  private static final class Table extends AtomTable<Atom> {
    Table() {
      super(MAX_CODE_POINTS);
    }

    @Override
    protected int hash(byte[] bytes, int offset, int length) {
      return TermHash.ofBytes(bytes, offset, length);
    }

    @Override
    protected Atom make(String name, byte[] utf8, int hash) {
      return new Atom(name, utf8, hash);
    }

    @Override
    protected boolean isNamed(Atom atom, byte[] bytes, int offset, int length) {
      return atom.isNamed(bytes, offset, length);
    }
  }
}
