package org.jets.ets.erl;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The texts of errors about the arguments of a call, in Erlang's words. As in Erlang, a text
 * depends only on the function, the arguments and the cause. It is made after the error, without
 * access to a table.
 */
final class ArgumentTexts {
  private static final String NOT_A_TABLE = "not an atom or a table identifier";
  private static final String NOT_AN_IDENTIFIER = "not a valid table identifier";
  private static final String NO_TABLE =
      "the table identifier does not refer to an existing ETS table";
  private static final String NO_ACCESS =
      "the table identifier refers to an ETS table with insufficient access rights";
  private static final String WRONG_TYPE =
      "the table identifier refers to an ETS table of a type not supported by this operation";
  private static final String NO_KEY = "not a key that exists in the table";
  private static final String NOT_A_TUPLE = "not a tuple";
  private static final String EMPTY_TUPLE = "is an empty tuple";
  private static final String NOT_OBJECTS = "not a non-empty tuple or a list of non-empty tuples";
  private static final String NOT_AN_INTEGER = "not an integer";
  private static final String OUT_OF_RANGE = "out of range";
  private static final String BAD_SPEC = "not a valid match specification";
  private static final String KEY_POSITION = "the position is the same as the key position";
  private static final String BAD_POSITION = "the position in the update operation is out of range";
  private static final String NAME_EXISTS = "table name already exists";
  private static final String NOT_A_NAME = "invalid table name (must be an atom)";

  private final SortedMap<Integer, String> texts = new TreeMap<>();
  private final List<Term> arguments;
  private final String cause;

  private ArgumentTexts(List<Term> arguments, String cause) {
    this.arguments = arguments;
    this.cause = cause;
  }

  /**
   * Returns the texts by the positions of the arguments.
   *
   * @param cause the empty string if there is none
   */
  static SortedMap<Integer, String> of(String function, List<Term> arguments, String cause) {
    ArgumentTexts texts = new ArgumentTexts(arguments, cause);
    texts.find(function);
    return texts.texts;
  }

  private void find(String function) {
    switch (function) {
      case "all" -> {}
      case "new" -> newTable();
      case "whereis" -> put(1, NOT_A_NAME);
      case "match_spec_compile" -> put(1, BAD_SPEC);
      case "match_spec_run_r", "is_compiled_ms", "test_ms" -> {}
      default -> {
        if (arguments.size() == 1 && isSearch(function)) {
          put(1, "invalid continuation");
        } else {
          put(1, table());
          findOthers(function);
        }
      }
    }
  }

  private static boolean isSearch(String function) {
    return switch (function) {
      case "match", "match_object", "select", "select_reverse" -> true;
      default -> false;
    };
  }

  private void findOthers(String function) {
    switch (function) {
      case "insert", "insert_new" -> put(2, objects(argument(2)));
      case "delete_object" -> put(2, object(argument(2)));
      case "lookup_element" -> lookupElement();
      case "update_counter" -> updateCounter();
      case "update_element" -> updateElement();
      case "next", "prev", "next_lookup", "prev_lookup" -> putIfNoCause(2, NO_KEY);
      case "slot" -> putIfNoCause(2, OUT_OF_RANGE);
      case "match", "match_object" -> limit();
      case "select", "select_reverse" -> {
        if (arguments.size() == 3) {
          put(2, isSpec(argument(2)) ? null : BAD_SPEC);
          limit();
        } else {
          putIfNoCause(2, BAD_SPEC);
        }
      }
      case "select_count", "select_replace", "internal_select_delete" -> putIfNoCause(2, BAD_SPEC);
      case "info" -> {
        if (arguments.size() == 2) {
          putIfNoCause(2, "not a valid info item");
        }
      }
      case "rename" -> {
        if (argument(2) instanceof Atom) {
          putIfNoCause(2, NAME_EXISTS);
        } else {
          put(2, NOT_A_NAME);
        }
      }
      case "safe_fixtable" -> putIfNoCause(2, "not a boolean value");
      case "setopts" -> putIfNoCause(2, "invalid options");
      case "give_away" -> giveAway();
      default -> {}
    }
  }

  private Term argument(int position) {
    return arguments.get(position - 1);
  }

  private void put(int position, @Nullable String text) {
    if (text != null) {
      texts.put(position, text);
    }
  }

  private void putIfNoCause(int position, String text) {
    if (cause.isEmpty()) {
      texts.put(position, text);
    }
  }

  private @Nullable String table() {
    return switch (cause) {
      case "type" -> argument(1) instanceof Reference ? NOT_AN_IDENTIFIER : NOT_A_TABLE;
      case "id" -> NO_TABLE;
      case "access" -> NO_ACCESS;
      case "table_type" -> WRONG_TYPE;
      default -> null;
    };
  }

  private boolean isAboutTable() {
    return table() != null;
  }

  private void newTable() {
    boolean isName = argument(1) instanceof Atom;
    put(1, isName ? null : "not an atom");
    if (!(argument(2) instanceof ListTerm options)) {
      put(2, "not a list");
    } else if (!options.isProper()) {
      put(2, "not a proper list");
    } else if (isName && cause.equals("already_exists")) {
      put(1, NAME_EXISTS);
    } else if (isName) {
      put(2, "invalid options");
    }
  }

  private static @Nullable String object(Term object) {
    if (!(object instanceof Tuple tuple)) {
      return NOT_A_TUPLE;
    }
    return tuple.arity() == 0 ? EMPTY_TUPLE : null;
  }

  private static @Nullable String objects(Term term) {
    if (!(term instanceof ListTerm list)) {
      return object(term);
    }
    boolean areObjects = list.isProper() && list.stream().allMatch(item -> object(item) == null);
    return areObjects ? null : NOT_OBJECTS;
  }

  private void lookupElement() {
    if (cause.equals("badkey")) {
      put(2, NO_KEY);
    }
    put(3, integer(argument(3)));
    if (!texts.containsKey(3)) {
      putIfNoCause(3, "position is greater than the size of the object");
    }
  }

  private static @Nullable String integer(Term term) {
    if (!(term instanceof IntegerTerm number)) {
      return NOT_AN_INTEGER;
    }
    return number.signum() > 0 ? null : OUT_OF_RANGE;
  }

  private void limit() {
    if (arguments.size() == 3) {
      put(3, integer(argument(3)));
    }
  }

  private static boolean isSpec(Term term) {
    try {
      return term instanceof ListTerm list && !list.isEmpty() && MatchSpec.compile(term) != null;
    } catch (MatchSpecException e) {
      return false;
    }
  }

  private void updateCounter() {
    if (isAboutTable() && arguments.size() == 4) {
      return;
    }
    String invalid = isCounterSpec(argument(3)) ? null : "not a valid update operation";
    switch (cause) {
      case "keypos" -> put(3, KEY_POSITION);
      case "position" -> put(3, BAD_POSITION);
      case "badkey" -> {
        put(2, NO_KEY);
        put(3, invalid);
      }
      default -> put(3, invalid);
    }
    if (arguments.size() == 4 && !cause.equals("position")) {
      putDefault();
    }
    if (cause.isEmpty() && texts.isEmpty()) {
      put(3, "the value in the given position, in the object, is not an integer");
    }
  }

  private void putDefault() {
    String text = object(argument(4));
    if (cause.equals("default") && (text == null || text.equals(EMPTY_TUPLE))) {
      text = "default tuple too small";
    }
    put(4, text);
  }

  private static boolean isCounterSpec(Term term) {
    return term instanceof ListTerm list
        ? list.stream().allMatch(ArgumentTexts::isCounterOp)
        : isCounterOp(term);
  }

  private static boolean isCounterOp(Term term) {
    return term instanceof IntegerTerm
        || (term instanceof Tuple op
            && (op.arity() == 2 || op.arity() == 4)
            && op.stream().allMatch(IntegerTerm.class::isInstance));
  }

  private void updateElement() {
    switch (cause) {
      case "keypos" -> put(3, KEY_POSITION);
      case "position" -> put(3, BAD_POSITION);
      default -> {
        if (arguments.size() == 4) {
          putDefault();
        }
        if (!texts.containsKey(4)) {
          boolean isValid = isElementSpec(argument(3));
          put(3, isValid ? null : "is not a valid element specification");
          if (isValid && (cause.isEmpty() || arguments.size() == 4)) {
            put(3, OUT_OF_RANGE);
          }
        }
      }
    }
  }

  private static boolean isElementSpec(Term term) {
    return term instanceof ListTerm list
        ? list.stream().allMatch(ArgumentTexts::isElementOp)
        : isElementOp(term);
  }

  private static boolean isElementOp(Term term) {
    return term instanceof Tuple op && op.arity() == 2 && integer(op.element(1)) == null;
  }

  private void giveAway() {
    switch (cause) {
      case "owner" -> put(2, "the process is already the owner of the table");
      case "not_owner" -> put(2, "the current process is not the owner");
      default -> {
        if (!(argument(2) instanceof Pid)) {
          put(2, "not a pid");
        } else {
          putIfNoCause(2, "the pid refers to a terminated process");
        }
      }
    }
  }
}
