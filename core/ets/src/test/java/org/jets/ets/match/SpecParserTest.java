package org.jets.ets.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the nodes that the terms of a specification are parsed to. */
class SpecParserTest {
  private static final int DEEP = 300_000;

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private static MatchClause clause(Term clause) {
    return MatchSpec.compile(ListTerm.of(clause)).clauses().get(0);
  }

  private static MatchNode head(String text) {
    return clause(Tuple.of(term(text), ListTerm.empty(), ListTerm.of(Atom.TRUE))).head();
  }

  private static MatchNode expression(String text) {
    return clause(Tuple.of(term("{'$1','$2'}"), ListTerm.empty(), ListTerm.of(term(text))))
        .result();
  }

  private static String show(MatchNode node) {
    if (node instanceof Constant constant) {
      return "=" + constant.value();
    }
    if (node instanceof Variable variable) {
      return "$" + variable.number();
    }
    String parts =
        node.parts().stream().map(SpecParserTest::show).collect(Collectors.joining(" ", "(", ")"));
    return node instanceof Compound compound
        ? compound.shape() + parts
        : node instanceof Call call ? call.function().name() + parts : node.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'_' -> WILDCARD",
        "'$1' -> $1",
        "'$01' -> ='$01'",
        "'$2147483647' -> $2147483647",
        "'$2147483648' -> ='$2147483648'",
        "'$_' -> ='$_'",
        "'$$' -> ='$$'",
        "{} -> ={}",
        "{a,{1,[b]}} -> ={a,{1,[b]}}",
        "{const,'$1'} -> TUPLE(=const $1)",
        "{a,{b,'_'}} -> TUPLE(=a TUPLE(=b WILDCARD))",
        "[] -> =[]",
        "[a,'$1'] -> LIST(=a $1 =[])",
        "[a|'$1'] -> LIST(=a $1)",
        "[a|b] -> =[a|b]",
        "#{} -> MAP()",
        "#{a=>1,b=>'$1'} -> MAP(=a =1 =b $1)",
        "#{{'$1'}=>1} -> MAP(={'$1'} =1)",
        "{#{a=>1}} -> TUPLE(MAP(=a =1))"
      })
  void parse_head_isItsNodes(String row) {
    String[] cells = row.split(" -> ", -1);
    MatchNode head = head(cells[0]);
    assertThat(show(head)).isEqualTo(cells[1]);
    assertThat(head.term()).isEqualTo(term(cells[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 -> =1",
        "'_' -> ='_'",
        "'$1' -> $1",
        "'$_' -> WHOLE_OBJECT",
        "'$$' -> ALL_BINDINGS",
        "{self} -> SELF",
        "{const,{'$1',{x}}} -> ={'$1',{x}}",
        "{{}} -> ={}",
        "{{a,{{b}},{const,{c}}}} -> ={a,{b},{c}}",
        "{{a,'$1'}} -> TUPLE(=a $1)",
        "{{a,{{'$1'}}}} -> TUPLE(=a TUPLE($1))",
        "[] -> =[]",
        "[a,{const,{b}}] -> =[a,{b}]",
        "[a,'$1'] -> LIST(=a $1 =[])",
        "['$1'|{const,[b]}] -> LIST($1 =[b])",
        "['$1'|'$2'] -> LIST($1 $2)",
        "#{a=>1} -> =#{a => 1}",
        "#{a=>1,b=>'$1'} -> MAP(=a =1 =b $1)",
        "#{'$1'=>{const,{x}}} -> MAP($1 ={x})",
        "{node} -> node()",
        "{node,'$1'} -> node($1)",
        "{'andthen',true,'$1'} -> andalso(=true $1)",
        "{'orelse','$1'} -> orelse($1)",
        "{'or',true,'$1','$2'} -> or(=true $1 $2)",
        "{'+','$1',{hd,[1,'$2']}} -> +($1 hd(LIST(=1 $2 =[])))"
      })
  void parse_expression_isItsNodes(String row) {
    String[] cells = row.split(" -> ", -1);
    MatchNode expression = expression(cells[0]);
    assertThat(show(expression)).isEqualTo(cells[1]);
    assertThat(expression.term()).isEqualTo(term(cells[0]));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'+',{x},{y}} -> y x",
        "{'and',{x},{y}} -> y x",
        "{'andalso',{x},{y}} -> x y",
        "[{x},{y}|{z}] -> x y z",
        "{{{x},{y}}} -> y x",
        "#{{x}=>{y}} -> y x",
        "{hd,{foo,{x}}} -> foo",
        "{const,{x}},{x},{y} -> x y"
      })
  void parse_mistakes_areInTheOrderOfErlangs(String row) {
    String[] cells = row.split(" -> ", -1);
    Term spec = term("[{'_',[],[" + cells[0] + "]}]");
    MatchSpecException mistakes =
        catchThrowableOfType(MatchSpecException.class, () -> MatchSpec.compile(spec));
    assertThat(mistakes.errors())
        .extracting(error -> error.erlangText().replaceAll("Function (\\w+)/.*", "$1"))
        .containsExactly(cells[1].split(" "));
  }

  @Test
  void toTerm_randomSpecs_isWhatWasParsed() {
    Random random = new Random(1);
    SpecGenerator generator = new SpecGenerator(random, new MatchSpecReleases(29));
    int parsed = 0;
    int total = TestScale.count(5_000);
    for (int n = 0; n < total; n++) {
      Term spec = generator.spec(generator.object());
      MatchSpec compiled;
      try {
        compiled = MatchSpec.compile(spec);
      } catch (MatchSpecException e) {
        continue;
      }
      parsed++;
      List<Tuple> clauses = compiled.clauses().stream().map(MatchClause::toTerm).toList();
      assertThat((Object) ListTerm.of(clauses)).isEqualTo(spec);
      assertThat(MatchSpec.compile(ListTerm.of(clauses)).clauses()).isEqualTo(compiled.clauses());
    }
    assertThat(parsed).isGreaterThan(total / 2);
  }

  @Test
  void element_tupleOrNot_isTheNodeOrNull() {
    for (MatchNode tuple : List.of(head("{a,'$1'}"), expression("{{a,'$1'}}"))) {
      assertThat(tuple.element(1)).isEqualTo(new Constant(Atom.of("a")));
      assertThat(tuple.element(2)).isEqualTo(new Variable(Atom.of("$1"), 1));
      assertThat(tuple.element(0)).isNull();
      assertThat(tuple.element(3)).isNull();
    }
    assertThat(expression("{const,{a,'$1'}}").element(2)).isEqualTo(new Constant(Atom.of("$1")));
    assertThat(head("[a,'$1']").element(1)).isNull();
    assertThat(head("'$1'").element(1)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{element,2,'$1'} -> 2",
        "{element,{const,2},'$1'} -> 2",
        "{element,'$1','$2'} -> -1",
        "{element,99999999999,'$1'} -> -1",
        "{map_get,2,'$1'} -> -1",
        "{node} -> -1"
      })
  void elementPosition_call_isThatOfElement(String row) {
    String[] cells = row.split(" -> ", -1);
    assertThat(((Call) expression(cells[0])).elementPosition())
        .isEqualTo(Integer.parseInt(cells[1]));
  }

  @Test
  void equals_nodes_goesByKindAndTerm() {
    assertThat(head("{a,'$1'}")).isEqualTo(head("{a,'$1'}")).hasSameHashCodeAs(head("{a,'$1'}"));
    assertThat(head("{a,'$1'}")).isNotEqualTo(head("{b,'$1'}"));
    assertThat(expression("{hd,'$1'}")).isEqualTo(expression("{hd,'$1'}"));
    assertThat(expression("{hd,'$1'}")).isNotEqualTo(head("{hd,'$1'}"));
    assertThat(expression("{{a}}")).isNotEqualTo(expression("{const,{a}}"));
    assertThat(expression("{hd,'$1'}")).hasToString("Call[{hd,'$1'}]");
    assertThat(head("{a,'_'}")).hasToString("Compound[TUPLE, {a,'_'}]");
  }

  @Test
  void parse_deepHead_takesNoStack() {
    Term deep = Atom.of("$1");
    for (int i = 0; i < DEEP; i++) {
      deep = Tuple.of(deep);
    }
    MatchClause clause = clause(Tuple.of(deep, ListTerm.empty(), ListTerm.of(Atom.TRUE)));
    MatchClause same = clause(Tuple.of(deep, ListTerm.empty(), ListTerm.of(Atom.TRUE)));
    assertThat(clause.equals(same)).isTrue();
    assertThat(clause.hashCode()).isEqualTo(same.hashCode());
    assertThat(clause.toString()).startsWith("{{{");
    assertThat(clause.head().toString()).startsWith("Compound[TUPLE, {{{");
  }

  @Test
  void parse_sharedTermsInATupleNamedConst_areCountedInAHead() {
    Term shared = Atom.of("$1");
    for (int level = 0; level < 60; level++) {
      shared = Tuple.of(shared, shared);
    }
    Term constant = Tuple.of(Atom.of("const"), shared);
    assertThatThrownBy(() -> MatchSpec.objectsLike(constant))
        .hasMessage("match specification: more than 1000000 terms");
    Tuple clause = Tuple.of(Atom.of("_"), ListTerm.empty(), ListTerm.of(constant));
    assertThat(MatchSpec.compile(ListTerm.of(clause)).clauses()).hasSize(1);
  }
}
