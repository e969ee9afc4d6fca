package org.jets.bench.harness.report;

/** Texts in a page. */
final class Html {
  private Html() {}

  /** The text as it has to be written to be read as it is, in elements and in attributes. */
  static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
