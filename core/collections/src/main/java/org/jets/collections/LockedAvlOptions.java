package org.jets.collections;

/**
 * The options of a {@link LockedAvlTreeMap}. No option changes what the map promises, only what it
 * costs. Immutable: each method returns options of their own.
 *
 * <pre>{@code
 * var map = new LockedAvlTreeMap<String, Long>(LockedAvlOptions.defaults().withSavedPath(), null);
 * }</pre>
 */
public final class LockedAvlOptions {
  private static final LockedAvlOptions DEFAULTS = new LockedAvlOptions(false);

  private final boolean savesPath;

  private LockedAvlOptions(boolean savesPath) {
    this.savesPath = savesPath;
  }

  /** No saved path. */
  public static LockedAvlOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Has readers share the path to the node that one of them came to last. A step from key to key
   * then takes constant time on average. Every reader takes the lock and writes shared memory. So
   * this is for one thread that steps, and several readers hinder each other.
   */
  public LockedAvlOptions withSavedPath() {
    return new LockedAvlOptions(true);
  }

  /** Returns true if readers share the path to the last node. */
  public boolean savesPath() {
    return savesPath;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LockedAvlOptions options && savesPath == options.savesPath;
  }

  @Override
  public int hashCode() {
    return Boolean.hashCode(savesPath);
  }

  @Override
  public String toString() {
    return "LockedAvlOptions[savesPath=" + savesPath + "]";
  }
}
