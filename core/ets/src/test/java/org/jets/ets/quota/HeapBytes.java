package org.jets.ets.quota;

import org.openjdk.jol.info.GraphLayout;

/** Bytes of objects on the heap of this JVM, by JOL. */
public final class HeapBytes {
  static {
    // JOL sees into records by a detour, which it must know before it starts.
    System.setProperty("jol.magicFieldOffset", "true");
  }

  private HeapBytes() {}

  /** Returns the bytes of all objects that one keeps on the heap, each counted once. */
  public static long of(Object root) {
    return GraphLayout.parseInstance(root).totalSize();
  }

  /** Returns the bytes of the objects that one keeps on the heap and the others do not. */
  static long without(Object root, Object... others) {
    GraphLayout own = GraphLayout.parseInstance(root);
    return own.subtract(GraphLayout.parseInstance(others)).totalSize();
  }
}
