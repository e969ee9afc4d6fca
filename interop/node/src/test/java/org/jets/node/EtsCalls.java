package org.jets.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * Random calls of functions of {@code ets} on one table, right and wrong ones, without the table:
 * <code>{Function, OtherArguments}</code>. It omits functions that delete the table or change its
 * owner, that call a fun, or that write a file. If the order of objects is undefined, it omits
 * those that show it. Releases before the newest lack some functions, and have other causes of
 * errors: they get fewer functions. If tables are fixed, no call asks whether they are. In Erlang,
 * the process that works for the caller takes the fixation along when it ends.
 */
public final class EtsCalls {
  private static final String[] KEYS = {"1", "2", "3", "a", "b", "{x,1}", "\"s\"", "<<1>>"};

  private static final String[] SPECS = {
    "[{'_',[],['$_']}]",
    "[{{'$1','$2'},[],['$2']}]",
    "[{{'$1','_'},[{'>','$1',1}],[{{'$1'}}]}]",
    "[{{1,'$1'},[],['$1']},{{2,'$1'},[],[two]}]",
    "[{{'$1','$2'},[{is_integer,'$2'}],[{'+','$2',1}]}]",
    "[{{'$1','$2'},[{is_atom,'$1'}],[true]},{{'_',1},[],[false]}]",
    "[{{'$1','$2'},[{'=:=','$2',v}],[{{'$1',w}}]}]",
    "[{{'$1','$2'},[{is_integer,'$2'}],[{{'$1',{'*','$2',2}}}]}]",
    "[{{'$1','_'},[],[{element,1,'$_'}]}]",
    "[{x}]",
    "[{'_',[],[{unknown}]}]",
    "x"
  };

  private static final List<String> ANY_ORDER =
      List.of(
          "insert",
          "insert",
          "insert",
          "insert_new",
          "lookup",
          "lookup_element",
          "member",
          "delete",
          "delete_object",
          "take",
          "update_counter",
          "update_element",
          "match",
          "match_object",
          "match_delete",
          "select",
          "select_count",
          "select_delete",
          "tab2list",
          "info");

  private static final List<String> ORDERED =
      List.of("first", "last", "next", "prev", "select_reverse");

  /**
   * The functions that only the newest release answers like jets, which has its causes of errors.
   */
  private static final List<String> NEWEST =
      List.of(
          "delete_all_objects",
          "lookup_element_or_default",
          "update_counter_or_default",
          "update_element_or_default",
          "select_replace",
          "safe_fixtable",
          "setopts",
          "rename",
          "whereis",
          "no_such_function");

  private static final List<String> ORDERED_NEWEST =
      List.of(
          "slot",
          "first_lookup",
          "last_lookup",
          "next_lookup",
          "prev_lookup",
          "select_some",
          "select_reverse_some",
          "match_some",
          "match_object_some");

  private static final int NEWEST_RELEASE = 29;

  /** The part that distinguishes functions of one name, and is not part of the name. */
  private static final String VARIANT = "_(some|or_default)$";

  private final Random random;
  private final boolean isNewest;
  private final List<String> functions;

  public EtsCalls(Random random, String type, int release) {
    this.random = random;
    this.isNewest = release >= NEWEST_RELEASE;
    boolean isOrdered = type.equals("ordered_set");
    functions = new ArrayList<>(ANY_ORDER);
    if (isOrdered) {
      functions.addAll(ORDERED);
    }
    if (isNewest) {
      functions.addAll(NEWEST);
      functions.addAll(isOrdered ? ORDERED_NEWEST : List.of());
    }
  }

  public List<Term> calls(int count) {
    List<Term> calls = new ArrayList<>(count);
    while (calls.size() < count) {
      String function = functions.get(random.nextInt(functions.size()));
      calls.add(
          Tuple.of(
              Atom.of(function.replaceFirst(VARIANT, "")),
              ListTerm.of(TermParser.parseAll(arguments(function)))));
    }
    return calls;
  }

  private String anyOf(String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private String key() {
    return anyOf(KEYS);
  }

  private String object() {
    return random.nextInt(12) == 0
        ? anyOf("x", "{}", "[{1,1}|x]", "[x]")
        : "{" + key() + "," + anyOf("1", "2", "v", "\"text\"") + "}";
  }

  private String position() {
    return anyOf("1", "2", "3", "0", "x");
  }

  private String counter() {
    return isNewest
        ? anyOf("1", "{2,5}", "{1,1}", "[{2,1},{2,1}]", "{2,3,5,0}", "[]", "{3,1}", "x")
        : anyOf("1", "{2,5}", "{1,1}", "[{2,1},{2,1}]", "x");
  }

  private String element() {
    return isNewest
        ? anyOf("{2,7}", "{2,7}", "{1,x}", "{3,x}", "[]", "[{2,v},{2,w}]", "x")
        : anyOf("{2,7}", "{1,x}", "[]", "x");
  }

  private String pattern() {
    return anyOf("'_'", "{'$1','$2'}", "{1,'_'}", "{'_',v}", "{'$1','$1'}", "{'$2','$1'}");
  }

  private String limit() {
    return anyOf("1", "2", "3", "100", "0", "x");
  }

  /** The arguments after the table, each with its full stop. */
  private String arguments(String function) {
    return switch (function) {
      case "insert", "insert_new" ->
          random.nextInt(3) == 0
              ? "[{c," + random.nextInt(3) + "},{" + key() + ",1}]."
              : object() + ".";
      case "delete_object" -> object() + ".";
      case "lookup", "member", "delete", "take", "next", "prev", "next_lookup", "prev_lookup" ->
          key() + ".";
      case "lookup_element" -> key() + ". " + position() + ".";
      case "lookup_element_or_default" -> key() + ". " + position() + ". none.";
      case "update_counter" -> key() + ". " + counter() + ".";
      case "update_counter_or_default" -> key() + ". " + counter() + ". " + object() + ".";
      case "update_element" -> key() + ". " + element() + ".";
      case "update_element_or_default" -> key() + ". " + element() + ". " + object() + ".";
      case "match", "match_object", "match_delete" -> pattern() + ".";
      case "match_some", "match_object_some" -> pattern() + ". " + limit() + ".";
      case "select", "select_count", "select_delete", "select_reverse", "select_replace" ->
          anyOf(SPECS) + ".";
      case "select_some", "select_reverse_some" -> anyOf(SPECS) + ". " + limit() + ".";
      case "slot" -> anyOf("0", "1", "3", "100", "-1", "x") + ".";
      case "safe_fixtable" -> anyOf("true", "false", "x") + ".";
      case "setopts" -> anyOf("{heir,none}", "[]", "{heir,x}", "{type,bag}", "x") + ".";
      case "rename" -> anyOf("t1", "t2", "1") + ".";
      case "info" ->
          anyOf(
                  "size",
                  "type",
                  "keypos",
                  "protection",
                  "name",
                  "named_table",
                  isNewest ? "heir" : "fixed",
                  "compressed",
                  "nonsense",
                  "1")
              + ".";
      default -> "";
    };
  }
}
