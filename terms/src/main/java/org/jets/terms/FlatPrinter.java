package org.jets.terms;

import java.util.ArrayDeque;
import org.jets.terms.internal.atom.AtomText;
import org.jets.terms.internal.text.TextSink;

/**
 * Prints terms on one line until the sink is full. Lists of characters are printed as lists. Keeps
 * its own stack.
 */
final class FlatPrinter {

  private FlatPrinter() {}

  /** Returns the whole text of a term. */
  static String print(Term term) {
    TextSink sink = new TextSink(null);
    print(term, sink);
    return sink.buffer().toString();
  }

  /** Returns the beginning of the text of a term: see {@link TermPrinter#printStart}. */
  static String printStart(Term term, int maxLength) {
    TextSink sink = new TextSink(maxLength);
    print(term, sink);
    StringBuilder text = sink.buffer();
    if (!sink.isFull()) {
      return text.toString();
    }
    boolean splitsPair = maxLength > 0 && Character.isHighSurrogate(text.charAt(maxLength - 1));
    return text.substring(0, splitsPair ? maxLength - 1 : maxLength) + "...";
  }

  /** Prints a term into a sink. */
  static void print(Term term, TextSink out) {
    ArrayDeque<Parts> open = new ArrayDeque<>();
    Term current = term;
    while (!out.isFull()) {
      if (Parts.has(current)) {
        Parts parts = Parts.of(current);
        out.append(parts.opening());
        open.push(parts);
      } else {
        ScalarText.append(out, current);
      }
      while (!open.isEmpty() && !open.element().hasNext()) {
        out.append(open.pop().closing());
      }
      if (open.isEmpty()) {
        return;
      }
      Parts parts = open.element();
      out.append(parts.separator());
      current = parts.next();
    }
  }

  /**
   * The terms directly below a compound term, each once, in the order of printing, with the text
   * before and between them.
   */
  private abstract static class Parts {

    /**
     * Returns whether a term is printed with others inside it. A record counts even without fields.
     */
    static boolean has(Term term) {
      return term instanceof ListCells
          || term instanceof RecordTerm
          || (term instanceof Tuple tuple && tuple.arity() > 0)
          || (term instanceof MapTerm map && !map.isEmpty());
    }

    static Parts of(Term compound) {
      if (compound instanceof ListCells list) {
        return new OfList(list);
      }
      if (compound instanceof RecordTerm record) {
        return new OfRecord(record);
      }
      return compound instanceof Tuple tuple ? new OfTuple(tuple) : new OfMap((MapTerm) compound);
    }

    /** Returns the text of a field of a record, as it stands before the equals sign. */
    static String fieldName(Atom field) {
      StringBuilder out = new StringBuilder();
      AtomText.append(out, field.name());
      return out.toString();
    }

    abstract String opening();

    abstract String closing();

    abstract boolean hasNext();

    /** Returns the text before the next part, which is empty before the first. */
    abstract String separator();

    abstract Term next();

    private static final class OfList extends Parts {
      private final ListCursor cells;
      private boolean begun;
      private boolean tailTaken;

      OfList(ListCells list) {
        this.cells = new ListCursor(list);
      }

      @Override
      String opening() {
        return "[";
      }

      @Override
      String closing() {
        return "]";
      }

      @Override
      boolean hasNext() {
        return cells.hasNext() || (!tailTaken && cells.lastTail() != ListTerm.empty());
      }

      @Override
      String separator() {
        if (!begun) {
          return "";
        }
        return cells.hasNext() ? "," : "|";
      }

      @Override
      Term next() {
        begun = true;
        if (cells.hasNext()) {
          return cells.next();
        }
        tailTaken = true;
        return cells.lastTail();
      }
    }

    private static final class OfTuple extends Parts {
      private final Tuple tuple;
      private int taken;

      OfTuple(Tuple tuple) {
        this.tuple = tuple;
      }

      @Override
      String opening() {
        return "{";
      }

      @Override
      String closing() {
        return "}";
      }

      @Override
      boolean hasNext() {
        return taken < tuple.arity();
      }

      @Override
      String separator() {
        return taken == 0 ? "" : ",";
      }

      @Override
      Term next() {
        return tuple.element(++taken);
      }
    }

    private static final class OfRecord extends Parts {
      private final RecordTerm record;
      private int taken;

      OfRecord(RecordTerm record) {
        this.record = record;
      }

      @Override
      String opening() {
        StringBuilder out = new StringBuilder("#");
        AtomText.append(out, record.module().name());
        out.append(':');
        AtomText.append(out, record.name().name());
        return out.append('{').toString();
      }

      @Override
      String closing() {
        return "}";
      }

      @Override
      boolean hasNext() {
        return taken < record.size();
      }

      @Override
      String separator() {
        return (taken == 0 ? "" : ",") + fieldName(record.fieldName(taken)) + " = ";
      }

      @Override
      Term next() {
        return record.value(taken++);
      }
    }

    private static final class OfMap extends Parts {
      private final MapTerm map;
      private int index;
      private boolean atValue;

      OfMap(MapTerm map) {
        this.map = map;
      }

      @Override
      String opening() {
        return "#{";
      }

      @Override
      String closing() {
        return "}";
      }

      @Override
      boolean hasNext() {
        return index < map.size();
      }

      @Override
      String separator() {
        if (atValue) {
          return " => ";
        }
        return index == 0 ? "" : ",";
      }

      @Override
      Term next() {
        Term part = atValue ? map.value(index++) : map.key(index);
        atValue = !atValue;
        return part;
      }
    }
  }
}
