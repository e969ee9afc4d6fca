package org.jets.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jets.app.demo.Questions.Entry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuestionsTest {
  private final ClassTables tables = new ClassTables(null);
  private final Questions questions = new Questions(tables, System.out);

  private static ClassSummary summary(
      String name, int size, Set<String> methods, Set<String> references) {
    return new ClassSummary("m", name, size, 0, methods.size(), 0, methods, references);
  }

  @BeforeEach
  void addClasses() {
    tables.add(
        List.of(
            summary("p.B", 20, Set.of("get", "set"), Set.of("p.A")),
            summary("p.A", 10, Set.of("get"), Set.of("q.C")),
            summary("p.q.D", 40, Set.of("run"), Set.of("p.A")),
            summary("q.C", 30, Set.of(), Set.of("p.A", "p.B"))));
  }

  @Test
  void mostReferenced_counters_largestFirstThenByName() {
    assertThat(questions.mostReferenced())
        .containsExactly(new Entry("p.A", 3), new Entry("p.B", 1), new Entry("q.C", 1));
  }

  @Test
  void largest_moreThanTen_tenOfThem() {
    List<ClassSummary> more = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      more.add(summary("r.R" + i, 100 * i, Set.of(), Set.of()));
    }
    tables.add(more);

    assertThat(questions.largest())
        .hasSize(10)
        .startsWith(new Entry("r.R20", 2_000), new Entry("r.R19", 1_900))
        .endsWith(new Entry("r.R11", 1_100));
  }

  @Test
  void inPackage_neighboursAround_onlyItsClassesInOrder() {
    assertThat(questions.inPackage("m", "p")).containsExactly("A", "B");
  }

  @Test
  void declarersOf_aName_allThatDeclareIt() {
    assertThat(questions.declarersOf("get")).containsExactly("p.A", "p.B");
    assertThat(questions.declarersOf("none")).isEmpty();
  }
}
