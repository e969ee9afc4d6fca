package org.jets.terms.internal.layout;

import org.jets.terms.PrintOptions;
import org.jets.terms.Term;
import org.jets.terms.internal.text.TextSink;

/**
 * A printer that breaks a term into lines as OTP does.
 *
 * <p>A term that fits on the rest of the line is printed there. Otherwise its elements begin in one
 * column, right after its bracket:
 *
 * <ul>
 *   <li>Atomic elements: as many on a line as fit. Others: each on lines of its own.
 *   <li>The value of a map's key that does not fit after the key: on a line of its own, further in.
 *   <li>The fields of a record: after its name. The value of a field: after the field's name.
 *   <li>The elements of a tagged tuple: after the tag, if that leaves half of the line for each
 *       part.
 * </ul>
 *
 * <p>If one tagged tuple leaves less, the elements of all tagged tuples in the term are indented by
 * four columns. If four are too many, they are indented by one. The parts of records are then
 * indented likewise. The printer tries the three indentations in this order.
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
    if (new LayoutPass(root, options, BEHIND_TAG, null).run()) {
      tagIndent = BEHIND_TAG;
    } else if (new LayoutPass(root, options, INDENTED, null).run()) {
      tagIndent = INDENTED;
    }
    new LayoutPass(root, options, tagIndent, out).run();
  }
}
