package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** How much room objects and arrays take in heaps of several kinds. */
class HeapLayoutTest {
  private static final long REGION = 1 << 20;

  @Test
  void objectBytes_compressedReferences_areAligned() {
    HeapLayout layout = HeapLayout.USUAL;
    assertThat(layout.objectBytes(1, 0)).isEqualTo(16);
    assertThat(layout.objectBytes(2, 0)).isEqualTo(24);
    assertThat(layout.objectBytes(3, 0)).isEqualTo(24);
    assertThat(layout.objectBytes(0, Long.BYTES)).isEqualTo(24);
  }

  @Test
  void objectBytes_largeReferences_takeEightBytesEach() {
    HeapLayout layout = new HeapLayout(Long.BYTES, 0);
    assertThat(layout.objectBytes(1, 0)).isEqualTo(24);
    assertThat(layout.objectBytes(2, Integer.BYTES)).isEqualTo(40);
    assertThat(layout.objectBytes(3, 0)).isEqualTo(40);
  }

  @Test
  void arrayBytes_halfARegionOrMore_areWholeRegions() {
    HeapLayout layout = new HeapLayout(Integer.BYTES, REGION);
    assertThat(layout.arrayBytes(REGION / 2 - 1)).isEqualTo(REGION / 2);
    assertThat(layout.arrayBytes(REGION / 2)).isEqualTo(REGION);
    assertThat(layout.arrayBytes(REGION)).isEqualTo(REGION);
    assertThat(layout.arrayBytes(REGION + 1)).isEqualTo(2 * REGION);
    assertThat(HeapLayout.USUAL.arrayBytes(REGION + 1)).isEqualTo(REGION + 1);
  }

  @Test
  void arrayBytes_someToARegion_leaveTheRestOfItEmpty() {
    HeapLayout layout = new HeapLayout(Integer.BYTES, REGION);
    assertThat(layout.arrayBytes(352_000)).isEqualTo(REGION / 2);
    assertThat(layout.arrayBytes(300_000)).isEqualTo(REGION / 3);
    assertThat(layout.arrayBytes(REGION / 8)).isEqualTo(REGION / 8);
    assertThat(layout.arrayBytes(REGION / 8 - 1)).isEqualTo(REGION / 8 - 1);
    assertThat(HeapLayout.USUAL.arrayBytes(352_000)).isEqualTo(352_000);
  }

  @Test
  void ofThisJvm_isOneThatThereIs() {
    HeapLayout layout = HeapLayout.ofThisJvm();
    assertThat(layout.referenceBytes()).isIn(Set.of(Integer.BYTES, Long.BYTES));
    assertThat(Long.bitCount(layout.regionBytes())).isLessThan(2);
  }
}
