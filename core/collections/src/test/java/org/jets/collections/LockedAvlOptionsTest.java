package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LockedAvlOptionsTest {

  @Test
  void withSavedPath_defaults_leavesThemAsTheyWere() {
    LockedAvlOptions defaults = LockedAvlOptions.defaults();
    LockedAvlOptions saving = defaults.withSavedPath();

    assertThat(saving.savesPath()).isTrue();
    assertThat(defaults.savesPath()).isFalse();
    assertThat(saving)
        .isEqualTo(LockedAvlOptions.defaults().withSavedPath())
        .hasSameHashCodeAs(LockedAvlOptions.defaults().withSavedPath())
        .isNotEqualTo(defaults)
        .hasToString("LockedAvlOptions[savesPath=true]");
  }
}
