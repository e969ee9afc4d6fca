package org.jets.collections;

/**
 * The lock of a {@link BaseNode}, and what is counted under it: how contended it is, and how many
 * mappings there are. Writers own its cache line anyway; readers who find what they look for do not
 * touch it.
 */
final class BaseLock extends BucketLock {
  /** Rounds of waiting after which it is time to ask whether one waits for oneself. */
  private static final int PATIENCE = 256;

  private static final long UNKNOWN = -1;

  private final ContentionAdaptingTree<?, ?> tree;

  /** High with operations that had to wait, low with others. Read by others as a hint. */
  int contention;

  /** Unknown until somebody asks. */
  private long mappings = UNKNOWN;

  // To the next object's fields 128 bytes: a cache line, and the one fetched along with it.
  byte p000, p001, p002, p003, p004, p005, p006, p007, p010, p011, p012, p013, p014, p015, p016;
  byte p020, p021, p022, p023, p024, p025, p026, p027, p030, p031, p032, p033, p034, p035, p036;
  byte p040, p041, p042, p043, p044, p045, p046, p047, p050, p051, p052, p053, p054, p055, p056;
  byte p060, p061, p062, p063, p064, p065, p066, p067, p070, p071, p072, p073, p074, p075, p076;

  BaseLock(ContentionAdaptingTree<?, ?> tree) {
    super(null);
    this.tree = tree;
  }

  /** Also notices a function that waits for another one of this map, which may wait for it. */
  @Override
  void pause(int round) {
    if (round % PATIENCE == PATIENCE - 1 && tree.isInFunctionOfThisThread()) {
      throw recursiveUpdate();
    }
    super.pause(round);
  }

  /** Adds to the statistic, which stays within bounds. */
  void contend(long by) {
    long most = ContentionAdaptingOptions.MOST_CONTENTION;
    contention = (int) Math.max(-most, Math.min(most, contention + by));
  }

  /** Counts an insertion (1) or a removal (-1). */
  void count(int change) {
    if (mappings != UNKNOWN) {
      mappings += change;
    }
  }

  /** Says how many mappings there are now. */
  void setMappings(long known) {
    mappings = known;
  }

  /** How many mappings there are as far as anybody has counted them; racy, and negative if not. */
  long mappingsIfKnown() {
    return mappings;
  }

  /** Has the base node joined with a neighbour, if it has one. */
  void giveUp() {
    contention = -ContentionAdaptingOptions.MOST_CONTENTION;
  }

  /** How many mappings the container has that this lock, which is held, guards. */
  long mappings(OrderedContainer<?, ?> container) {
    if (mappings == UNKNOWN) {
      mappings = container.count();
    }
    return mappings;
  }
}
