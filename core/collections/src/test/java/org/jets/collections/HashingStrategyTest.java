package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HashingStrategyTest {

  @Test
  void natural_equalObjects_areEqualWithEqualHashes() {
    String a = new String("key");
    String b = new String("key");

    assertThat(HashingStrategy.natural().equal(a, b)).isTrue();
    assertThat(HashingStrategy.natural().hash(a)).isEqualTo(HashingStrategy.natural().hash(b));
    assertThat(HashingStrategy.natural().equal(a, "other")).isFalse();
  }

  @Test
  void identity_equalObjects_areTwoKeys() {
    String a = new String("key");
    String b = new String("key");

    assertThat(HashingStrategy.identity().equal(a, b)).isFalse();
    assertThat(HashingStrategy.identity().equal(a, a)).isTrue();
    assertThat(HashingStrategy.identity().hash(a)).isEqualTo(System.identityHashCode(a));
  }
}
