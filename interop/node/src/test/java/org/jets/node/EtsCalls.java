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
 * <code>{Function, OtherArguments}</code>. Only what all releases answer alike.
 */
final class EtsCalls {
  private static final String[] KEYS = {"1", "2", "3", "a", "b", "{x,1}", "\"s\"", "<<1>>"};

  private static final String[] SPECS = {
    "[{'_',[],['$_']}]",
    "[{{'$1','$2'},[],['$2']}]",
    "[{{'$1','_'},[{'>','$1',1}],[{{'$1'}}]}]",
    "[{{1,'$1'},[],['$1']},{{2,'$1'},[],[two]}]",
    "[{{'$1','$2'},[{is_integer,'$2'}],[{'+','$2',1}]}]",
    "[{x}]",
    "[{'_',[],[{unknown}]}]",
    "x"
  };

  private final Random random;
  private final boolean isOrdered;

  EtsCalls(Random random, boolean isOrdered) {
    this.random = random;
    this.isOrdered = isOrdered;
  }

  List<Term> calls(int count) {
    List<Term> calls = new ArrayList<>(count);
    while (calls.size() < count) {
      String function = function();
      calls.add(Tuple.of(Atom.of(function), ListTerm.of(TermParser.parseAll(arguments(function)))));
    }
    return calls;
  }

  private String anyOf(String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private String function() {
    String any =
        anyOf(
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
    return isOrdered && random.nextInt(5) == 0
        ? anyOf("first", "last", "next", "prev", "select_reverse")
        : any;
  }

  private String key() {
    return anyOf(KEYS);
  }

  private String object() {
    return random.nextInt(12) == 0
        ? anyOf("x", "{}", "[{1,1}|x]", "[x]")
        : "{" + key() + "," + anyOf("1", "2", "v", "\"text\"") + "}";
  }

  /** The arguments after the table, each with its full stop. */
  private String arguments(String function) {
    return switch (function) {
      case "insert", "insert_new" ->
          random.nextInt(3) == 0
              ? "[{c," + random.nextInt(3) + "},{" + key() + ",1}]."
              : object() + ".";
      case "delete_object" -> object() + ".";
      case "lookup", "member", "delete", "take", "next", "prev" -> key() + ".";
      case "lookup_element" -> key() + ". " + anyOf("1", "2", "3", "0", "x") + ".";
      case "update_counter" ->
          key() + ". " + anyOf("1", "{2,5}", "{1,1}", "[{2,1},{2,1}]", "x") + ".";
      case "update_element" -> key() + ". " + anyOf("{2,7}", "{1,x}", "[]", "x") + ".";
      case "match", "match_object", "match_delete" ->
          anyOf("'_'", "{'$1','$2'}", "{1,'_'}", "{'_',v}", "{'$1','$1'}") + ".";
      case "select", "select_count", "select_delete", "select_reverse" -> anyOf(SPECS) + ".";
      case "info" ->
          anyOf("size", "type", "keypos", "protection", "name", "fixed", "nonsense") + ".";
      default -> "";
    };
  }
}
