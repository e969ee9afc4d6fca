package org.jets.terms.internal.layout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.PrintableRange;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** A builder of the {@link LayoutNode}s of a term, from the leaves upwards. Keeps its own stack. */
final class LayoutBuilder {

  private final PrintableRange range;
  private final ArrayDeque<Open> open = new ArrayDeque<>();

  /**
   * The leaves of 0 to 255, shared since lists of bytes that are not printable contain very many of
   * them.
   */
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
        if (top != null && top.hasNext()) {
          current = top.next();
          break;
        }
        node = open.pop().close();
      }
    }
  }

  /** Returns the node of a term that is printed without others inside it, or null for any other. */
  private @Nullable LayoutNode leaf(Term term) {
    if (term instanceof ListTerm list && !list.isEmpty()) {
      String text = PrintableText.ofList(list, range);
      return text == null ? null : new LayoutNode.Leaf(text);
    }
    if (hasParts(term)) {
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
      return text == null ? new LayoutNode.Bits(term.toString()) : new LayoutNode.Leaf(text);
    }
    return new LayoutNode.Leaf(term.toString());
  }

  /** Returns whether a term that is no list is printed with others inside it, or is a record. */
  private static boolean hasParts(Term term) {
    return term instanceof RecordTerm
        || (term instanceof Tuple tuple && tuple.arity() > 0)
        || (term instanceof MapTerm map && !map.isEmpty());
  }

  /** A compound term whose parts are being built. */
  private static final class Open {
    final Term term;
    private final @Nullable Iterator<Term> cells;
    private final int size;
    private int taken;
    private final List<LayoutNode> nodes = new ArrayList<>(4);

    Open(Term term) {
      this.term = term;
      this.cells = term instanceof ListTerm list ? list.iterator() : null;
      this.size = sizeOf(term);
    }

    /** Returns the number of parts, an improper list's last tail included. */
    private static int sizeOf(Term term) {
      if (term instanceof ListTerm list) {
        return list.size() + (list.isProper() ? 0 : 1);
      }
      if (term instanceof RecordTerm record) {
        return record.size();
      }
      return term instanceof Tuple tuple ? tuple.arity() : 2 * ((MapTerm) term).size();
    }

    boolean hasNext() {
      return taken < size;
    }

    Term next() {
      int i = taken++;
      if (term instanceof ListTerm list) {
        return cells != null && cells.hasNext() ? cells.next() : list.lastTail();
      }
      if (term instanceof RecordTerm record) {
        return record.value(i);
      }
      if (term instanceof Tuple tuple) {
        return tuple.element(i + 1);
      }
      MapTerm map = (MapTerm) term;
      return i % 2 == 0 ? map.key(i / 2) : map.value(i / 2);
    }

    void add(LayoutNode node) {
      nodes.add(node);
    }

    LayoutNode close() {
      boolean hasTail = term instanceof ListTerm list && !list.isProper();
      LayoutNode tail = hasTail ? nodes.remove(nodes.size() - 1) : null;
      LayoutNode[] elements = elements();
      boolean tagged =
          term instanceof Tuple tuple && tuple.arity() > 1 && tuple.element(1) instanceof Atom;
      return new LayoutNode.Compound(opening(), closing(), elements, tail, tagged);
    }

    private String opening() {
      if (term instanceof ListTerm) {
        return "[";
      }
      if (term instanceof RecordTerm record) {
        return "#" + record.module() + ":" + record.name() + "{";
      }
      return term instanceof Tuple ? "{" : "#{";
    }

    private String closing() {
      return term instanceof ListTerm ? "]" : "}";
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
        fields[i] = new LayoutNode.Field(record.fieldName(i).toString(), nodes.get(i));
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
