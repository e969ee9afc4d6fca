package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LongSplitOrderedMapTest {
  private final LongSplitOrderedMap<String> map = new LongSplitOrderedMap<>();

  @Test
  @SuppressWarnings("CollectionIncompatibleType") // That is what is tested.
  void get_integerObject_isAbsentAsInAHashMapOfLongs() {
    Integer key = 7;

    map.put(key, "seven"); // The method for long.

    assertThat(map.get(key.longValue())).isEqualTo("seven");
    assertThat(map.get(7)).isEqualTo("seven");
    assertThat(map.get((Object) 7L)).isEqualTo("seven");
    assertThat(map.get(key)).isNull(); // The method for an object.
    assertThat(map.containsKey(key)).isFalse();
    assertThat(map.getOrDefault(key, "none")).isEqualTo("none");
    assertThat(map.remove(key)).isNull();
    assertThat(map).containsExactly(Map.entry(7L, "seven"));
  }
}
