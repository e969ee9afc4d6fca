package org.jets.bench.maps;

import java.util.concurrent.ConcurrentMap;

/** Gets of strings in a random order that is the same for all, from a place of its own. */
final class StringLoop extends RandomLoop {
  private final ConcurrentMap<String, Object> map;
  private final String[] asked;

  StringLoop(ConcurrentMap<String, Object> map, String[] asked, int place) {
    super(place);
    this.map = map;
    this.asked = asked;
  }

  @Override
  public void run(int calls) {
    ConcurrentMap<String, Object> map = this.map;
    String[] asked = this.asked;
    int place = (int) state;
    int found = 0;
    for (int i = 0; i < calls; i++) {
      if (map.get(asked[place]) != null) {
        found++;
      }
      place = place + 1 < asked.length ? place + 1 : 0;
    }
    keep(place, found);
  }
}
