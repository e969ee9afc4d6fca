package org.jets.bench.maps;

/** Walks through the whole map. */
final class WalkLoop extends RandomLoop {
  private final MapAccess map;
  private final int entries;

  WalkLoop(MapAccess map, int entries) {
    super(0);
    this.map = map;
    this.entries = entries;
  }

  @Override
  public int batch() {
    return entries;
  }

  @Override
  public void run(int calls) {
    keep(0, map.sumOfKeys());
  }
}
