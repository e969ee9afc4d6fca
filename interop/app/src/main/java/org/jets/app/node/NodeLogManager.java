package org.jets.app.node;

import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * The JDK's log manager, which can keep its handlers while the JVM ends. Otherwise it removes them
 * at once, and the last lines of a node that is told to end are lost.
 */
public final class NodeLogManager extends LogManager {
  /** Set and cleared by threads of the command, and read by the thread that ends the JVM. */
  private static volatile boolean isKept;

  /** Creates a log manager. For the JDK. */
  public NodeLogManager() {}

  /** Keeps the handlers until {@link #release}. */
  static void keepHandlers() {
    // Creates them: the JDK does not create any once the JVM ends.
    Logger.getLogger("").getHandlers();
    isKept = true;
  }

  /** Closes the handlers. Nothing is logged any more. */
  static void release() {
    isKept = false;
    LogManager.getLogManager().reset();
  }

  @Override
  public void reset() {
    if (!isKept) {
      super.reset();
    }
  }
}
