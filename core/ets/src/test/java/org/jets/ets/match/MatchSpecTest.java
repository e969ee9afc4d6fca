package org.jets.ets.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.match.Match.any;
import static org.jets.ets.match.Match.tuple;
import static org.jets.ets.match.Match.var;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.terms.Atom;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the results of specifications by examples from Erlang. */
class MatchSpecTest {
  private static final MatchContext CONTEXT =
      new MatchContext(Pid.of(Atom.of("n@h"), 7, 0, 1), Atom.of("n@h"));

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private static String[] cells(String row) {
    return row.split(" -> ", -1);
  }

  /** Returns the result as text; "none" if there is none. */
  private static String run(String spec, String object) {
    Term result = MatchSpec.compile(term(spec)).run(term(object), CONTEXT);
    return result == null ? "none" : result.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'_' -> {1,2} -> {1,2}",
        "'$1' -> {1,2} -> {1,2}",
        "{'_','_'} -> {1,2} -> {1,2}",
        "{'_','_'} -> {1,2,3} -> none",
        "{'_','_'} -> [1,2] -> none",
        "{1,'_'} -> {1,2} -> {1,2}",
        "{1,'_'} -> {1.0,2} -> none",
        "{'$1','$1'} -> {a,a} -> {a,a}",
        "{'$1','$1'} -> {1,1.0} -> none",
        "{'$1','$1'} -> {0.0,-0.0} -> none",
        "{0.0} -> {-0.0} -> none",
        "{'$01','$1'} -> {x,y} -> none",
        "{'$01','$1'} -> {'$01',y} -> {'$01',y}",
        "{'$_'} -> {1} -> none",
        "{'$_'} -> {'$_'} -> {'$_'}",
        "{'$$'} -> {'$$'} -> {'$$'}",
        "{'$2147483648'} -> {1} -> none",
        "['$1'|'$2'] -> [1,2] -> [1,2]",
        "['$1'|'$2'] -> [1|2] -> [1|2]",
        "['$1'|'$2'] -> [] -> none",
        "['$1',2] -> [1,2] -> [1,2]",
        "['$1',2] -> [1,2|3] -> none",
        "['$1',2|'_'] -> [1,2|3] -> [1,2|3]",
        "['$1',2|'_'] -> [1] -> none",
        "{k,#{a=>1}} -> {k,#{a=>1,b=>2}} -> {k,#{a => 1,b => 2}}",
        "{k,#{}} -> {k,#{a=>1}} -> {k,#{a => 1}}",
        "{k,#{}} -> {k,x} -> none",
        "{k,#{a=>#{c=>1}}} -> {k,#{a=>#{}}} -> none",
        "#{{'$2'}=>x} -> #{{'$2'}=>x} -> #{{'$2'} => x}",
        "#{{'$2'}=>x} -> #{{1}=>x} -> none",
        "foo -> {1} -> none",
        "foo -> foo -> foo"
      })
  void run_head_matchesAsErlangsDoes(String row) {
    String[] cells = cells(row);
    assertThat(run("[{" + cells[0] + ",[],['$_']}]", cells[1])).isEqualTo(cells[2]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'or',{'>','$1',0},{hd,'$1'}} -> none",
        "{'orelse',{'>','$1',0},{hd,'$1'}} -> yes",
        "{'and',{'>','$1',0},{hd,'$1'}} -> none",
        "{'not',{hd,'$1'}} -> none",
        "{'not',{'>','$1',1}} -> yes",
        "{'xor',true,{'>','$1',0}} -> none",
        "{'xor',true,{'<','$1',0}} -> yes",
        "foo -> none",
        "true -> yes",
        "'$2' -> yes",
        "'$1' -> none",
        "{'==','$1',1.0} -> yes",
        "{'=:=','$1',1.0} -> none",
        "{'=/=','$1',1.0} -> yes",
        "{'/=','$1',1.0} -> none",
        "{'<',0,'$1'} -> yes",
        "{'=<',2,'$1'} -> none",
        "{'>','$2','$1'} -> yes",
        "{'==',{'andalso',true,foo},foo} -> yes",
        "{'==',{hd,1},'EXIT'} -> none"
      })
  void run_guard_holdsOnlyIfTrue(String row) {
    String[] cells = cells(row);
    assertThat(run("[{{'$1','$2'},[" + cells[0] + "],[yes]}]", "{1,true}")).isEqualTo(cells[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{'$1','$2'}} -> {k,1}",
        "{{}} -> {}",
        "{const,{'$1'}} -> {'$1'}",
        "{const,{foo,x}} -> {foo,x}",
        "{{foo,'$1'}} -> {foo,k}",
        "{hd,'$1'} -> 'EXIT'",
        "{{a,{hd,x}}} -> {a,'EXIT'}",
        "{hd,1},ok -> ok",
        "#{a=>{hd,1}} -> #{a => 'EXIT'}",
        "#{'$1'=>'$2'} -> #{k => 1}",
        "['$1'|'$2'] -> [k|1]",
        "[1,[{const,{x}}]] -> [1,[{x}]]",
        "\"ab\" -> [97,98]",
        "'_' -> '_'",
        "'$$' -> [k,1]",
        "{'andalso',true,foo} -> foo",
        "{'andalso',foo,true} -> 'EXIT'",
        "{'or',true,foo} -> 'EXIT'",
        "{'/',1,2} -> 0.5",
        "{self} -> #Pid<n@h,7,0,1>",
        "{node} -> n@h",
        "{node,{self}} -> n@h",
        "self -> self"
      })
  void run_body_isTheLastValue(String row) {
    String[] cells = cells(row);
    assertThat(run("[{{'$1','$2'},[],[" + cells[0] + "]}]", "{k,1}")).isEqualTo(cells[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'/',1,'$1'}", "{'/',-1,'$1'}", "{'/','$1','$1'}", "{'/',1.5,'$1'}"})
  void divide_byIntegerBeyondDouble_fails(String quotient) {
    String beyond = BigInteger.ONE.shiftLeft(Double.MAX_EXPONENT + 1).toString();
    for (String integer : List.of(beyond, "-" + beyond)) {
      assertThat(run("[{{'$1'},[],[" + quotient + "]}]", "{" + integer + "}")).isEqualTo("'EXIT'");
      assertThat(run("[{{'$1'},[{is_float," + quotient + "}],[yes]}]", "{" + integer + "}"))
          .isEqualTo("none");
    }
  }

  /** As in OTP 29; older releases round such an integer twice, and down. */
  @ParameterizedTest
  @ValueSource(strings = {"{float,'$1'}", "{'+','$1',0.0}", "{'*',1.0,'$1'}", "{'/','$1',1}"})
  void float_ofBigInteger_isTheNearest(String expression) {
    BigInteger integer = BigInteger.ONE.shiftLeft(74).setBit(62).setBit(21).add(BigInteger.ONE);
    Term result =
        MatchSpec.compile(term("[{{'$1'},[],[" + expression + "]}]"))
            .run(Tuple.of(IntegerTerm.of(integer)), CONTEXT);
    assertThat(result).isEqualTo(FloatTerm.of(0x1p74 + 0x1p62 + 0x1p22));
  }

  @Test
  void divide_byLargestIntegersOfDouble_isAFloat() {
    String largest = BigInteger.ONE.shiftLeft(Double.MAX_EXPONENT).toString();
    assertThat(run("[{{'$1'},[],[{'/','$1','$1'}]}]", "{" + largest + "}")).isEqualTo("1.0");
  }

  @Test
  void run_allBindings_areInTheOrderOfTheirNumbers() {
    assertThat(run("[{{'$300','$1','$2'},[],['$$']}]", "{a,b,c}")).isEqualTo("[b,c,a]");
    assertThat(MatchSpec.bindingsOf(term("{'$2','$1'}")).run(term("{a,1}"), CONTEXT))
        .isEqualTo(term("[1,a]"));
    assertThat(MatchSpec.bindingsOf(term("'_'")).run(term("{a,1}"), CONTEXT))
        .isEqualTo(ListTerm.empty());
  }

  @Test
  void run_severalClauses_theFirstThatHoldsDecides() {
    String spec = "[{{'$1'},[{'>','$1',9}],[big]},{{'$1'},[{hd,'$1'}],[x]},{{'_'},[],[small]}]";
    assertThat(run(spec, "{10}")).isEqualTo("big");
    assertThat(run(spec, "{1}")).isEqualTo("small");
    assertThat(run(spec, "{1,2}")).isEqualTo("none");
    assertThat(run("[]", "{1}")).isEqualTo("none");
  }

  @Test
  void runAll_someMatch_givesTheirResultsInOrder() {
    MatchSpec spec = MatchSpec.compile(term("[{{'$1',x},[],['$1']}]"));
    assertThat(
            spec.runAll(List.of(term("{1,x}"), term("{2,y}"), term("foo"), term("{3,x}")), CONTEXT))
        .containsExactly(IntegerTerm.of(1), IntegerTerm.of(3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "foo -> match specification",
        "[{'_',[],[true]}|x] -> match specification",
        "[{'_',[],[true]},{'_',[]}] -> clause 2",
        "[{'_',foo,[true]}] -> clause 1, guards",
        "[{'_',[true|x],[true]}] -> clause 1, guard",
        "[{'_',[],[]}] -> clause 1, body",
        "[{'_',[],x}] -> clause 1, body",
        "[{'_',[true,'$1'],[true]}] -> clause 1, guard 2",
        "[{'_',[],[1,{foo,1}]}] -> clause 1, body 2",
        "[{'$1',[],[{'$1',2}]}] -> clause 1, body 1",
        "[{'$1',[],[{{'$1'},a}]}] -> clause 1, body 1",
        "[{'_',[],[{}]}] -> clause 1, body 1",
        "[{'_',[],[{const}]}] -> clause 1, body 1",
        "[{'_',[{'and'}],[true]}] -> clause 1, guard 1",
        "[{'_',[{message,true}],[true]}] -> clause 1, guard 1",
        "[{'_',[],[1]},{#{'_'=>1},[],[true]}] -> clause 2, head"
      })
  void compile_invalid_tellsThePlace(String row) {
    Term spec = term(cells(row)[0]);
    String place = cells(row)[1];
    assertThatThrownBy(() -> MatchSpec.compile(spec))
        .isInstanceOfSatisfying(
            MatchSpecException.class,
            e -> {
              assertThat(e.errors()).extracting(MatchSpecError::place).containsExactly(place);
              assertThat(e).hasMessageStartingWith(place + ": ");
              assertThat(e.reason()).isEqualTo(Atom.of("badarg"));
            });
  }

  @Test
  void compile_severalMistakesInAClause_namesThemAll() {
    assertThatThrownBy(() -> MatchSpec.compile(term("[{'_',[{foo,'$1'}],['$2',{is_atom}]}]")))
        .hasMessage(
            "clause 1, guard 1: there is no function foo/1, called by {foo,'$1'}; "
                + "clause 1, body 1: the variable '$2' is not bound in the head; "
                + "clause 1, body 2: there is no function is_atom/0, called by {is_atom}");
  }

  @Test
  void compile_validSpec_printsItBack() {
    String text = "[{{'$1','_'},[{'>','$1',2}],['$_']},{'_',[],[x,true]}]";
    MatchSpec spec = MatchSpec.compile(term(text));
    assertThat(spec.toTerm()).isEqualTo(term(text));
    assertThat(spec).hasToString(text).isEqualTo(MatchSpec.compile(term(text)));
    assertThat(spec.clauses())
        .extracting(MatchClause::toString)
        .containsExactly("{{'$1','_'},[{'>','$1',2}],['$_']}", "{'_',[],[x,true]}");
  }

  @Test
  void returns_bodies_areTold() {
    MatchSpec object = MatchSpec.objectsLike(term("{'_'}"));
    MatchSpec isTrue = MatchSpec.trueFor(term("'_'"));
    assertThat(object.returnsObject()).isTrue();
    assertThat(object.returnsTrue()).isFalse();
    assertThat(isTrue.returnsTrue()).isTrue();
    assertThat(isTrue.isTrueForAll()).isTrue();
    assertThat(object.or(isTrue).returnsObject()).isFalse();
    assertThat(isTrue.or(isTrue).isTrueForAll()).isFalse();
    assertThat(MatchSpec.compile(term("[{'_',[true],[true]}]")).isTrueForAll()).isFalse();
    assertThat(MatchSpec.trueFor(term("'$1'")).isTrueForAll()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{{'$1','$2'},[],[{{'$2','$1'}}]}] -> may change",
        "[{{'$1','$2'},[],[{{'$1',{hd,'$2'}}}]}] -> kept",
        "[{{'$1','$2'},[],[{{'$1'}}]}] -> kept",
        "[{'$1',[],[{{{element,1,'$_'},z}}]}] -> may change",
        "[{{'_','$2'},[],[{{{element,1,'$_'},z}}]}] -> kept",
        "[{{'_','$2'},[],[{{{element,2,'$_'},z}}]}] -> may change",
        "[{{'_','$2'},[],[{{{element,{const,1},'$_'},z}}]}] -> may change",
        "[{'$1',[],['$_']}] -> kept",
        "[{'$1',[],['$1']}] -> may change",
        "[{{'_','$2'},[],[{{'_','$2'}}]}] -> may change",
        "[{{a,1},[],[{const,{a,2}}]}] -> kept",
        "[{{a,1},[],[{const,{b,2}}]}] -> may change",
        "[{{'$1',1},[],[{const,{'$1',2}}]}] -> may change",
        "[{{{a,'$1'},1},[],[{{{{a,'$1'}},2}}]}] -> kept",
        "[{{{a,'$1'},1},[],[{{{const,{a,'$1'}},2}}]}] -> may change",
        "[{{{a,{b}},1},[],[{{{{a,{const,{b}}}},2}}]}] -> kept",
        "[{{[a,'$1'],1},[],[{{[a,'$1'],2}}]}] -> kept",
        "[{{[a,b],1},[],[{{[a|{const,[b]}],2}}]}] -> kept",
        "[{{[a,'$1'],1},[],[{{[a],2}}]}] -> may change",
        "[{{#{},1},[],[{{#{},2}}]}] -> may change",
        "[{{1,'_'},[],[{{1.0,2}}]}] -> may change",
        "[{{['$1',b],1},[],[{{['$1'|{const,[b]}],2}}]}] -> kept",
        "[{{['$1',b,c],1},[],[{{['$1'|{const,[b]}],2}}]}] -> may change",
        "[{{['$1'],1},[],[{{['$1',b],2}}]}] -> may change",
        "[{{['$1'|'$2'],1},[],[{{['$1'|'$2'],2}}]}] -> kept",
        "[{{{a,'$_'},1},[],[{const,{{a,'$_'},2}}]}] -> may change",
        "[{{[a,'$$'],1},[],[{const,{[a,'$$'],2}}]}] -> may change",
        "[{{a,1},[],[{{{const,a},2}}]}] -> kept",
        "[{{a,1},[],[{{a,2}}]}] -> kept",
        "[{{'$1','_'},[],[x,{{'$1',2}}]}] -> may change",
        "[{{'$1','_'},[],['$_']},{{'$1','_'},[],[true]}] -> may change",
        "[] -> kept"
      })
  void checkKeepsKey_spec_refusesWhatMayChangeIt(String row) {
    MatchSpec compiled = MatchSpec.compile(term(cells(row)[0]));
    if (cells(row)[1].equals("kept")) {
      compiled.checkKeepsKey(1);
    } else {
      assertThatThrownBy(() -> compiled.checkKeepsKey(1))
          .isInstanceOf(MatchSpecException.class)
          .hasMessageContaining("body: the key may change: ");
    }
  }

  @Test
  void checkKeepsKey_objectTooShortForKeypos_isRefused() {
    MatchSpec spec = MatchSpec.compile(term("[{{'$1','$2'},[],[{{'$1'}}]}]"));
    assertThatThrownBy(() -> spec.checkKeepsKey(2)).isInstanceOf(MatchSpecException.class);
    assertThatThrownBy(() -> MatchSpec.compile(term("[{'_',[],[{{1,2}}]}]")).checkKeepsKey(1))
        .isInstanceOf(MatchSpecException.class);
  }

  @Test
  void test_anySpec_givesWhatErlangGives() {
    assertThat(MatchSpec.test(term("{1}"), term("[{{'$1'},[],['$1']}]"), CONTEXT))
        .isEqualTo(term("{ok,1}"));
    assertThat(MatchSpec.test(term("{1}"), term("[{{2},[],['$_']}]"), CONTEXT))
        .isEqualTo(term("{ok,false}"));
    assertThat(MatchSpec.test(term("{1}"), term("[]"), CONTEXT))
        .isEqualTo(term("{error,[{error,\"Match programs are not in a list.\"}]}"));
    assertThat(MatchSpec.test(term("{1}"), term("[{'_',[{foo,'$1'}],['$2']}]"), CONTEXT))
        .isEqualTo(
            term(
                "{error,[{error,\"Function foo/1 does_not_exist.\"},"
                    + "{error,\"Variable $2 is unbound.\"}]}"));
  }

  @Test
  void select_builder_makesErlangsTerm() {
    MatchSpec built =
        MatchSpec.from(tuple(var(1), var(2), any()))
            .where(var(2).gt(3).and(var(1).is("atom")).or(var(2).eq(FloatTerm.of(0.5)).negate()))
            .where(Match.call("is_map_key", Atom.of("$1"), var(2)).asCondition())
            .select(Match.newTuple(var(1), Match.newList(var(2).plus(1), Tuple.of(Atom.of("x")))));
    assertThat(built)
        .hasToString(
            "[{{'$1','$2','_'},"
                + "[{'orelse',{'andalso',{'>','$2',3},{is_atom,'$1'}},{'not',{'==','$2',0.5}}},"
                + "{is_map_key,{const,'$1'},'$2'}],"
                + "[{{'$1',[{'+','$2',1},{const,{x}}]}}]}]");
    assertThat(built.run(term("{a,7,8}"), CONTEXT)).isNull();
    MatchSpec both =
        MatchSpec.from(tuple(1, any())).select("one").or(MatchSpec.from(any()).select(2));
    assertThat(both).hasToString("[{{1,'_'},[],[<<111,110,101>>]},{'_',[],[2]}]");
    assertThat(both.run(term("{1,x}"), CONTEXT)).isEqualTo(Term.of("one"));
    assertThat(both.run(term("{2,x}"), CONTEXT)).hasToString("2");
  }

  @Test
  void withKnownElement_literalOfTheHead_isNotLookedAtAgain() {
    MatchSpec spec = MatchSpec.compile(term("[{{k,'$1',b},[],['$1']}]"));
    MatchSpec known = spec.withKnownElement(1, Atom.of("k"));
    assertThat(known).isEqualTo(spec);
    assertThat(known.run(term("{k,1,b}"), CONTEXT)).isEqualTo(term("1"));
    assertThat(known.run(term("{k,1,c}"), CONTEXT)).isNull();
    assertThat(known.run(term("{k,1}"), CONTEXT)).isNull();
    assertThat(known.run(term("{other,1,b}"), CONTEXT)).isEqualTo(term("1"));
  }

  @Test
  void withKnownElement_otherThanTheHeads_changesNothing() {
    MatchSpec spec = MatchSpec.compile(term("[{{k,'$1'},[],['$1']},{{1,a},[],[x]}]"));
    MatchSpec known = spec.withKnownElement(1, Atom.of("z"));
    assertThat(known.run(term("{other,1}"), CONTEXT)).isNull();
    assertThat(known.run(term("{k,2}"), CONTEXT)).isEqualTo(term("2"));
    assertThat(known.run(term("{1,a}"), CONTEXT)).isEqualTo(term("x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2: [{{'_','_'},[],['$_']}]",
        "2: [{{k,'_'},[],['$_']}]",
        "-1: [{{'_','_'},[true],['$_']}]",
        "-1: [{{'_',a},[],['$_']}]",
        "-1: [{{'$1','$1'},[],['$_']}]",
        "-1: [{{'_','_'},[],[true]}]",
        "-1: [{'_',[],['$_']}]",
        "-1: [{{'_','_'},[],['$_']},{{'_'},[],['$_']}]"
      })
  void returnedArity_allTuplesAsTheyAre_isTheirs(String line) {
    String[] arityAndSpec = line.split(": ", 2);
    MatchSpec known = MatchSpec.compile(term(arityAndSpec[1])).withKnownElement(1, Atom.of("k"));
    assertThat(known.returnedArity()).isEqualTo(Integer.parseInt(arityAndSpec[0]));
  }

  @Test
  void nullArguments_areNamed() {
    MatchSpec spec = MatchSpec.objectsLike(Atom.of("_"));
    MatchSpec none = MatchSpec.compile(ListTerm.empty());
    Term object = Tuple.of(Atom.of("a"));
    assertNamesNull("next", () -> spec.or(nothing()));
    assertNamesNull("object", () -> none.run(nothing(), CONTEXT));
    assertNamesNull("context", () -> none.run(object, nothing()));
    assertNamesNull("objects", () -> spec.runAll(nothing(), CONTEXT));
    assertNamesNull("context", () -> spec.runAll(List.of(), nothing()));
    assertNamesNull("object", () -> spec.runAll(Arrays.asList(object, nothing()), CONTEXT));
    assertNamesNull("object", () -> MatchSpec.test(nothing(), spec.toTerm(), CONTEXT));
    assertNamesNull("spec", () -> MatchSpec.test(object, nothing(), CONTEXT));
    assertNamesNull("context", () -> MatchSpec.test(object, ListTerm.empty(), nothing()));
  }

  private static void assertNamesNull(String argument, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(argument);
  }

  /** Returns null where the types forbid it. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T nothing() {
    return null;
  }

  /** A packed tuple has integers of 32 bits without objects, which guards compare as others. */
  @ParameterizedTest
  @ValueSource(strings = {"<", "=<", ">", ">=", "==", "/=", "=:=", "=/="})
  void guard_elementAndConstant_packedAsOtherTuples(String operator) {
    List<String> values =
        List.of(
            "0",
            "1",
            "-1",
            "1.0",
            "2147483647",
            "-2147483648",
            "2147483648",
            "-2147483649",
            "9223372036854775807",
            "-9223372036854775808",
            "9223372036854775808",
            "2147483647.0",
            "a",
            "{1}");
    for (String constant : values) {
      String written = constant.startsWith("{") ? "{" + constant + "}" : constant;
      MatchSpec left = guarded("{'" + operator + "','$1'," + written + "}");
      MatchSpec right = guarded("{'" + operator + "'," + written + ",'$1'}");
      for (String element : values) {
        Term value = term(element);
        Tuple alone = Tuple.of(value);
        Tuple second = Tuple.of(IntegerTerm.of(7), value);
        boolean expected = holds(operator, value, term(constant));
        assertThat(runsOn(left, alone, second))
            .as(element + operator + constant)
            .isEqualTo(expected);
        assertThat(runsOn(right, alone, second))
            .as(constant + operator + element)
            .isEqualTo(holds(operator, term(constant), value));
      }
    }
  }

  private static MatchSpec guarded(String guard) {
    return MatchSpec.compile(
        term("[{{'$1'}, [" + guard + "], [true]}, {{'_','$1'}, [" + guard + "], [true]}]"));
  }

  /** Returns whether it has a result for these tuples, packed or not. */
  private static boolean runsOn(MatchSpec spec, Tuple... tuples) {
    boolean isFirst = spec.run(tuples[0], CONTEXT) != null;
    for (Tuple tuple : tuples) {
      assertThat(spec.run(tuple, CONTEXT) != null).isEqualTo(isFirst);
      assertThat(spec.run(tuple.packed(), CONTEXT) != null).isEqualTo(isFirst);
    }
    return isFirst;
  }

  private static boolean holds(String operator, Term left, Term right) {
    int order = TermOrder.STANDARD.compare(left, right);
    return switch (operator) {
      case "<" -> order < 0;
      case "=<" -> order <= 0;
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "==" -> order == 0;
      case "/=" -> order != 0;
      case "=:=" -> left.equals(right);
      default -> !left.equals(right);
    };
  }
}
