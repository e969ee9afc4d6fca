package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a guard asks of a key, as far as it can be told: boxes, one of which holds wherever the
 * guard does. Immutable.
 */
final class KeyCondition {
  static final KeyCondition ALWAYS = new KeyCondition(List.of(KeyBox.ALL));
  static final KeyCondition NEVER = new KeyCondition(List.of());

  /** More alternatives that concern several places are not told apart. */
  private static final int MAX_BOXES = 64;

  private final List<KeyBox> boxes;

  private KeyCondition(List<KeyBox> boxes) {
    this.boxes = boxes;
  }

  static KeyCondition of(KeyBox box) {
    return box.isEmpty() ? NEVER : new KeyCondition(List.of(box));
  }

  static KeyCondition of(int place, Interval values) {
    return of(KeyBox.of(place, Intervals.of(values)));
  }

  List<KeyBox> boxes() {
    return boxes;
  }

  /** Returns how many intervals there are in all places of all boxes. */
  long intervalCount() {
    long count = 0;
    for (KeyBox box : boxes) {
      count += box.intervalCount();
    }
    return count;
  }

  /** Returns what holds where both do; one of them alone where that would be too much. */
  KeyCondition and(KeyCondition that) {
    if ((long) boxes.size() * that.boxes.size() > MAX_BOXES) {
      return boxes.size() <= that.boxes.size() ? this : that;
    }
    List<KeyBox> both = new ArrayList<>();
    for (KeyBox a : boxes) {
      for (KeyBox b : that.boxes) {
        KeyBox box = a.and(b);
        if (!box.isEmpty()) {
          both.add(box);
        }
      }
    }
    return new KeyCondition(List.copyOf(both));
  }

  /** Returns what holds where any of these does. */
  static KeyCondition anyOf(List<KeyCondition> alternatives) {
    Map<Integer, List<Interval>> simple = new TreeMap<>();
    List<KeyBox> boxes = new ArrayList<>();
    for (KeyCondition alternative : alternatives) {
      for (KeyBox box : alternative.boxes) {
        int place = box.onlyPlace();
        if (box.isAll()) {
          return ALWAYS;
        } else if (place >= 0) {
          simple.computeIfAbsent(place, p -> new ArrayList<>()).addAll(box.at(place).list());
        } else {
          boxes.add(box);
        }
      }
    }
    simple.forEach((place, values) -> boxes.add(KeyBox.of(place, Intervals.union(values))));
    return boxes.size() > MAX_BOXES ? ALWAYS : new KeyCondition(List.copyOf(boxes));
  }
}
