package org.jets.terms;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An external fun, {@code fun Module:Function/Arity}. */
public final class ExternalFun implements Fun {
  private final Atom module;
  private final Atom function;
  private final int arity;

  private ExternalFun(Atom module, Atom function, int arity) {
    this.module = module;
    this.function = function;
    this.arity = arity;
  }

  /**
   * Returns {@code fun module:function/arity}.
   *
   * @throws IllegalArgumentException if the arity is not in 0..255
   */
  public static ExternalFun of(Atom module, Atom function, int arity) {
    Objects.requireNonNull(module, "module");
    Objects.requireNonNull(function, "function");
    return new ExternalFun(module, function, LocalFun.checkArity(arity));
  }

  @Override
  public Atom module() {
    return module;
  }

  /** Returns the name of the function. */
  public Atom function() {
    return function;
  }

  @Override
  public int arity() {
    return arity;
  }

  /** Compares external funs by module, function and arity. */
  static int compare(ExternalFun a, ExternalFun b) {
    int c = Atom.compare(a.module, b.module);
    if (c == 0) {
      c = Atom.compare(a.function, b.function);
    }
    return c != 0 ? c : Integer.compare(a.arity, b.arity);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ExternalFun that
        && module == that.module
        && function == that.function
        && arity == that.arity;
  }

  @Override
  public int hashCode() {
    return TermHash.ofIdentifier(TermHash.EXTERNAL_FUN, module, function.hashCode(), arity);
  }

  @Override
  public String toString() {
    return FlatPrinter.print(this);
  }
}
