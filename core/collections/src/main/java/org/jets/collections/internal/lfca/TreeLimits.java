package org.jets.collections.internal.lfca;

/**
 * When a tree changes its shape.
 *
 * @param leafCapacity how many mappings a leaf may have
 * @param fanout how many children a routing node may have
 * @param contended what an update that met another adds to the statistic of its leaf
 * @param wide what a range query over several leaves takes from the statistic of one of them
 * @param high above which a leaf is split, and below whose negative it is joined
 */
public record TreeLimits(int leafCapacity, int fanout, int contended, int wide, int high) {
  // A leaf keeps its statistic as a short, and the place of an insert as a byte.
  public TreeLimits {
    if (leafCapacity >= Byte.MAX_VALUE || high + Math.max(contended, wide) > Short.MAX_VALUE) {
      throw new IllegalArgumentException("limits: " + leafCapacity + ", " + high);
    }
  }

  /** The numbers of the paper, and sizes that measured best. */
  public static final TreeLimits DEFAULT = new TreeLimits(48, 128, 250, 100, 1_000);

  /** Returns true if two leaves cannot be joined, or would soon be split again. */
  boolean isTooMuch(int size, int otherSize) {
    int most = Math.min(size, otherSize) == 0 ? leafCapacity : leafCapacity - leafCapacity / 4;
    return size + otherSize > most;
  }

  /** A leaf of so few is joined at once. */
  int smallSize() {
    return leafCapacity / 8;
  }

  /** The number of inserts in order after which a leaf is split behind them. */
  int longRun() {
    return Math.max(2, leafCapacity / 4);
  }
}
