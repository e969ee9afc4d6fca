package org.jets.collections;

import java.util.Objects;

/**
 * The options of a {@link ContentionAdaptingTreeMap}: the container of each base node, and the
 * limits for splits and joins. No option changes what the map promises, only what it costs. The
 * defaults are the constants of the papers. Immutable: each method returns options of their own.
 *
 * <pre>{@code
 * var options = ContentionAdaptingOptions.defaults().withContainer(SequentialContainer.TREAP);
 * var map = new ContentionAdaptingTreeMap<String, Long>(options);
 * }</pre>
 */
public final class ContentionAdaptingOptions {
  /** The greatest statistic of a base node; its negative is the least. */
  public static final int MAX_CONTENTION = 20_000;

  /** The most levels of routing nodes that a map can have. */
  public static final int MAX_DEPTH = 32;

  private static final ContentionAdaptingOptions DEFAULTS =
      new ContentionAdaptingOptions(SequentialContainer.B_PLUS_TREE, 250, 1, 10, 1000, -1000, 16);

  private final SequentialContainer container;
  private final int contended;
  private final int uncontended;
  private final int ranged;
  private final int splitAbove;
  private final int joinBelow;
  private final int maxDepth;

  private ContentionAdaptingOptions(
      SequentialContainer container,
      int contended,
      int uncontended,
      int ranged,
      int splitAbove,
      int joinBelow,
      int maxDepth) {
    this.container = container;
    this.contended = contended;
    this.uncontended = uncontended;
    this.ranged = ranged;
    this.splitAbove = splitAbove;
    this.joinBelow = joinBelow;
    this.maxDepth = maxDepth;
  }

  /** B+ trees, the contributions 250, 1 and 10, the limits 1000 and -1000, and 16 levels. */
  public static ContentionAdaptingOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Sets the kind of container that base nodes keep their mappings in.
   *
   * @throws NullPointerException if it is null
   */
  public ContentionAdaptingOptions withContainer(SequentialContainer container) {
    Objects.requireNonNull(container, "container");
    return new ContentionAdaptingOptions(
        container, contended, uncontended, ranged, splitAbove, joinBelow, maxDepth);
  }

  /**
   * Sets what an operation adds to the statistic of its base node.
   *
   * @param wait added by one that had to wait for the lock, or met a change; 0 to 10,000
   * @param success subtracted by one that had not; 0 to 10,000. An update that follows one by
   *     another thread adds 25 times this number instead, while the map has few base nodes.
   * @param range subtracted by one that needed several base nodes, from each; 0 to 10,000
   * @throws IllegalArgumentException if one of them is not in its range
   */
  public ContentionAdaptingOptions withContributions(int wait, int success, int range) {
    requireInRange("wait", wait, 0, 10_000);
    requireInRange("success", success, 0, 10_000);
    requireInRange("range", range, 0, 10_000);
    return new ContentionAdaptingOptions(
        container, wait, success, range, splitAbove, joinBelow, maxDepth);
  }

  /**
   * Sets the limits of the statistic beyond which a base node is split, or joined with a neighbour.
   *
   * @param split above this; 0 to 19,999
   * @param join below this; -19,999 to 0. After splits of what has been joined, it is below up to
   *     16 times this
   * @throws IllegalArgumentException if one of them is not in its range
   */
  public ContentionAdaptingOptions withLimits(int split, int join) {
    requireInRange("split", split, 0, MAX_CONTENTION - 1);
    requireInRange("join", join, 1 - MAX_CONTENTION, 0);
    return new ContentionAdaptingOptions(
        container, contended, uncontended, ranged, split, join, maxDepth);
  }

  /**
   * Sets the greatest number of routing nodes on the way to a base node.
   *
   * @param depth 0 for one base node, and so one lock, for good; at most {@link #MAX_DEPTH}
   * @throws IllegalArgumentException if it is not in that range
   */
  public ContentionAdaptingOptions withMaxDepth(int depth) {
    requireInRange("depth", depth, 0, MAX_DEPTH);
    return new ContentionAdaptingOptions(
        container, contended, uncontended, ranged, splitAbove, joinBelow, depth);
  }

  /** Returns the kind of container that base nodes keep their mappings in. */
  public SequentialContainer container() {
    return container;
  }

  /** Returns what an operation that had to wait adds to the statistic of its base node. */
  public int waitContribution() {
    return contended;
  }

  /** Returns what an operation that had not to wait subtracts from the statistic. */
  public int successContribution() {
    return uncontended;
  }

  /** Returns what an operation that needed several base nodes subtracts from each statistic. */
  public int rangeContribution() {
    return ranged;
  }

  /** Returns the statistic above which a base node is split. */
  public int splitLimit() {
    return splitAbove;
  }

  /** Returns the statistic below which a base node is joined with a neighbour. */
  public int joinLimit() {
    return joinBelow;
  }

  /** Returns the greatest number of routing nodes on the way to a base node. */
  public int maxDepth() {
    return maxDepth;
  }

  private static void requireInRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + ": " + value + " (expected: " + min + " to " + max + ")");
    }
  }

  /** Equal options make equal maps. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ContentionAdaptingOptions options
        && container == options.container
        && contended == options.contended
        && uncontended == options.uncontended
        && ranged == options.ranged
        && splitAbove == options.splitAbove
        && joinBelow == options.joinBelow
        && maxDepth == options.maxDepth;
  }

  @Override
  public int hashCode() {
    return Objects.hash(container, contended, uncontended, ranged, splitAbove, joinBelow, maxDepth);
  }

  @Override
  public String toString() {
    return "ContentionAdaptingOptions[container="
        + container
        + ", contributions="
        + contended
        + "/"
        + uncontended
        + "/"
        + ranged
        + ", limits="
        + splitAbove
        + "/"
        + joinBelow
        + ", maxDepth="
        + maxDepth
        + "]";
  }
}
