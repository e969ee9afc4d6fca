package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Keys that would be told by their place alone, but for a strategy. */
class SplitOrderedStrategyTest {

  /** Numbers are equal if their last digits are. */
  private static final HashingStrategy<Number> LAST_DIGIT =
      new HashingStrategy<>() {
        @Override
        public int hash(Number key) {
          return key.intValue() % 10;
        }

        @Override
        public boolean equal(Number a, Number b) {
          return hash(a) == hash(b);
        }
      };

  @Test
  void get_numbersUnderAStrategy_goesByIt() {
    SplitOrderedHashMap<Number, String> map = new SplitOrderedHashMap<>(LAST_DIGIT);

    assertThat(map.put(13L, "three")).isNull();
    assertThat(map.put(25, "five")).isNull();

    assertThat(map.get(3L)).isEqualTo("three");
    assertThat(map.get(13L)).isEqualTo("three");
    assertThat(map.get(13)).isEqualTo("three");
    assertThat(map.get(5L)).isEqualTo("five");
    assertThat(map.get(4L)).isNull();
    assertThat(map.put(33L, "3")).isEqualTo("three");
    assertThat(map.keySet()).containsExactlyInAnyOrder(13L, 25);
    assertThat(map.remove(3)).isEqualTo("3");
    assertThat(map.get(3L)).isNull();
    map.validate();
  }

  @Test
  void get_longAndIntegerOfOneNumber_areTwoKeys() {
    SplitOrderedHashMap<Object, String> map = new SplitOrderedHashMap<>();

    for (long number = -100; number < 100; number++) {
      map.put(number, "long " + number);
      map.put((int) number, "int " + number);
    }

    for (long number = -100; number < 100; number++) {
      assertThat(map.get(number)).isEqualTo("long " + number);
      assertThat(map.get((int) number)).isEqualTo("int " + number);
      assertThat(map.remove((int) number)).isEqualTo("int " + number);
      assertThat(map.get(number)).isEqualTo("long " + number);
    }
    assertThat(map).hasSize(200);
    map.validate();
  }

  @Test
  @SuppressWarnings({
    "deprecation",
    "removal",
    "BoxedPrimitiveConstructor"
  }) // Objects of their own.
  void get_longKeyByIdentity_findsTheObject() {
    SplitOrderedHashMap<Object, String> map = new SplitOrderedHashMap<>(HashingStrategy.identity());
    Long key = new Long(1000);

    map.put(key, "value");

    assertThat(map.get(key)).isEqualTo("value");
    assertThat(map.containsKey(key)).isTrue();
    assertThat(map.get(new Long(1000))).isNull();
    map.validate();
  }
}
