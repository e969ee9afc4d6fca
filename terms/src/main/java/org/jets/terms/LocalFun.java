package org.jets.terms;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A local fun: a closure made on an Erlang node. It cannot be called here, but keeps all its parts
 * and so can be sent back.
 *
 * <p>Two funs are equal, as in OTP 29, if they are the same function of the same version of a
 * module, with equal captured terms. The process that made them does not count. {@link
 * TermOrder#STANDARD} compares module, index, old uniq and the captured terms. So one function in
 * two versions of a module can be {@code ==} and not {@code =:=}; {@link TermOrder#EXACT} compares
 * the version last.
 */
public final class LocalFun implements Fun {
  /** The length of {@link #uniq} in bytes. */
  public static final int UNIQ_BYTES = 16;

  private static final int MAX_ARITY = 255;

  private final Atom module;
  private final int arity;
  private final byte[] uniq;
  private final int index;
  private final int oldIndex;
  private final int oldUniq;
  private final Pid pid;
  private final Term[] free;

  private LocalFun(
      Atom module,
      int arity,
      byte[] uniq,
      int index,
      int oldIndex,
      int oldUniq,
      Pid pid,
      Term[] free) {
    this.module = module;
    this.arity = arity;
    this.uniq = uniq;
    this.index = index;
    this.oldIndex = oldIndex;
    this.oldUniq = oldUniq;
    this.pid = pid;
    this.free = free;
  }

  /**
   * Returns the fun with these parts, named as in the external format's NEW_FUN_EXT.
   *
   * @param module the module whose code the fun is in
   * @param arity the number of arguments, 0 to 255
   * @param uniq the {@value #UNIQ_BYTES} bytes that name the version of the module's code (copied)
   * @param index the number of the fun in its module, unsigned
   * @param oldIndex the number of the fun in its module, as older releases count
   * @param oldUniq the hash that names the version of the fun's code in older releases
   * @param pid the process that made the fun; since OTP 27 always the node's first process
   * @param free the captured terms (copied)
   * @throws IllegalArgumentException if the arity or the length of {@code uniq} is another
   */
  public static LocalFun of(
      Atom module,
      int arity,
      byte[] uniq,
      int index,
      int oldIndex,
      int oldUniq,
      Pid pid,
      List<? extends Term> free) {
    if (Objects.requireNonNull(uniq, "uniq").length != UNIQ_BYTES) {
      throw new IllegalArgumentException(
          "uniq.length: " + uniq.length + " (expected: " + UNIQ_BYTES + ")");
    }
    return new LocalFun(
        Objects.requireNonNull(module, "module"),
        checkArity(arity),
        uniq.clone(),
        index,
        oldIndex,
        oldUniq,
        Objects.requireNonNull(pid, "pid"),
        copyOfFree(free));
  }

  /** Returns a fun with other captured terms. The caller hands over the array. */
  LocalFun withFree(Term[] captured) {
    return new LocalFun(module, arity, uniq, index, oldIndex, oldUniq, pid, captured);
  }

  private static Term[] copyOfFree(List<? extends Term> free) {
    Term[] copy = Objects.requireNonNull(free, "free").toArray(new Term[0]);
    for (int i = 0; i < copy.length; i++) {
      Objects.requireNonNull(copy[i], "free");
    }
    return copy;
  }

  static int checkArity(int arity) {
    if (arity < 0 || arity > MAX_ARITY) {
      throw new IllegalArgumentException("arity: " + arity + " (expected: 0.." + MAX_ARITY + ")");
    }
    return arity;
  }

  @Override
  public Atom module() {
    return module;
  }

  @Override
  public int arity() {
    return arity;
  }

  /** Returns a copy of the bytes that name the version of the module's code. */
  public byte[] uniq() {
    return uniq.clone();
  }

  /** Returns the number of this fun in its module, unsigned. */
  public int index() {
    return index;
  }

  /** Returns the number of this fun in its module, as older releases count. */
  public int oldIndex() {
    return oldIndex;
  }

  /** Returns the hash that names the version of the fun's code in older releases. */
  public int oldUniq() {
    return oldUniq;
  }

  /** Returns the process that made the fun, or since OTP 27 the first process of its node. */
  public Pid pid() {
    return pid;
  }

  /** Returns the number of captured terms. */
  public int freeCount() {
    return free.length;
  }

  /**
   * Returns a captured term.
   *
   * @param index from 0
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public Term free(int index) {
    return free[Objects.checkIndex(index, free.length)];
  }

  /**
   * Compares local funs without their captured terms: by module, index, old uniq and number of
   * captured terms.
   */
  static int compareHeads(LocalFun a, LocalFun b) {
    int c = Atom.compare(a.module, b.module);
    if (c == 0) {
      c = Integer.compareUnsigned(a.index, b.index);
    }
    if (c == 0) {
      c = Integer.compare(a.oldUniq, b.oldUniq);
    }
    return c != 0 ? c : Integer.compare(a.free.length, b.free.length);
  }

  /** Compares the parts that count for equality and not for {@link #compareHeads}. */
  static int compareVersions(LocalFun a, LocalFun b) {
    int c = Arrays.compareUnsigned(a.uniq, b.uniq);
    if (c == 0) {
      c = Integer.compare(a.arity, b.arity);
    }
    return c != 0 ? c : Integer.compare(a.oldIndex, b.oldIndex);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other || (other instanceof LocalFun that && TermEquality.equal(this, that));
  }

  @Override
  public int hashCode() {
    return TermHash.ofCompound(this);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
