package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;

import java.util.Iterator;
import java.util.stream.IntStream;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

class OpenIteratorsTest {
  private final Object first = new Object();
  private final Object second = new Object();
  private Object current = first;
  private final OpenIterators open = new OpenIterators(map -> map == current);

  private SharedIterator.Block shared(Object map) {
    Iterator<Term> keys = IntStream.range(0, 1000).<Term>mapToObj(n -> i(n)).iterator();
    SharedIterator.Block block = SharedIterator.of(keys, map, open);
    block.share();
    return block;
  }

  @Test
  void dropReplaced_iteratorOfOlderMap_ends() {
    SharedIterator.Block older = shared(first);
    current = second;
    open.dropReplaced();
    assertThat(older.next()).isNull();
  }

  @Test
  void dropReplaced_iteratorOfNewMap_continuesUntilThatMapIsReplaced() {
    current = second;
    SharedIterator.Block newer = shared(second);
    SharedIterator.Block another = shared(second);
    open.dropReplaced();
    assertThat(newer.next()).isNotNull();
    assertThat(another.next()).isNotNull();
    current = new Object();
    open.dropReplaced();
    assertThat(newer.next().next()).isNull();
    assertThat(another.next().next()).isNull();
  }

  @Test
  void share_ofMapThatHasBeenReplaced_ends() {
    assertThat(shared(second).next()).isNull();
  }
}
