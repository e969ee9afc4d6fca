package org.jets.terms.internal.layout;

import java.util.ArrayDeque;
import org.jets.terms.internal.text.TextSink;

/** A writer of nodes on one line. Keeps its own stack. */
final class FlatLayout {

  private FlatLayout() {}

  static void write(LayoutNode node, TextSink out) {
    ArrayDeque<Object> rest = new ArrayDeque<>();
    rest.push(node);
    while (!rest.isEmpty()) {
      Object item = rest.pop();
      if (item instanceof String text) {
        out.append(text);
      } else if (item instanceof LayoutNode.Leaf leaf) {
        out.append(leaf.text);
      } else if (item instanceof LayoutNode.Bits bits) {
        out.append(bits.text);
      } else if (item instanceof LayoutNode.Pair pair) {
        rest.push(pair.value);
        rest.push(LayoutNode.Pair.ARROW);
        rest.push(pair.key);
      } else if (item instanceof LayoutNode.Field field) {
        rest.push(field.value);
        rest.push(LayoutNode.Field.EQUALS);
        rest.push(field.name);
      } else {
        pushParts((LayoutNode.Compound) item, rest);
      }
    }
  }

  private static void pushParts(LayoutNode.Compound compound, ArrayDeque<Object> rest) {
    rest.push(compound.closing);
    if (compound.tail != null) {
      rest.push(compound.tail);
      rest.push("|");
    }
    for (int i = compound.elements.length - 1; i >= 0; i--) {
      rest.push(compound.elements[i]);
      if (i > 0) {
        rest.push(",");
      }
    }
    rest.push(compound.opening);
  }
}
