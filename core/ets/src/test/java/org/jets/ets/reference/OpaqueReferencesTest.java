package org.jets.ets.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.t;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.SelectChunk;
import org.jets.ets.SelectContinuation;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

class OpaqueReferencesTest {
  private final OpaqueReferences references = new OpaqueReferences(a("a@b"), 7);

  private static Term copy(Term term) {
    return ExternalTermFormat.decode(ExternalTermFormat.encode(term));
  }

  @Test
  void get_manyAdded_findsEachByAnEqualReference() {
    Reference first = references.add("first");
    Reference second = references.add("second");
    assertThat(references.get(copy(first))).isEqualTo("first");
    assertThat(references.get(copy(second))).isEqualTo("second");
  }

  @Test
  void get_foreignTerms_isNull() {
    Reference reference = references.add("value");
    assertThat(references.get(a("x"))).isNull();
    assertThat(references.get(Reference.of(a("a@b"), 8, words(reference)))).isNull();
    assertThat(references.get(Reference.of(a("c@b"), 7, words(reference)))).isNull();
    assertThat(references.get(Reference.of(a("a@b"), 7, 99, 0, reference.word(2)))).isNull();
    assertThat(references.get(Reference.of(a("a@b"), 7, reference.word(0), 0, 0))).isNull();
    assertThat(references.get(Reference.of(a("a@b"), 7, reference.word(0), 0, 1 << 14))).isNull();
  }

  @Test
  void get_firstWordBeyondItsBits_isNull() {
    Reference reference = references.add("value");
    for (int n = 1; n < 1 << 18; n++) {
      references.add("other");
    }
    Reference last = references.add("last");
    assertThat(last.word(1)).isEqualTo(1);
    int aliased = last.word(0) | 1 << 18;
    assertThat(references.get(Reference.of(a("a@b"), 7, aliased, 0, last.word(2)))).isNull();
    assertThat(references.get(reference)).isEqualTo("value");
  }

  private static int[] words(Reference reference) {
    return new int[] {reference.word(0), reference.word(1), reference.word(2)};
  }

  @Test
  void get_referenceThatIsKept_isNeverForgotten() {
    Reference kept = references.add("kept");
    for (int n = 0; n < 3 * OpaqueReferences.RECENT; n++) {
      references.add(n);
    }
    System.gc();
    assertThat(references.get(kept)).isEqualTo("kept");
  }

  @Test
  void get_referenceUsedAmongTheLast_isNotForgotten() {
    Term copy = copy(references.add("sent"));
    for (int n = 0; n < 3 * OpaqueReferences.RECENT; n++) {
      references.add(n);
      if (n % 100 == 0) {
        assertThat(references.get(copy)).isEqualTo("sent");
      }
    }
  }

  @Test
  void bytes_chunksOfOneKey_areCountedOnce() {
    Owner owner = new TableSpace().newOwner();
    EtsTable table = owner.newTable("t", TableOptions.duplicateBag());
    for (int n = 0; n < 5; n++) {
      table.insert(t(1, n));
    }
    AtomicInteger specs = new AtomicInteger();
    AtomicInteger places = new AtomicInteger();
    Optional<SelectContinuation> next =
        table.select(MatchSpec.objectsLike(a("_")), 1).flatMap(SelectChunk::continuation);
    int chunks = 0;
    while (next.isPresent()) {
      SelectPosition place = (SelectPosition) next.get();
      chunks++;
      boolean isUnfinished = !place.unfinished().isEmpty();
      long bytes = place.bytes(spec -> specs.incrementAndGet(), unread -> places.addAndGet(10));
      assertThat(bytes).isEqualTo(isUnfinished ? 11 : 21);
      next = table.select(next.get()).flatMap(SelectChunk::continuation);
    }
    assertThat(chunks).isEqualTo(5);
    assertThat(specs).hasValue(1);
    assertThat(places).hasValue(20);
    owner.close();
  }
}
