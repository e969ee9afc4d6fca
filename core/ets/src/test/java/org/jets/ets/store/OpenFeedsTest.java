package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;

import java.util.Iterator;
import java.util.stream.IntStream;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

class OpenFeedsTest {
  private final Object first = new Object();
  private final Object second = new Object();
  private Object current = first;
  private final OpenFeeds feeds = new OpenFeeds(map -> map == current);

  private KeyFeed.Block shared(Object map) {
    Iterator<Term> keys = IntStream.range(0, 1000).<Term>mapToObj(n -> i(n)).iterator();
    KeyFeed.Block block = KeyFeed.of(keys, map, feeds);
    block.share();
    return block;
  }

  @Test
  void dropReplaced_feedOfOlderMap_ends() {
    KeyFeed.Block older = shared(first);
    current = second;
    feeds.dropReplaced();
    assertThat(older.next()).isNull();
  }

  @Test
  void dropReplaced_feedOfNewMap_goesOnUntilThatIsReplaced() {
    current = second;
    KeyFeed.Block newer = shared(second);
    KeyFeed.Block another = shared(second);
    feeds.dropReplaced();
    assertThat(newer.next()).isNotNull();
    assertThat(another.next()).isNotNull();
    current = new Object();
    feeds.dropReplaced();
    assertThat(newer.next().next()).isNull();
    assertThat(another.next().next()).isNull();
  }

  @Test
  void share_ofMapThatHasBeenReplaced_ends() {
    assertThat(shared(second).next()).isNull();
  }
}
