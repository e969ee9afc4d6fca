package org.jets.bench.durable;

import java.util.Locale;

/** The moment at which a put is safe. */
enum Force {
  /** Before it returns. */
  EACH("each"),
  /** At most {@value #MILLIS} ms later. */
  EVERY("every 100 ms"),
  /** At a time that the system chooses. */
  NEVER("never");

  static final int MILLIS = 100;

  private final String title;

  Force(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Returns the name in questions. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Force of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
