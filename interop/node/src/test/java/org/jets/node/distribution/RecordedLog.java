package org.jets.node.distribution;

import java.text.MessageFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A logger that keeps its lines. */
public final class RecordedLog implements System.Logger {
  private final List<String> lines = new CopyOnWriteArrayList<>();

  public List<String> lines() {
    return lines;
  }

  @Override
  public String getName() {
    return "test";
  }

  @Override
  public boolean isLoggable(Level level) {
    return true;
  }

  @Override
  public void log(Level level, @Nullable ResourceBundle bundle, String message, Throwable thrown) {
    lines.add(message);
  }

  @Override
  public void log(
      Level level, @Nullable ResourceBundle bundle, String format, Object... parameters) {
    lines.add(
        parameters == null || parameters.length == 0
            ? format
            : MessageFormat.format(format, parameters));
  }
}
