package org.jets.ets.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.SelectPlan;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchClause;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the plan of a specification. */
class KeyPlannerTest {
  private final Owner owner = new TableSpace().newOwner();
  private final LocalTable set = owner.newTable("set", TableOptions.set());
  private final LocalTable ordered = owner.newTable("ordered", TableOptions.orderedSet());

  @AfterEach
  void end() {
    owner.close();
  }

  private static SelectPlan plan(LocalTable table, String spec) {
    return table.explain(MatchSpec.compile(TermParser.parse(spec)));
  }

  private static String keys(LocalTable table, String head, String guard) {
    SelectPlan plan = plan(table, "[{" + head + ",[" + guard + "],[true]}]");
    return plan.keys().isEmpty() ? plan.kind().name() : String.join(" ", plan.keys());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'_','_'}        ;                                ; SCAN",
        "'_'              ;                                ; SCAN",
        "foo              ;                                ; NOTHING",
        "{}               ;                                ; NOTHING",
        "{k,'_'}          ;                                ; k",
        "{{a,1},'_'}      ;                                ; {a,1}",
        "{{a,'$1'},'_'}   ;                                ; ({a,-} .. {a,+})",
        "{{a,'$1','_'},1} ;                                ; ({a,-,-} .. {a,+,+})",
        "{{'$1',a},'_'}   ;                                ; ({-,-} .. {+,+})",
        "{{{a,'_'},b},1}  ;                                ; ({{a,-},-} .. {{a,+},+})",
        "{[a,b|'_'],'_'}  ;                                ; ([a,b|-] .. [a,b|+])",
        "{['$1',b],'_'}   ;                                ; ([] .. <<>>)",
        "{#{a=>'$1'},'_'} ;                                ; [#{} .. [])",
        "{#{a=>1},'_'}    ;                                ; [#{} .. [])",
        "{'$1','_'}       ; {'>','$1',5}                   ; (5 .. +)",
        "{'$1','_'}       ; {'>=','$1',5},{'<','$1',9}     ; [5 .. 9)",
        "{'$1','_'}       ; {'>',5,'$1'}                   ; (- .. 5)",
        "{'$1','_'}       ; {'=<',5,'$1'}                  ; [5 .. +)",
        "{'$1','_'}       ; {'=:=','$1',5}                 ; 5",
        "{'$1','_'}       ; {'==',{const,{a}},'$1'}        ; {a}",
        "{'$1','_'}       ; {'==',{{a,{{1}}}},'$1'}        ; {a,{1}}",
        "{'$1','_'}       ; {'/=','$1',5}                  ; SCAN",
        "{'$1','_'}       ; {'not',{'>','$1',5}}           ; (- .. 5]",
        "{'$1','_'}       ; {'not',{'=/=','$1',5}}         ; 5",
        "{'$1','_'}       ; {'>','$1',5},{'<','$1',5}      ; NOTHING",
        "{'$1','_'}       ; {'orelse',{'<','$1',2},{'==','$1',7}} ; (- .. 2) 7",
        "{'$1','$2'}      ; {'orelse',{'<','$1',2},{'<','$2',2}}  ; SCAN",
        "{'$1','$2'}      ; {'andalso',{'<','$1',2},{'<','$2',2}} ; (- .. 2)",
        "{'$1','_'}       ; '$1'                           ; true",
        "{'$1','_'}       ; false                          ; NOTHING",
        "{'$1','_'}       ; {is_atom,'$1'}                 ; SCAN",
        "'$1'             ; {'<',{element,1,'$1'},4}       ; (- .. 4)",
        "'_'              ; {'<',{element,1,'$_'},4}       ; (- .. 4)",
        "'_'              ; {'<',{element,2,'$_'},4}       ; SCAN",
        "{{'$1','$2'},1}  ; {'==','$1',a},{'>','$2',5}     ; ({a,5} .. {a,+})",
        "{{'$1','$2'},1}  ; {'=:=','$2',b},{'=:=','$1',a}  ; {a,b}",
        "{{'$1','$1'},1}  ; {'=:=','$1',a}                 ; {a,a}",
        "{{a,'$2','_'},1} ; {'>','$2',5},{'=<','$2',7}     ; ({a,5,+} .. {a,7,+})",
        "{'$1','_'}       ; {'>',{element,2,'$1'},5}       ; ({-,-} .. #{})",
        "{'$1',1}         ; {'==',{element,1,{element,1,'$_'}},9},{'<','$1',{const,{a,a}}} "
            + "; {9} ({9,-} .. {9,+})",
      })
  void plan_orderedSet_limitsTheKey(String head, String guard, String expected) {
    assertThat(keys(ordered, head, guard == null ? "" : guard)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{k,'_'}         ;                                       ; k",
        "{{a,'$1'},'_'}  ;                                       ; SCAN",
        "{{a,'$1'},'_'}  ; {'=:=','$1',3}                        ; {a,3}",
        "{{a,'$1'},'_'}  ; {'==','$1',3}                         ; SCAN",
        "{'$1','_'}      ; {'=:=','$1',3}                        ; 3",
        "{'$1','_'}      ; {'==','$1',3}                         ; 3 3.0",
        "{'$1','_'}      ; {'==','$1',0}                         ; 0 0.0 -0.0",
        "{'$1','_'}      ; {'==','$1',0.5}                       ; 0.5",
        "{'$1','_'}      ; {'==','$1',k}                         ; k",
        "{'$1','_'}      ; {'==','$1',{const,{k,1}}}             ; SCAN",
        "{'$1','_'}      ; {'==','$1',{const,{k,l}}}             ; {k,l}",
        "{'$1','_'}      ; {'>','$1',3}                          ; SCAN",
        "{'$1','_'}      ; {'>=','$1',k},{'=<','$1',k}           ; k",
        "{'$1','_'}      ; {'orelse',{'=:=','$1',b},{'=:=',a,'$1'}} ; a b",
        "{#{a=>1},'_'}   ;                                       ; SCAN",
      })
  void plan_set_looksUpKeysThatAreKnown(String head, String guard, String expected) {
    assertThat(keys(set, head, guard == null ? "" : guard).replace("0.0 0 -0.0", "0 0.0 -0.0"))
        .isEqualTo(expected);
  }

  @Test
  void plan_severalClauses_isTheirUnion() {
    String three = "[{{3,'_'},[],[1]},{{'$1','_'},[{'<','$1',4}],[2]},{{9,'_'},[],[3]}]";
    assertThat(plan(ordered, three).toString())
        .isEqualTo("range (- .. 4), 9: the key is limited by the head and the guards");
    assertThat(plan(set, three).toString())
        .isEqualTo("scan of all objects: without an order of keys only =:= finds one");
    assertThat(plan(set, "[{{3,'_'},[],[1]},{{a,b,c},[false],[1]},{{9},[],[1]}]").toString())
        .isEqualTo("lookup of 3, 9: the key is limited by the head");
    assertThat(plan(ordered, "[{{3},[],[1]},{{'_',3},[],[1]}]").toString())
        .isEqualTo("scan of all objects: clause 2 leaves the key open");
    assertThat(
            plan(ordered, "[{{'$1'},[{'<','$1',3}],[1]},{{'$1'},[{'>','$1',2}],[1]}]").toString())
        .isEqualTo("scan of all objects: the clauses together leave the key open");
    assertThat(plan(ordered, "[{'_',[],[1]}]").toString())
        .isEqualTo("scan of all objects: the clause leaves the key open");
    assertThat(plan(ordered, "[]").toString())
        .isEqualTo("no access: no clause can match an object");
    assertThat(plan(ordered, "[{{'$1'},[{'>','$1',3}],[1]}]").toString())
        .isEqualTo("range (3 .. +): the key is limited by the guards");
  }

  @Test
  void plan_elementOfAKeyOfUnknownArity_triesEachSmallArity() {
    SelectPlan plan = plan(ordered, "[{{'$1'},[{'=:=',{element,1,'$1'},x}],[1]}]");
    assertThat(plan.keys())
        .hasSize(9)
        .startsWith("{x}", "({x,-} .. {x,+})")
        .endsWith("({-,-,-,-,-,-,-,-,-} .. #{})");
  }

  @Test
  void plan_manyAlternatives_looksEachUp() {
    String alternatives =
        IntStream.range(0, 500)
            .mapToObj(n -> "{'=:=','$1'," + n + "}")
            .collect(Collectors.joining(",", "{'orelse',", "}"));
    SelectPlan plan = plan(set, "[{{'$1'},[" + alternatives + "],[1]}]");
    assertThat(plan.kind()).isEqualTo(SelectPlan.Kind.LOOKUP);
    assertThat(plan.keys()).hasSize(500);
  }

  @Test
  void plan_keyposBeyondTheHead_isNothing() {
    LocalTable third = owner.newTable("third", TableOptions.set().withKeypos(3));
    assertThat(plan(third, "[{{1,2},[],[1]}]").kind()).isEqualTo(SelectPlan.Kind.NOTHING);
    assertThat(plan(third, "[{{1,2,3,4},[],[1]}]").keys()).isEqualTo(List.of("3"));
  }

  private static Term alternatives(int count, IntFunction<Term> alternative) {
    List<Term> call = new ArrayList<>(List.of(Atom.of("orelse")));
    IntStream.range(0, count).mapToObj(alternative).forEach(call::add);
    return Tuple.of(call);
  }

  private static Term is(String variable, int value) {
    return Tuple.of(Atom.of("=:="), Atom.of(variable), IntegerTerm.of(value));
  }

  @Test
  void guards_manyOrLong_areJoinedUpToABound() {
    int alternatives = 2_000;
    Term guard = alternatives(alternatives, n -> is("$1", n));
    MatchClause clause =
        MatchSpec.compile(
                ListTerm.of(
                    Tuple.of(
                        TermParser.parse("{'$1','_'}"),
                        ListTerm.of(guard),
                        ListTerm.of(Atom.TRUE))))
            .clauses()
            .get(0);
    HeadKeys head = new HeadKeys(clause.head(), 1);
    for (int guards : new int[] {10, 1_000}) {
      GuardKeys keys = new GuardKeys(head);
      keys.allOf(Collections.nCopies(guards, clause.guards().get(0)));
      assertThat(keys.joinedIntervals())
          .isLessThanOrEqualTo(GuardKeys.MAX_JOINED_INTERVALS + 2L * alternatives);
    }
  }

  @Test
  void head_longTuple_isLookedAtUpToABound() {
    Term[] elements = new Term[100_000];
    Arrays.setAll(elements, IntegerTerm::of);
    elements[elements.length - 1] = Atom.of("$1");
    Tuple pattern = Tuple.of(Tuple.of(elements), Atom.of("_"));
    HeadKeys head = new HeadKeys(MatchSpec.objectsLike(pattern).clauses().get(0).head(), 1);
    assertThat(head.condition().intervalCount()).isLessThanOrEqualTo(64);
    LocalTable[] tables = {set, ordered};
    for (LocalTable table : tables) {
      elements[elements.length - 1] = Atom.of("a");
      table.insert(Tuple.of(Tuple.of(elements), Atom.OK));
      elements[elements.length - 1] = Atom.of("$1");
      assertThat(table.match(Tuple.of(Tuple.of(elements), Atom.of("_"))))
          .containsExactly(ListTerm.of(Atom.of("a")));
    }
  }
}
