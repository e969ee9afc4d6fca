package org.jets.terms;

import java.util.ArrayDeque;

/**
 * Prints terms on one line, lists of characters as lists, until the sink is full. Keeps its own
 * stack.
 */
final class FlatPrinter {

  private FlatPrinter() {}

  static void print(Term term, TextSink out) {
    ArrayDeque<PrintedParts> open = new ArrayDeque<>();
    Term current = term;
    while (!out.isFull()) {
      if (PrintedParts.has(current)) {
        PrintedParts parts = PrintedParts.of(current);
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
      PrintedParts parts = open.element();
      out.append(parts.separator());
      current = parts.next();
    }
  }
}
