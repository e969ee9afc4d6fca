package org.jets.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.jets.collections.AdaptingTreeRegion;
import org.junit.jupiter.api.Test;

class FramesTest {

  @Test
  void line_regions_arePartsOfTheRange() {
    String line =
        Frames.line(
            1234,
            "HOT_RANGE",
            2,
            1000,
            List.of(
                new AdaptingTreeRegion<>(null, 1, -15, 300),
                new AdaptingTreeRegion<>(500L, 2, 250, 80),
                new AdaptingTreeRegion<>(750L, 2, 0, -1)));

    assertThat(line)
        .isEqualTo("frame 1234 HOT_RANGE 2 0.00000:1:-15:300,0.50000:2:250:80,0.75000:2:0:0");
  }

  @Test
  void line_moreRegionsThanAreDrawn_isCut() {
    List<AdaptingTreeRegion<Long>> many =
        Collections.nCopies(600, new AdaptingTreeRegion<>(1L, 9, 0, 1));

    assertThat(Frames.line(0, "ONE", 1, 10, many).split(",", -1)).hasSize(512);
  }
}
