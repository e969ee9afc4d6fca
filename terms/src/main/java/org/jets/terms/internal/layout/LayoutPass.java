package org.jets.terms.internal.layout;

import java.util.ArrayDeque;
import org.jets.terms.PrintOptions;
import org.jets.terms.internal.text.TextSink;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a term that is broken into lines, for one way to indent tagged tuples. It prints
 * the term, or only tests whether any tagged tuple comes too far to the right.
 *
 * <p>The pass carries three numbers:
 *
 * <ul>
 *   <li>the column
 *   <li>the columns in use on the line after its indentation, at most the width of the whole term;
 *       this matters only for terms little wider than a line
 *   <li>the number of brackets that close right after an element and need room on the same line
 * </ul>
 *
 * <p>Keeps its own stack. A term that fits on the line is not entered, so that a pass takes time
 * linear in the broken parts.
 */
final class LayoutPass {

  private static final int VALUE_INDENT = 4;
  private static final int SHORTEST_BITS_LINE = 8;
  private static final int BITS_BRACKET = 2;

  private final LayoutNode root;
  private final int lineWidth;
  private final int startColumn;

  /** The indentation of the elements of tagged tuples, or -1 to put them after the tag. */
  private final int tagIndent;

  /** The sink of the text, or null for a trial. */
  private final @Nullable TextSink out;

  private final ArrayDeque<Open> open = new ArrayDeque<>();
  private boolean failed;

  LayoutPass(LayoutNode root, PrintOptions options, int tagIndent, @Nullable TextSink out) {
    this.root = root;
    this.lineWidth = options.lineWidth();
    this.startColumn = options.column();
    this.tagIndent = tagIndent;
    this.out = out;
  }

  /**
   * Prints the term. Returns false if this is a trial and a tagged tuple came too far to the right.
   */
  boolean run() {
    place(root, startColumn, 0, 0);
    while (!open.isEmpty() && !failed) {
      Open top = open.element();
      if (top.node instanceof LayoutNode.Pair pair) {
        continuePair(pair, top);
      } else {
        continueCompound((LayoutNode.Compound) top.node, top);
      }
    }
    return !failed;
  }

  private boolean fits(LayoutNode node, long column, long closing, long used) {
    return node.width < lineWidth - column - closing && node.width + used + closing <= root.width;
  }

  /** Returns whether an element of this width, comma or bar included, fits after its sibling. */
  private boolean fitsBehind(long width, long closing, Open frame) {
    long reserve = Math.max(closing, 1); // at least a comma
    return width + reserve < lineWidth - frame.column && frame.used + width + reserve <= root.width;
  }

  /** Puts a node at this column, whether it fits there or not. */
  private void place(LayoutNode node, long column, long closing, long used) {
    if (fits(node, column, closing, used)) {
      writeFlat(node);
    } else if (node instanceof LayoutNode.Leaf leaf) {
      write(leaf.text);
    } else if (node instanceof LayoutNode.Bits bits) {
      writeBits(bits.text, column + BITS_BRACKET, closing, used);
    } else if (node instanceof LayoutNode.Field field) {
      placeField(field, new Open(field, column, closing, used));
    } else {
      Open frame = new Open(node, column, closing, used);
      open.push(frame);
      if (node instanceof LayoutNode.Compound compound) {
        begin(compound, frame);
      }
    }
  }

  private void begin(LayoutNode.Compound compound, Open frame) {
    write(compound.opening);
    if (compound.elements.length > 0 && compound.elements[0] instanceof LayoutNode.Field) {
      indentBehindName(compound.openingWidth, frame);
      return;
    }
    frame.used++;
    if (compound.tagged) {
      beginTagged(compound.elements[0], frame);
    } else {
      frame.left += compound.opening.length();
      frame.column = frame.left;
    }
  }

  private void beginTagged(LayoutNode tag, Open frame) {
    writeFlat(tag);
    frame.next = 1;
    frame.used += tag.width;
    long behindTag = tag.width + 2; // the bracket and the comma
    frame.column += behindTag;
    long limit = lineWidth / 2;
    if (tagIndent > 0 && behindTag > tagIndent) {
      frame.left += tagIndent;
      frame.atLineStart = false;
    } else {
      frame.left += behindTag;
      frame.used++;
      write(",");
      limit--;
    }
    if (out == null && frame.left > limit && frame.left + root.width > lineWidth) {
      failed = true;
    }
  }

  /** Puts a field whose value does not fit after it. */
  private void placeField(LayoutNode.Field field, Open place) {
    write(field.name);
    write(" =");
    if (!isTooWideToIndent(field.nameWidth)) {
      write(" ");
    }
    indentBehindName(field.nameWidth, place);
    place(field.value, place.column, place.closing, place.used);
  }

  private boolean isTooWideToIndent(long width) {
    return tagIndent > 0 && width > tagIndent;
  }

  /**
   * Moves a place past the name of a record or field, of this width, to where its contents begin.
   * If that is further in than the elements of tagged tuples may come, the contents begin on their
   * own line.
   */
  private void indentBehindName(long width, Open place) {
    if (isTooWideToIndent(width)) {
      place.left += tagIndent;
      place.used = 0;
      newLine(place.left);
    } else {
      place.left += width;
      place.used += width;
    }
    place.column = place.left;
    if (out == null && place.left > lineWidth / 2 && place.left + root.width > lineWidth) {
      failed = true;
    }
  }

  private void continueCompound(LayoutNode.Compound compound, Open frame) {
    if (frame.next < compound.elements.length) {
      LayoutNode element = compound.elements[frame.next++];
      boolean last = frame.next == compound.elements.length;
      placeElement(element, last ? frame.closing + 1 : 0, frame);
    } else if (compound.tail != null && !frame.tailPlaced) {
      frame.tailPlaced = true;
      placeTail(compound.tail, frame);
    } else {
      open.pop();
      write(compound.closing);
    }
  }

  private void placeElement(LayoutNode element, long closing, Open frame) {
    if (!frame.atLineStart) {
      write(",");
      long width = element.width + 1;
      if (element.isAtomic() && fitsBehind(width, closing, frame)) {
        writeFlat(element);
        frame.column += width;
        frame.used += width;
        return;
      }
      newLine(frame.left);
      frame.column = frame.left;
      frame.used = 0;
    }
    frame.atLineStart = false;
    long column = frame.column;
    long used = frame.used;
    // An element that is not atomic, or does not fit, counts as a full line: nothing fits after it.
    boolean fits = element.isAtomic() && fits(element, column, closing, used);
    long taken = fits ? element.width : lineWidth;
    frame.column += taken;
    frame.used += taken;
    place(element, column, closing, used);
  }

  private void placeTail(LayoutNode tail, Open frame) {
    write("|");
    long closing = frame.closing + 1;
    if (tail.isAtomic() && fitsBehind(tail.width + 1, closing, frame)) {
      writeFlat(tail);
    } else if (out == null) {
      // OTP measures the tail as if it came right after its sibling, and writes it further left.
      place(tail, frame.column, closing, 0);
    } else {
      newLine(frame.left);
      place(tail, frame.left, closing, 0);
    }
  }

  private void continuePair(LayoutNode.Pair pair, Open frame) {
    if (frame.next == 0) {
      frame.next = 1;
      place(pair.key, frame.column, frame.closing, frame.used);
    } else {
      open.pop();
      long column = frame.left + (tagIndent > 0 ? tagIndent : VALUE_INDENT);
      write(" =>");
      newLine(column);
      place(pair.value, column, frame.closing, 0);
    }
  }

  /** Writes numbers between commas, as many on a line as fit, the first after the bracket. */
  private void writeBits(String text, long column, long closing, long used) {
    if (out == null) {
      return;
    }
    long room = Math.min(lineWidth - column, root.width - 2 * BITS_BRACKET - used) - closing;
    long perLine = Math.max(SHORTEST_BITS_LINE, room);
    int end = text.length() - BITS_BRACKET;
    long left = perLine;
    write(text.substring(0, BITS_BRACKET));
    int from = BITS_BRACKET;
    while (from < end) {
      int comma = text.indexOf(',', from);
      int to = comma < 0 ? end : comma + 1;
      if (to - from > left) {
        newLine(column);
        left = perLine;
      }
      write(text.substring(from, to));
      left -= to - from;
      from = to;
    }
    write(text.substring(end));
  }

  private void writeFlat(LayoutNode node) {
    if (out != null) {
      FlatLayout.write(node, out);
    }
  }

  private void write(String text) {
    if (out != null) {
      out.append(text);
    }
  }

  /** Goes to a column of the next line. */
  private void newLine(long column) {
    if (out == null) {
      return;
    }
    out.append("\n");
    for (long i = 1; i < column; i++) {
      out.append(' ');
    }
  }

  /** A node that is broken and not yet closed. */
  private static final class Open {
    final LayoutNode node;

    /** The number of brackets that close right after it. */
    final long closing;

    /** The column in which elements on their own lines begin. */
    long left;

    /** The column in which the next element begins on the present line. */
    long column;

    /** The columns of the present line that are in use after its indentation. */
    long used;

    /** The index of the next element. */
    int next;

    /** True if the next element begins a line, or comes right after the bracket or tag. */
    boolean atLineStart = true;

    boolean tailPlaced;

    Open(LayoutNode node, long column, long closing, long used) {
      this.node = node;
      this.left = column;
      this.column = column;
      this.closing = closing;
      this.used = used;
    }
  }
}
