package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The condition that a guard imposes on a key, as far as it is known. It has boxes, at least one of
 * which holds whenever the guard does. Immutable.
 */
final class KeyCondition {
  static final KeyCondition ALWAYS = new KeyCondition(List.of(KeyConstraints.ALL));
  static final KeyCondition NEVER = new KeyCondition(List.of());

  /** The number of alternatives on several places beyond which they are not distinguished. */
  private static final int MAX_BOXES = 64;

  private final List<KeyConstraints> boxes;

  private KeyCondition(List<KeyConstraints> boxes) {
    this.boxes = boxes;
  }

  static KeyCondition of(KeyConstraints box) {
    return box.isEmpty() ? NEVER : new KeyCondition(List.of(box));
  }

  static KeyCondition of(int place, Interval values) {
    return of(KeyConstraints.of(place, Intervals.of(values)));
  }

  List<KeyConstraints> boxes() {
    return boxes;
  }

  /** Returns the number of intervals in all places of all boxes. */
  long intervalCount() {
    long count = 0;
    for (KeyConstraints box : boxes) {
      count += box.intervalCount();
    }
    return count;
  }

  /** Returns the conjunction; one of both alone if the result would be too large. */
  KeyCondition and(KeyCondition that) {
    if ((long) boxes.size() * that.boxes.size() > MAX_BOXES) {
      return boxes.size() <= that.boxes.size() ? this : that;
    }
    List<KeyConstraints> both = new ArrayList<>();
    for (KeyConstraints a : boxes) {
      for (KeyConstraints b : that.boxes) {
        KeyConstraints box = a.and(b);
        if (!box.isEmpty()) {
          both.add(box);
        }
      }
    }
    return new KeyCondition(List.copyOf(both));
  }

  /** Returns the disjunction. */
  static KeyCondition anyOf(List<KeyCondition> alternatives) {
    Map<Integer, List<Interval>> simple = new TreeMap<>();
    List<KeyConstraints> boxes = new ArrayList<>();
    for (KeyCondition alternative : alternatives) {
      for (KeyConstraints box : alternative.boxes) {
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
    simple.forEach((place, values) -> boxes.add(KeyConstraints.of(place, Intervals.union(values))));
    return boxes.size() > MAX_BOXES ? ALWAYS : new KeyCondition(List.copyOf(boxes));
  }
}
