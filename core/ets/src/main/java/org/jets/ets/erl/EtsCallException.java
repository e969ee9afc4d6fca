package org.jets.ets.erl;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ExternalFun;
import org.jets.terms.Fun;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The exception of a call of {@link EtsModule} or {@link JetsModule}, as Erlang's {@code catch
 * Class:Reason:Stack} sees it. If a method of {@link EtsTable} found the error, its exception is
 * the {@linkplain #getCause cause}. Not serializable, since terms are not.
 */
public final class EtsCallException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final Atom ETS = Atom.of("ets");
  private static final Atom ERROR_INFO = Atom.of("error_info");
  private static final Atom MODULE = Atom.of("module");
  private static final Atom CAUSE = Atom.of("cause");
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom UNDEF = Atom.of("undef");
  private static final Atom FORMATTER = Atom.of("erl_stdlib_errors");

  private final transient Atom exceptionClass;
  private final transient Term reason;
  private final transient Atom module;
  private final transient Atom function;
  private final transient List<Term> arguments;
  private final boolean hasErrorInfo;
  private final transient @Nullable Atom erlangCause;
  private final transient @Nullable Fun called;

  private EtsCallException(
      Atom exceptionClass,
      Term reason,
      Atom module,
      Atom function,
      List<Term> arguments,
      boolean hasErrorInfo,
      @Nullable EtsException found,
      @Nullable Fun called) {
    super(null, found);
    this.exceptionClass = exceptionClass;
    this.reason = reason;
    this.module = module;
    this.function = function;
    this.arguments = arguments;
    this.hasErrorInfo = hasErrorInfo;
    this.erlangCause = found == null ? null : found.erlangCause().orElse(null);
    this.called = called;
  }

  /** Returns an error of a function that tells which of its arguments is wrong. */
  static EtsCallException of(ModuleCall call, EtsException found) {
    return of(call.module().name(), call.function(), call.arguments(), found);
  }

  /** As {@link #of(ModuleCall, EtsException)}, before the caller is known. */
  static EtsCallException of(Atom module, Atom function, List<Term> arguments, EtsException found) {
    return new EtsCallException(
        Atom.ERROR, found.reason(), module, function, arguments, true, found, null);
  }

  /** Returns an error of a function that tells only the reason. */
  static EtsCallException plain(ModuleCall call, Term reason, @Nullable EtsException found) {
    return plain(Atom.ERROR, reason, call, found);
  }

  /** Returns the error for a function that does not exist. */
  static EtsCallException undefined(ModuleCall call) {
    return plain(call, UNDEF, null);
  }

  /** Returns the error of a call that ends the caller with {@code exit}. */
  static EtsCallException exit(ModuleCall call, Term reason) {
    return plain(Atom.of("exit"), reason, call, null);
  }

  private static EtsCallException plain(
      Atom exceptionClass, Term reason, ModuleCall call, @Nullable EtsException found) {
    return new EtsCallException(
        exceptionClass,
        reason,
        call.module().name(),
        call.function(),
        call.arguments(),
        false,
        found,
        null);
  }

  /** Returns the error of a call by a process that has ended, for which no process waits. */
  static EtsCallException ended(ModuleCall call) {
    return plain(call, BADARG, null);
  }

  /** Returns the error of a call of a fun, whose module does not exist here. */
  static EtsCallException undefined(Fun fun, Term... arguments) {
    if (fun instanceof ExternalFun external) {
      return new EtsCallException(
          Atom.ERROR,
          UNDEF,
          external.module(),
          external.function(),
          List.of(arguments),
          false,
          null,
          null);
    }
    Atom module = ((LocalFun) fun).module();
    return new EtsCallException(
        Atom.ERROR, UNDEF, module, Atom.of("fun"), List.of(arguments), false, null, fun);
  }

  /** Returns the error for an argument for which a function of another module has no clause. */
  static EtsCallException functionClause(Atom module, ModuleCall call) {
    return new EtsCallException(
        Atom.ERROR,
        Atom.of("function_clause"),
        module,
        call.function(),
        call.arguments(),
        false,
        null,
        null);
  }

  /** Returns the beginnings of the call, the reason and the message of the cause. */
  @Override
  public String getMessage() {
    Throwable found = getCause();
    String start = module + ":" + function + "/" + arguments.size() + ": " + ValueText.of(reason);
    return found == null ? start : start + ", " + found.getMessage();
  }

  /** Returns {@code error} or {@code exit}. */
  public Atom exceptionClass() {
    return exceptionClass;
  }

  /** Returns the reason: {@code badarg}, {@code system_limit}, {@code undef}, ... */
  public Term reason() {
    return reason;
  }

  /**
   * Returns the module of the function that raised the error: with few exceptions the one that was
   * called.
   */
  public Atom module() {
    return module;
  }

  /**
   * Returns the function that raised the error. Some functions call others, which raise their
   * errors: {@code tab2list/1} fails as {@code match_object/2}. The result is {@code fun} for a
   * local fun.
   */
  public Atom function() {
    return function;
  }

  /** Returns the arguments with which the {@link #function} was called. */
  public List<Term> arguments() {
    return arguments;
  }

  /**
   * Returns the {@code cause} in Erlang's {@code error_info}, if it has one: {@code id}, {@code
   * access}, {@code badkey}, ...
   */
  public Optional<Atom> erlangCause() {
    return Optional.ofNullable(erlangCause);
  }

  /**
   * Returns the texts about wrong arguments, by position from 1, in the words of Erlang's {@code
   * erl_stdlib_errors:format_error/2}. It may name several arguments, or none.
   */
  public SortedMap<Integer, String> argumentTexts() {
    return hasErrorInfo
        ? ArgumentTexts.of(
            function.name(), arguments, erlangCause == null ? "" : erlangCause.name())
        : Collections.emptySortedMap();
  }

  /**
   * Returns the top of the stack as a term: <code>{Module, Function, Arguments, Location}</code>,
   * or <code>{Fun, Arguments, Location}</code> for a local fun. {@code Location} has the {@code
   * error_info}, if there is one. For a function of {@code ets} it names the module of Erlang that
   * explains the error. For one of {@code jets} there is none. There the {@code cause} of a {@code
   * badarg} is a text if it is not about the table.
   */
  public Tuple stackEntry() {
    if (called != null) {
      return Tuple.of(called, ListTerm.of(arguments), ListTerm.empty());
    }
    MapTerm info = errorInfo();
    ListTerm location = info.isEmpty() ? ListTerm.empty() : ListTerm.of(Tuple.of(ERROR_INFO, info));
    return Tuple.of(module, function, ListTerm.of(arguments), location);
  }

  private MapTerm errorInfo() {
    if (!hasErrorInfo) {
      return MapTerm.of();
    }
    if (module == ETS) {
      MapTerm explained = MapTerm.of(MODULE, FORMATTER);
      return erlangCause == null ? explained : explained.with(CAUSE, erlangCause);
    }
    if (erlangCause != null) {
      return MapTerm.of(CAUSE, erlangCause);
    }
    Throwable found = getCause();
    return found == null || reason != BADARG
        ? MapTerm.of()
        : MapTerm.of(CAUSE, Binary.of(String.valueOf(found.getMessage())));
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException(EtsCallException.class.getName());
  }
}
