package org.jets.ets.plan;

import java.util.ArrayList;
import java.util.List;
import org.jets.ets.TableType;
import org.jets.ets.argument.ValueText;
import org.jets.ets.match.MatchClause;
import org.jets.ets.match.MatchNode;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.ListTerm;

/**
 * Advice how to search without a scan of all objects. It names the part of the key to bind, guards
 * that could limit the key if they were written in another way, and tables in which the same
 * specification would be a lookup or a range. It asks the planner about these tables, and so says
 * no more than the planner would do.
 */
public final class ScanAdvice {
  /** The positions that are tried as the key. */
  private static final int MOST_POSITIONS = 16;

  /** The clauses up to which there is advice. */
  private static final int MOST_CLAUSES = 100;

  /** The nodes of guards that are looked at. */
  private static final int MOST_NODES = 1_000;

  private final MatchSpec spec;
  private final TableType type;
  private final int keypos;
  private final List<String> advice = new ArrayList<>();
  private int nodes;

  private ScanAdvice(MatchSpec spec, TableType type, int keypos) {
    this.spec = spec;
    this.type = type;
    this.keypos = keypos;
  }

  /**
   * Returns advice for a specification that scans a table of a type with this position of keys;
   * empty if there is none.
   */
  public static String of(MatchSpec spec, TableType type, int keypos) {
    return spec.clauses().size() > MOST_CLAUSES ? "" : new ScanAdvice(spec, type, keypos).text();
  }

  private String text() {
    if (type != TableType.ORDERED_SET) {
      addIfBetter(TableType.ORDERED_SET, keypos, "in an ordered_set it is ");
    }
    if (advice.isEmpty()) {
      addOpenClauses();
    }
    for (int position = 1; position <= MOST_POSITIONS; position++) {
      if (position != keypos) {
        addIfBetter(type, position, "with element " + position + " as the key it is ");
      }
    }
    return String.join("; ", advice);
  }

  private void addIfBetter(TableType other, int position, String prefix) {
    KeyPlan plan = KeyPlanner.plan(spec, other, position, List.of()).plan();
    if (plan instanceof KeyPlan.Lookups lookups) {
      advice.add(prefix + "a lookup of " + first(lookups.keys()));
    } else if (plan instanceof KeyPlan.Ranges ranges) {
      advice.add(prefix + "a search of the range " + first(ranges.ranges()));
    }
  }

  private static String first(List<?> values) {
    String text = ValueText.of(values.get(0));
    return values.size() == 1 ? text : text + " and " + (values.size() - 1) + " more";
  }

  /** Tells which part of the key the clauses leave open that make the search a scan. */
  private void addOpenClauses() {
    List<MatchClause> clauses = spec.clauses();
    for (int i = 0; i < clauses.size() && advice.isEmpty(); i++) {
      MatchClause clause = clauses.get(i);
      MatchSpec alone = MatchSpec.compile(ListTerm.of(clause.toTerm()));
      if (KeyPlanner.plan(alone, type, keypos, List.of()).plan() instanceof KeyPlan.Scan) {
        addOpen(clause, clauses.size() == 1 ? "" : " of clause " + (i + 1));
      }
    }
  }

  private void addOpen(MatchClause clause, String which) {
    MatchNode key = clause.head().element(keypos);
    advice.add("bind element " + keypos + " in the head" + which + ", which is the key");
    if (key instanceof Variable variable) {
      for (MatchNode guard : clause.guards()) {
        if (mentions(guard, variable)) {
          advice.add(
              "a guard limits the key only if it compares "
                  + ValueText.of(variable.term())
                  + " itself, or an element of it, with a constant");
          return;
        }
      }
    }
  }

  private boolean mentions(MatchNode node, Variable variable) {
    if (++nodes > MOST_NODES) {
      return false;
    }
    if (node instanceof Variable other) {
      return other.number() == variable.number();
    }
    return node.parts().stream().anyMatch(part -> mentions(part, variable));
  }
}
