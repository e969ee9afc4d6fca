package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;

import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

class BinSpliteratorTest {

  @Test
  void tryAdvance_failsAtAnElement_continuesWithIt() {
    AtomicInteger calls = new AtomicInteger();
    List<Term> keys = List.of(i(1), i(2), i(3), i(3));
    Spliterator<Term> all =
        new BinSpliterator<>(
            keys.spliterator(),
            key -> {
              if (calls.incrementAndGet() == 2) {
                throw new OutOfMemoryError("thrown by the test");
              }
              return key;
            });
    List<Term> shown = new ArrayList<>();
    assertThatThrownBy(() -> all.forEachRemaining(shown::add)).isInstanceOf(OutOfMemoryError.class);
    all.forEachRemaining(shown::add);
    assertThat(shown).containsExactly(i(1), i(2), i(3));
  }
}
