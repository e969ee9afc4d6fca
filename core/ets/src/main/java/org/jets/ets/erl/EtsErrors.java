package org.jets.ets.erl;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jets.ets.Access;
import org.jets.ets.BadArgumentException;
import org.jets.ets.BadMatchSpecException;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.FunctionClauseException;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableFileException;
import org.jets.ets.TableLogException;
import org.jets.ets.TableType;
import org.jets.ets.TableTypeException;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Erlang's errors as the exceptions of {@link EtsTable}, for an implementation whose tables are on
 * another node. That node checks the arguments. Its errors become the exceptions that a local table
 * would throw.
 *
 * <p>An error of Erlang is a {@code badarg}, often with a {@code cause} in the stack's {@code
 * error_info}. If there is no cause, this checks the arguments again. It does so after the error,
 * so that a correct call costs nothing.
 */
public final class EtsErrors {
  private static final Atom BADARG = Atom.of("badarg");
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Atom FUNCTION_CLAUSE = Atom.of("function_clause");
  private static final Atom ERROR_INFO = Atom.of("error_info");
  private static final Atom CAUSE = Atom.of("cause");

  private EtsErrors() {}

  /**
   * Returns the exception for an error of the class {@code error} that a function has raised.
   *
   * @param function the name of the function of {@code ets}
   * @param arguments all of its arguments, the table among them
   * @param type the type of the table; null if there is none
   * @param keypos the position of the key in the table's objects; 1 if there is none
   * @param reason the reason of the error
   * @param stack its stack, as a term
   * @return empty if no {@link EtsException} stands for the reason
   */
  public static Optional<EtsException> of(
      String function,
      List<? extends Term> arguments,
      @Nullable TableType type,
      int keypos,
      Term reason,
      Term stack) {
    List<Term> all = List.copyOf(arguments);
    if (reason == BADARG) {
      return Optional.of(badarg(function, all, type, keypos, causeIn(stack)));
    }
    if (reason == SYSTEM_LIMIT) {
      EtsException spec = specError(function, all, keypos);
      return Optional.of(spec != null ? spec : new SystemLimitException(function));
    }
    if (reason == FUNCTION_CLAUSE) {
      return Optional.of(
          new FunctionClauseException(
              all.size(), "arguments", ListTerm.of(all), "some that ets:" + function + " takes"));
    }
    return Optional.ofNullable(TableLogException.told(function, reason));
  }

  /** Returns the exception for an argument that is found to be wrong before the call. */
  public static BadArgumentException badArgument(
      int argument, String name, Object value, String expected) {
    return BadArgumentException.of(
        argument,
        Objects.requireNonNull(name, "name"),
        Objects.requireNonNull(value, "value"),
        Objects.requireNonNull(expected, "expected"));
  }

  /** Returns the exception for a function that the table's type does not have. */
  public static TableTypeException tableType(Term table, TableType type, String expected) {
    return TableTypeException.of(table, type, expected);
  }

  /**
   * Returns the exception for a table whose access does not allow the call.
   *
   * @param table its name or identifier, as the caller knows it
   */
  public static TableAccessException tableAccess(Term table, Access access) {
    String expected =
        switch (access) {
          case PRIVATE -> "protected or public to read it, public to write it";
          case PROTECTED -> "public";
          case PUBLIC -> "the owner as the caller";
        };
    return new TableAccessException(table, access, expected);
  }

  /** Returns the exception for the error result of a function that uses a file. */
  public static EtsException file(Term table, Term file, Term reason) {
    return reason instanceof Atom atom && atom.name().equals("badtab")
        ? new NoSuchTableException(table)
        : TableFileException.told(file, reason);
  }

  private static EtsException badarg(
      String function, List<Term> arguments, @Nullable TableType type, int keypos, String cause) {
    Term table = arguments.get(0);
    return switch (cause) {
      case "id" -> new NoSuchTableException(table);
      case "type" ->
          // Erlang forgets that a reference was a table's once it has no reference to the table.
          table instanceof Reference
              ? new NoSuchTableException(table)
              : BadArgumentException.notATable(table, "a name or an identifier");
      case "access" -> new TableAccessException(table);
      case "table_type" -> TableTypeException.told(table);
      case "badkey" ->
          arguments.size() > 1
              ? NoSuchKeyException.of(arguments.get(1))
              : badArgument(function, arguments, cause);
      case "" -> {
        EtsException unsaid = unsaid(function, arguments, type, keypos);
        yield unsaid != null ? unsaid : badArgument(function, arguments, cause);
      }
      default -> badArgument(function, arguments, cause);
    };
  }

  /** Returns the exception for an error without a cause that this can identify; else null. */
  private static @Nullable EtsException unsaid(
      String function, List<Term> arguments, @Nullable TableType type, int keypos) {
    return switch (function) {
      case "next", "prev", "next_lookup", "prev_lookup" ->
          NoSuchKeyException.ofStep(arguments.get(1));
      case "update_element" ->
          type == null || type.isSet()
              ? null
              : TableTypeException.withoutCause(arguments.get(0), type, "set or ordered_set");
      default -> specError(function, arguments, keypos);
    };
  }

  private static BadArgumentException badArgument(
      String function, List<Term> arguments, String cause) {
    SortedMap<Integer, String> texts = ArgumentTexts.of(primitive(function), arguments, cause);
    int argument = texts.isEmpty() ? Math.min(2, arguments.size()) : texts.firstKey();
    String text = texts.getOrDefault(argument, "expected: one that ets:" + function + " takes");
    return BadArgumentException.told(
        argument, arguments.get(argument - 1), text, cause.isEmpty() ? null : cause);
  }

  /** Returns the function that Erlang's errors name for a function that calls another. */
  private static String primitive(String function) {
    return switch (function) {
      case "select_delete", "match_delete" -> "internal_select_delete";
      default -> function;
    };
  }

  /**
   * Returns the exception for a wrong specification; null if the limit is wrong, which comes first.
   */
  private static @Nullable EtsException specError(
      String function, List<Term> arguments, int keypos) {
    if (arguments.size() < 2
        || (arguments.size() == 3
            && !(arguments.get(2) instanceof IntegerTerm limit && limit.signum() > 0))) {
      return null;
    }
    Term spec = arguments.get(1);
    try {
      switch (function) {
        case "select", "select_reverse", "select_count", "select_delete" -> MatchSpec.compile(spec);
        case "select_replace" -> MatchSpec.compile(spec).checkKeepsKey(keypos);
        case "match", "match_object", "match_delete" -> MatchSpec.bindingsOf(spec);
        default -> {}
      }
      return null;
    } catch (MatchSpecException e) {
      return new BadMatchSpecException(e);
    }
  }

  /** Returns the cause in the first entry of a stack; the empty string if there is none. */
  private static String causeIn(Term stack) {
    if (stack instanceof ListTerm entries
        && !entries.isEmpty()
        && entries.head() instanceof Tuple entry
        && entry.arity() == 4
        && entry.element(4) instanceof ListTerm location
        && location.isProper()) {
      for (Term item : location) {
        if (item instanceof Tuple pair
            && pair.arity() == 2
            && pair.element(1) == ERROR_INFO
            && pair.element(2) instanceof MapTerm info
            && info.get(CAUSE) instanceof Atom cause) {
          return cause.name();
        }
      }
    }
    return "";
  }
}
