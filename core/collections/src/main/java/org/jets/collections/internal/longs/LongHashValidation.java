package org.jets.collections.internal.longs;

import static org.jets.collections.internal.longs.LongBuckets.FIRST_VALUE;
import static org.jets.collections.internal.longs.LongBuckets.FIRST_WORD;
import static org.jets.collections.internal.longs.LongBuckets.LOCKED;
import static org.jets.collections.internal.longs.LongBuckets.MOVED;
import static org.jets.collections.internal.longs.LongBuckets.OVERFLOWS;
import static org.jets.collections.internal.longs.LongBuckets.SLOTS;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks a {@link LongHashTable} while no thread changes it. */
public final class LongHashValidation {
  private final LongHashTable<?> table;
  private final Set<Long> seen = new HashSet<>();

  public LongHashValidation(LongHashTable<?> table) {
    this.table = table;
  }

  public void validate() {
    check(table.callbacks.isEmpty(), "not taken back: a callback", 0);
    LongBuckets in = table.table;
    BucketMove move = in.move;
    checkAll(in, move != null);
    if (move != null) {
      checkAll(move.target, false);
      check(move.target.move == null, "moved on: the target", 0);
    }
    check(seen.size() == table.mappingCount(), "other than counted: mappings", seen.size());
  }

  private void checkAll(LongBuckets in, boolean moves) {
    for (int base = 0; base < in.scale; base += 8) {
      long state = in.words[FIRST_WORD + base];
      check((state & LOCKED) == 0, "held: the lock", base);
      if ((state & MOVED) != 0) {
        check(moves, "moved to nowhere: bucket", base);
        continue;
      }
      long none = LongBuckets.none(base);
      for (int i = 1; i <= SLOTS; i++) {
        long hash = in.words[FIRST_WORD + base + i];
        Object value = in.values[FIRST_VALUE + base + i];
        check((hash != none) == (value != null), "a key without a value, or the reverse", base);
        if (value != null) {
          checkOne(in, base, hash, value);
        }
      }
      OverflowNode root = (OverflowNode) in.values[FIRST_VALUE + base];
      check((root != null) == ((state & OVERFLOWS) != 0), "an overflow without its mark", base);
      checkOverflow(in, base, root);
    }
  }

  private void checkOverflow(LongBuckets in, int base, @Nullable OverflowNode node) {
    if (node == null) {
      return;
    }
    for (OverflowNode below : new @Nullable OverflowNode[] {node.left, node.right}) {
      if (below != null) {
        check((below.hash < node.hash) == (below == node.left), "an order is wrong", base);
        check(
            OverflowNode.priority(below.hash) <= OverflowNode.priority(node.hash),
            "a priority is wrong",
            base);
        checkOverflow(in, base, below);
      }
    }
    checkOne(in, base, node.hash, node.value);
  }

  private void checkOne(LongBuckets in, int base, long hash, Object value) {
    check(
        LongBuckets.base(LongBuckets.place(hash, in.scale)) == base, "a key of another one", base);
    check(seen.add(hash), "a key twice", base);
    check(table.hash(table.keyOf(hash)) == hash, "a hash of no key", base);
    check(table.get(table.keyOf(hash)) == value, "a key lost to readers", base);
  }

  private static void check(boolean holds, String fault, long place) {
    if (!holds) {
      throw new AssertionError(fault + " " + place);
    }
  }
}
