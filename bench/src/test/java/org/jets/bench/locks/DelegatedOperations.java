package org.jets.bench.locks;

import java.util.TreeSet;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;

/** Operations of a set that a delegation lock guards, for Lincheck. */
public class DelegatedOperations {
  private final TreeSet<Integer> set = new TreeSet<>();
  private final DelegationLock lock;

  /** For Lincheck. */
  public DelegatedOperations() {
    this(new ReaderCounts(2));
  }

  DelegatedOperations(ReadIndicator readers) {
    lock = new DelegationLock(readers, failure -> {});
  }

  @Operation
  public boolean add(int key) {
    return lock.run(() -> set.add(key));
  }

  /** Takes effect before each later call of the same thread, but not at once. */
  @Operation
  public void addAndRead(int key) {
    lock.delegate(() -> set.add(key));
    lock.read(set::size);
  }

  @Operation
  public @Nullable Integer pollFirst() {
    return lock.<@Nullable Integer>run(set::pollFirst);
  }

  @Operation
  public boolean contains(int key) {
    return lock.read(() -> set.contains(key));
  }
}
