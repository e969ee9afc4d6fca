package org.jets.app.node;

import java.lang.System.Logger.Level;
import java.util.logging.Handler;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Sets the level at which the JDK logs messages of jets. */
final class LogLevels {
  /** Kept, since the JDK forgets an unreachable logger, and its level. */
  private static final Logger JETS = Logger.getLogger("org.jets");

  private LogLevels() {}

  /** Sets the level for messages of at least that severity; null changes nothing. */
  static void set(@Nullable Level level) {
    if (level == null) {
      return;
    }
    java.util.logging.Level wanted = level(level);
    JETS.setLevel(wanted);
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      if (handler.getLevel().intValue() > wanted.intValue()) {
        handler.setLevel(wanted);
      }
    }
  }

  private static java.util.logging.Level level(Level level) {
    return switch (level) {
      case ALL -> java.util.logging.Level.ALL;
      case TRACE -> java.util.logging.Level.FINER;
      case DEBUG -> java.util.logging.Level.FINE;
      case INFO -> java.util.logging.Level.INFO;
      case WARNING -> java.util.logging.Level.WARNING;
      case ERROR -> java.util.logging.Level.SEVERE;
      case OFF -> java.util.logging.Level.OFF;
    };
  }
}
