package org.jets.bench.maps;

/** Steps from a key to the next one, and from the last one to the first. */
final class StepLoop extends RandomLoop {
  private final TreeAccess map;

  StepLoop(TreeAccess map, long first) {
    super(Math.abs(first));
    this.map = map;
  }

  @Override
  public void run(int calls) {
    TreeAccess map = this.map;
    Long key = state;
    for (int i = 0; i < calls; i++) {
      Long next = map.next(key);
      key = next == null ? 0L : next;
    }
    keep(key, key);
  }
}
