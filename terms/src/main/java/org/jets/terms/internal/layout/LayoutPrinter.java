package org.jets.terms.internal.layout;

import org.jets.terms.PrintOptions;
import org.jets.terms.Term;
import org.jets.terms.internal.text.TextSink;

/**
 * Breaks a term into lines as OTP does.
 *
 * <p>A term that fits on the rest of the line goes there. Else its elements begin in one column,
 * right behind its bracket: atomic ones as many on a line as fit, others on lines of their own. The
 * value of a map's key that does not fit behind it goes on a line of its own, further in. The
 * fields of a record begin behind its name, and the value of a field behind that. The elements of a
 * tagged tuple begin behind the tag while that leaves half of the line to all that is in it; else,
 * in the whole term, they and what belongs to records are indented by four columns, or when that is
 * too deep by one. Which of the three it is, is found by trying.
 */
public final class LayoutPrinter {

  private static final int BEHIND_TAG = -1;
  private static final int INDENTED = 4;
  private static final int LEAST_INDENTED = 1;

  private LayoutPrinter() {}

  public static void print(Term term, PrintOptions options, TextSink out) {
    LayoutNode root = new LayoutBuilder(options.printableRange()).build(term);
    int lineWidth = options.lineWidth();
    if (lineWidth == 0 || root.width < (long) lineWidth - options.column()) {
      FlatLayout.write(root, out);
      return;
    }
    int tagIndent = LEAST_INDENTED;
    if (new LayoutWalk(root, options, BEHIND_TAG, null).run()) {
      tagIndent = BEHIND_TAG;
    } else if (new LayoutWalk(root, options, INDENTED, null).run()) {
      tagIndent = INDENTED;
    }
    new LayoutWalk(root, options, tagIndent, out).run();
  }
}
