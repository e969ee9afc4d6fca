package org.jets.terms;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the {@link LayoutNode}s of a term, from the leaves upwards. Keeps its own stack. */
final class LayoutBuilder {

  private final PrintableRange range;
  private final TextSink scratch = new TextSink(null);
  private final ArrayDeque<Open> open = new ArrayDeque<>();

  /** Leaves of 0 to 255: lists of bytes that are no strings have very many of them. */
  private final LayoutNode.@Nullable Leaf[] bytes = new LayoutNode.@Nullable Leaf[256];

  LayoutBuilder(PrintableRange range) {
    this.range = range;
  }

  LayoutNode build(Term term) {
    Term current = term;
    while (true) {
      LayoutNode node = leaf(current);
      if (node == null) {
        open.push(new Open(current));
      }
      while (true) {
        Open top = open.peek();
        if (node != null) {
          if (top == null) {
            return node;
          }
          top.add(node);
          node = null;
        }
        if (top != null && top.parts.hasNext()) {
          current = top.next();
          break;
        }
        node = open.pop().close();
      }
    }
  }

  /** The node of a term that is printed without others inside of it, else null. */
  private @Nullable LayoutNode leaf(Term term) {
    if (term instanceof ListCells list) {
      String text = PrintableText.ofList(list, range);
      return text == null ? null : new LayoutNode.Leaf(text);
    }
    if (PrintedParts.has(term)) {
      return null;
    }
    if (term instanceof IntegerTerm integer
        && integer.fitsInt()
        && integer.intValue() >= 0
        && integer.intValue() < bytes.length) {
      int value = integer.intValue();
      LayoutNode.Leaf leaf = bytes[value];
      if (leaf == null) {
        leaf = new LayoutNode.Leaf(Integer.toString(value));
        bytes[value] = leaf;
      }
      return leaf;
    }
    if (term instanceof Bitstring bits && bits.byteSize() > 0) {
      String text = PrintableText.ofBits(bits, range);
      return text == null ? new LayoutNode.Bits(textOf(term)) : new LayoutNode.Leaf(text);
    }
    return new LayoutNode.Leaf(textOf(term));
  }

  private String textOf(Term scalar) {
    scratch.buffer().setLength(0);
    ScalarText.append(scratch, scalar);
    return scratch.buffer().toString();
  }

  /** A compound term some of whose parts have their nodes. */
  private static final class Open {
    final Term term;
    final PrintedParts parts;
    private final List<LayoutNode> nodes = new ArrayList<>(4);
    private boolean atTail;

    Open(Term term) {
      this.term = term;
      this.parts = PrintedParts.of(term);
    }

    Term next() {
      atTail = parts.nextIsTail();
      return parts.next();
    }

    void add(LayoutNode node) {
      nodes.add(node);
    }

    LayoutNode close() {
      LayoutNode tail = atTail ? nodes.remove(nodes.size() - 1) : null;
      LayoutNode[] elements = elements();
      boolean tagged =
          term instanceof Tuple tuple && tuple.arity() > 1 && tuple.element(1) instanceof Atom;
      return new LayoutNode.Compound(parts.opening(), parts.closing(), elements, tail, tagged);
    }

    private LayoutNode[] elements() {
      if (term instanceof MapTerm) {
        return pairs();
      }
      if (term instanceof RecordTerm record) {
        return fields(record);
      }
      return nodes.toArray(new LayoutNode[0]);
    }

    private LayoutNode[] fields(RecordTerm record) {
      LayoutNode[] fields = new LayoutNode[nodes.size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = new LayoutNode.Field(PrintedParts.fieldName(record.fieldName(i)), nodes.get(i));
      }
      return fields;
    }

    private LayoutNode[] pairs() {
      LayoutNode[] pairs = new LayoutNode[nodes.size() / 2];
      for (int i = 0; i < pairs.length; i++) {
        pairs[i] = new LayoutNode.Pair(nodes.get(2 * i), nodes.get(2 * i + 1));
      }
      return pairs;
    }
  }
}
