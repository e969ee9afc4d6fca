package org.jets.collections.jcstress;

import java.util.concurrent.ConcurrentMap;

/**
 * A catalogue of maps that can be tried. It is a service, found by {@link java.util.ServiceLoader},
 * so that another module can have its own maps tried.
 */
public interface StressedMaps {
  /** Returns true if the catalogue has a map of this name. */
  boolean has(String name);

  /** Returns an empty map of this name, as small as it can be. */
  <V> ConcurrentMap<Long, V> newMap(String name);
}
