package org.jets.ets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.terms.Term;

/** The keys of an unordered store at some time, in its order, with the place of each. */
final class KeySnapshot {
  private final List<Term> keys = new ArrayList<>();
  private final Map<Term, Integer> places = new HashMap<>();

  KeySnapshot(Iterable<Term> keys) {
    for (Term key : keys) {
      if (places.putIfAbsent(key, this.keys.size()) == null) {
        this.keys.add(key);
      }
    }
  }

  int size() {
    return keys.size();
  }

  Term key(int place) {
    return keys.get(place);
  }

  /** Returns the place of a key; -1 if it was not there. */
  int place(Term key) {
    return places.getOrDefault(key, -1);
  }
}
