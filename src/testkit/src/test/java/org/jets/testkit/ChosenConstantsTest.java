package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChosenConstantsTest {
  private static final String PROPERTY = "jets.testkit.color";

  private enum Color {
    RED,
    GREEN
  }

  @AfterEach
  void clear() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void of_noProperty_isEachConstant() {
    assertThat(ChosenConstants.of(Color.class, PROPERTY)).containsExactly(Color.RED, Color.GREEN);
  }

  @Test
  void of_aName_isThatConstant() {
    System.setProperty(PROPERTY, "GREEN");

    assertThat(ChosenConstants.of(Color.class, PROPERTY)).containsExactly(Color.GREEN);
  }

  @Test
  void of_anotherName_isRefusedWithTheList() {
    System.setProperty(PROPERTY, "BLUE");

    assertThatThrownBy(() -> ChosenConstants.of(Color.class, PROPERTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("jets.testkit.color: BLUE (expected: one of [RED, GREEN])");
  }
}
