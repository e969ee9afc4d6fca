package org.jets.testkit.faults;

import java.util.List;
import java.util.concurrent.ConcurrentMap;

/** A kind of map with a kind of keys, which faults are injected into. */
public interface FaultedMap {

  /** Returns an empty map. It may be that of a loader of its own. */
  ConcurrentMap<Object, FaultValue> newMap();

  /** Returns a new key object, or a boxed number: see {@link FaultKey#number}. */
  Object key(int number);

  /** Checks the inner structure of a map that no thread uses; throws if something is wrong. */
  void validate(ConcurrentMap<Object, FaultValue> map);

  /** Returns the number of mappings. */
  long mappingCount(ConcurrentMap<Object, FaultValue> map);

  /** Returns the operations that the map has. */
  List<FaultScenario> scenarios();

  /** Returns whether the map has all of an operation's outcome, or none, after a fault. */
  boolean isAtomic(FaultScenario.Reach reach);

  /** Returns whether a map of the same class has all faults, so that a part of them is enough. */
  boolean isVariant();

  /** The maps of a library. It is instantiated among the classes of a {@link FaultClassLoader}. */
  interface Catalogue {
    /** Returns the map of a name with each kind of keys that it takes. */
    List<FaultedMap> of(String name);
  }
}
