package org.jets.ets.match;

import java.util.List;
import org.jets.terms.Term;

/** A compound term whose parts are being parsed, in one direction or the other. */
final class ParseFrame {
  private final List<Term> parts;
  private final MatchNode[] nodes;
  private final boolean backwards;
  private final Whole whole;
  private int done;

  ParseFrame(List<Term> parts, boolean backwards, Whole whole) {
    this.parts = parts;
    this.nodes = new MatchNode[parts.size()];
    this.backwards = backwards;
    this.whole = whole;
  }

  private int index() {
    return backwards ? nodes.length - 1 - done : done;
  }

  boolean isComplete() {
    return done == nodes.length;
  }

  Term next() {
    return parts.get(index());
  }

  void add(MatchNode node) {
    nodes[index()] = node;
    done++;
  }

  MatchNode finish() {
    return whole.of(nodes);
  }

  /** Makes the node of a compound term from the nodes of its parts. */
  @FunctionalInterface
  interface Whole {
    MatchNode of(MatchNode[] parts);
  }
}
