package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {
  private static final int TOP = Integer.MAX_VALUE;

  @Test
  void draw_lotsAtTheBounds_areThePartsInOrder() {
    Mix mix = Mix.parse("insert=25:delete=25:lookup=50");

    assertThat(mix.draw(0)).isEqualTo(Operation.INSERT);
    assertThat(mix.draw(TOP / 4)).isEqualTo(Operation.INSERT);
    assertThat(mix.draw(TOP / 4 + 1)).isEqualTo(Operation.DELETE);
    assertThat(mix.draw(TOP / 2)).isEqualTo(Operation.DELETE);
    assertThat(mix.draw(TOP / 2 + 1)).isEqualTo(Operation.LOOKUP);
    assertThat(mix.draw(TOP)).isEqualTo(Operation.LOOKUP);
  }

  @ParameterizedTest
  @CsvSource({
    "100, lookup=100",
    "99, insert=0.5:delete=0.5:lookup=99",
    "90, insert=5.0:delete=5.0:lookup=90"
  })
  void ofLookups_percent_leavesHalvesToInsertAndDelete(int percent, String mix) {
    assertThat(Mix.ofLookups(percent)).isEqualTo(mix);
    assertThat(Mix.parse(mix).needsOrder()).isFalse();
  }

  @Test
  void needsOrder_stepsOrRanges_isTrue() {
    assertThat(Mix.parse("lookup=99:nextseq10=1").needsOrder()).isTrue();
    assertThat(Mix.parse("lookup=99:partial_select1000=1").needsOrder()).isTrue();
    assertThat(Mix.parse("lookup=99:selectall=1").needsOrder()).isFalse();
  }

  @Test
  void needsAllKeys_countOrHalf_isTrue() {
    assertThat(Mix.parse("lookup=99:count=1").needsAllKeys()).isTrue();
    assertThat(Mix.parse("lookup=99:select_half=1").needsAllKeys()).isTrue();
    assertThat(Mix.parse("lookup=99:select1000=1").needsAllKeys()).isFalse();
    assertThat(Mix.parse("lookup=99:count=1").counts()).isTrue();
    assertThat(Mix.parse("lookup=99:select_half=1").counts()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "lookup",
        "lookup=",
        "lookup=x",
        "lookup=99",
        "lookup=101",
        "lookup=-1:insert=101",
        "LOOKUP=100",
        "fly=100",
        "lookup=50=50",
        "lookup=100:"
      })
  void parse_noMix_saysWhatIsExpected(String text) {
    assertThatThrownBy(() -> Mix.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "mix: " + text + " (expected: insert=5:delete=5:lookup=90 or the like, 100 in all)");
  }
}
