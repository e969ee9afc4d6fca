package org.jets.ets.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.limit.Bounds;
import org.junit.jupiter.api.Test;

/** Tests which cells go, and that cells are in the lists that their weight asks for. */
class EvictionPolicyTest {
  private static final int BYTES = 800;
  private static final int USES = 8;
  private static final int KEYS = 9;

  private final EvictionPolicy policy =
      new EvictionPolicy(Bounds.UNBOUNDED.withMaxBytes((KEYS + 1) * BYTES));

  private static RankedCell cell(int key, int bytes) {
    return new RankedCell("cell", (key + 1) * 0x9E3779B9, bytes);
  }

  /** Adds cells that are used often, and then a small one that alone is in the window. */
  private RankedCell smallAfterOften() {
    for (int key = 0; key < KEYS; key++) {
      RankedCell before = null;
      for (int n = 0; n < USES; n++) {
        RankedCell after = cell(key, BYTES);
        policy.replace(before, after);
        before = after;
      }
    }
    RankedCell small = cell(KEYS, BYTES / 10);
    policy.link(small);
    assertThat(policy.poll()).isNull();
    return small;
  }

  @Test
  void replace_cellOfTheWindowGrowsBeyondIt_competes() {
    RankedCell small = smallAfterOften();
    RankedCell large = cell(KEYS, 2 * BYTES);
    policy.replace(small, large);
    assertThat(policy.poll()).isSameAs(large);
    policy.retire(large);
    assertThat(policy.poll()).isNull();
    assertThat(policy.keys()).isEqualTo(KEYS);
  }

  @Test
  void replace_cellOfTheWindowGrowsALittle_staysThere() {
    RankedCell small = smallAfterOften();
    RankedCell larger = cell(KEYS, BYTES / 2);
    policy.replace(small, larger);
    policy.link(cell(KEYS + 1, BYTES / 2));
    assertThat(policy.poll()).isNull();
    List<RankedCell> gone = new ArrayList<>();
    policy.link(cell(KEYS + 2, BYTES / 2));
    for (RankedCell victim; (victim = policy.poll()) != null; ) {
      policy.retire(victim);
      gone.add(victim);
    }
    assertThat(gone).hasSize(1);
  }

  @Test
  void restore_allUnlinkedSinceThePoll_doesNothing() {
    int clears = policy.clears();
    policy.link(cell(0, KEYS * BYTES));
    policy.link(cell(1, KEYS * BYTES));
    RankedCell victim = policy.poll();
    assertThat(victim != null).isTrue();
    policy.clear();
    assertThat(policy.restore(victim, clears)).isFalse();
    assertThat(policy.keys()).isZero();
    assertThat(policy.restore(victim, policy.clears())).isTrue();
    assertThat(policy.keys()).isEqualTo(1);
  }
}
