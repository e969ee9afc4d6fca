package org.jets.ets.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the bytes of objects and arrays in heaps of several kinds. */
class HeapLayoutTest {
  private static final long REGION = 1 << 20;
  private static final int HEADER = 16;

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
    HeapLayout layout = new HeapLayout(Long.BYTES, Long.BYTES, 0);
    assertThat(layout.objectBytes(1, 0)).isEqualTo(24);
    assertThat(layout.objectBytes(2, Integer.BYTES)).isEqualTo(32);
    assertThat(layout.objectBytes(3, 0)).isEqualTo(40);
  }

  @Test
  void objectBytes_coarseAlignment_isThatOfTheJvm() {
    HeapLayout layout = new HeapLayout(Integer.BYTES, 2 * Long.BYTES, 0);
    assertThat(layout.objectBytes(1, 0)).isEqualTo(16);
    assertThat(layout.objectBytes(2, 0)).isEqualTo(32);
    assertThat(layout.arrayBytes(1)).isEqualTo(32);
  }

  @Test
  void arrayBytes_fewElements_haveAHeaderAndAreAligned() {
    assertThat(HeapLayout.USUAL.arrayBytes(0)).isEqualTo(16);
    assertThat(HeapLayout.USUAL.arrayBytes(1)).isEqualTo(24);
    assertThat(HeapLayout.USUAL.arrayBytes(8)).isEqualTo(24);
    assertThat(HeapLayout.USUAL.arrayBytes(9)).isEqualTo(32);
  }

  @Test
  void arrayBytes_halfARegionOrMore_areWholeRegions() {
    HeapLayout layout = new HeapLayout(Integer.BYTES, Long.BYTES, REGION);
    assertThat(layout.arrayBytes(REGION / 2 - HEADER - 8)).isEqualTo(REGION / 2);
    assertThat(layout.arrayBytes(REGION / 2 - HEADER)).isEqualTo(REGION);
    assertThat(layout.arrayBytes(REGION - HEADER)).isEqualTo(REGION);
    assertThat(layout.arrayBytes(REGION - HEADER + 1)).isEqualTo(2 * REGION);
    assertThat(HeapLayout.USUAL.arrayBytes(REGION + 1)).isEqualTo(HEADER + REGION + 8);
  }

  @Test
  void arrayBytes_someToARegion_leaveTheRestOfItEmpty() {
    HeapLayout layout = new HeapLayout(Integer.BYTES, Long.BYTES, REGION);
    assertThat(layout.arrayBytes(352_000)).isEqualTo(REGION / 2);
    assertThat(layout.arrayBytes(300_000)).isEqualTo(REGION / 3);
    assertThat(layout.arrayBytes(REGION / 8 - HEADER)).isEqualTo(REGION / 8);
    assertThat(layout.arrayBytes(REGION / 8 - HEADER - 8)).isEqualTo(REGION / 8 - 8);
    assertThat(HeapLayout.USUAL.arrayBytes(352_000)).isEqualTo(HEADER + 352_000);
  }

  @Test
  void ofThisJvm_isOneThatThereIs() {
    HeapLayout layout = HeapLayout.ofThisJvm();
    assertThat(layout.referenceBytes()).isIn(Set.of(Integer.BYTES, Long.BYTES));
    assertThat(Integer.bitCount(layout.alignment())).isEqualTo(1);
    assertThat(Long.bitCount(layout.regionBytes())).isLessThan(2);
  }
}
