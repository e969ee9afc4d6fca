package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;

import java.util.Iterator;
import java.util.stream.IntStream;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

class OpenKeyIteratorsTest {
  private final Object first = new Object();
  private final Object second = new Object();
  private Object current = first;
  private final OpenKeyIterators open = new OpenKeyIterators(map -> map == current);

  private SharedKeyIterator.Block shared(Object map) {
    Iterator<Term> keys = IntStream.range(0, 1000).<Term>mapToObj(n -> i(n)).iterator();
    SharedKeyIterator.Block block = SharedKeyIterator.of(keys, map, open);
    block.share();
    return block;
  }

  @Test
  void dropReplaced_iteratorOfOlderMap_ends() {
    SharedKeyIterator.Block older = shared(first);
    current = second;
    open.dropReplaced();
    assertThat(older.next()).isNull();
  }

  @Test
  void dropReplaced_iteratorOfNewMap_continuesUntilThatMapIsReplaced() {
    current = second;
    SharedKeyIterator.Block newer = shared(second);
    SharedKeyIterator.Block another = shared(second);
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
