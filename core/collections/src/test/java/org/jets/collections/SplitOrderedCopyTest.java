package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitOrderedCopyTest {

  @Test
  void emptyCopy_sameKeys_areInTheSameOrder() {
    SplitOrderedHashMap<String, Integer> map = new SplitOrderedHashMap<>();
    List<String> keys = new ArrayList<>();
    for (int n = 0; n < 1_000; n++) {
      keys.add("key " + n);
    }
    keys.forEach(key -> map.put(key, 1));
    SplitOrderedHashMap<String, Integer> copy = map.emptyCopy();
    assertThat(copy).isEmpty();

    keys.forEach(key -> copy.put(key, 2));
    assertThat(copy.keySet()).containsExactlyElementsOf(map.keySet());
    assertThat(copy.values()).containsOnly(2);
    assertThat(map.values()).containsOnly(1);
  }
}
