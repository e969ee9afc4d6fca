package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.i;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jets.terms.Term;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the keys that walks get from one iterator that fails now and then. */
class SharedIteratorTest {
  private static final int KEYS = 200;

  private final Object map = new Object();
  private final OpenIterators open = new OpenIterators(read -> read == map);

  /**
   * Returns all keys. Fails once before each key that satisfies the predicate, and then continues
   * with it.
   */
  private static Iterator<Term> failing(IntPredicate isMeant) {
    return new Iterator<>() {
      private int next;
      private boolean hasFailed;

      @Override
      public boolean hasNext() {
        return next < KEYS;
      }

      @Override
      public Term next() {
        if (isMeant.test(next) && !hasFailed) {
          hasFailed = true;
          throw new OutOfMemoryError("thrown by the test");
        }
        hasFailed = false;
        return i(next++);
      }
    };
  }

  private static List<Term> keys(SharedIterator.Block first) {
    List<Term> keys = new ArrayList<>();
    for (SharedIterator.Block block = first; block != null; block = block.next()) {
      for (int n = 0; n < block.size(); n++) {
        keys.add(block.key(n));
      }
    }
    return keys;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void next_iteratorFails_laterCallsMissNoKey(boolean isShared) {
    SharedIterator.Block start = SharedIterator.of(failing(n -> n == 10 || n == 20), map, open);
    if (isShared) {
      start.share();
    }
    assertThatThrownBy(start::next).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(start::next).isInstanceOf(OutOfMemoryError.class);
    List<Term> expected = IntStream.range(0, KEYS).<Term>mapToObj(n -> i(n)).toList();
    assertThat(keys(start)).isEqualTo(expected);
    assertThat(keys(start)).isEqualTo(expected);
  }
}
