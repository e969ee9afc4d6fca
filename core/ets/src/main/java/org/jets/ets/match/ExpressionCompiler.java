package org.jets.ets.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.jets.ets.match.MatchNode.Call;
import org.jets.ets.match.MatchNode.Compound;
import org.jets.ets.match.MatchNode.Constant;
import org.jets.ets.match.MatchNode.Symbol;
import org.jets.ets.match.MatchNode.Variable;
import org.jets.terms.ListTerm;

/** Compiles the guards or the body of one clause. */
final class ExpressionCompiler {
  private final SortedMap<Integer, CompiledExpression> variables;
  private final boolean inBody;
  private final DeepParts deep;

  ExpressionCompiler(
      SortedMap<Integer, CompiledExpression> variables, boolean inBody, DeepParts deep) {
    this.variables = variables;
    this.deep = deep;
    this.inBody = inBody;
  }

  /**
   * Compiles an expression. Each node stands in a list before its parts, and the parts of nodes
   * follow in the order of the nodes. So, from the end of the list to its beginning, parts are
   * compiled before the node that they are parts of.
   */
  CompiledExpression compile(MatchNode root) {
    if (root.parts().isEmpty()) {
      return compile(root, new CompiledExpression[0]);
    }
    List<MatchNode> nodes = new ArrayList<>(List.of(root));
    for (int i = 0; i < nodes.size(); i++) {
      nodes.addAll(nodes.get(i).parts());
    }
    CompiledExpression[] compiled = new CompiledExpression[nodes.size()];
    int[] heights = new int[compiled.length];
    int end = compiled.length;
    for (int i = end - 1; i >= 0; i--) {
      MatchNode node = nodes.get(i);
      int begin = end - node.parts().size();
      compiled[i] = compile(node, Arrays.copyOfRange(compiled, begin, end));
      for (int part = begin; part < end; part++) {
        heights[i] = Math.max(heights[i], heights[part] + 1);
      }
      if (heights[i] == DeepParts.MAX_HEIGHT) {
        compiled[i] = deep.takeOut(compiled[i]);
        heights[i] = 0;
      }
      end = begin;
    }
    return compiled[0];
  }

  /** Compiles a node whose parts are compiled. */
  private CompiledExpression compile(MatchNode node, CompiledExpression[] parts) {
    if (node instanceof Constant constant) {
      return new CompiledExpression.Constant(constant.value());
    }
    if (node instanceof Variable variable) {
      CompiledExpression access = variables.get(variable.number());
      if (access == null) {
        throw new AssertionError(variable);
      }
      return access;
    }
    if (node instanceof Call call) {
      Functions.Function function = Functions.lookup(call.function(), parts.length);
      if (function == null) {
        throw new AssertionError(call);
      }
      return function.call(parts, inBody);
    }
    if (node instanceof Compound compound) {
      return compile(compound, parts);
    }
    return switch ((Symbol) node) {
      case WHOLE_OBJECT -> new BindingAccess.WholeObject();
      case ALL_BINDINGS ->
          new Construction.OfList(variables.values().toArray(new CompiledExpression[0]));
      case SELF -> new BindingAccess.Self();
      case WILDCARD -> throw new AssertionError(node);
    };
  }

  private static CompiledExpression compile(Compound compound, CompiledExpression[] parts) {
    return switch (compound.shape()) {
      case TUPLE -> new Construction.OfTuple(parts);
      case LIST -> {
        int last = parts.length - 1;
        yield compound.parts().get(last) instanceof Constant tail
                && tail.value().equals(ListTerm.empty())
            ? new Construction.OfList(Arrays.copyOf(parts, last))
            : new Construction.OfCells(parts);
      }
      case MAP -> new Construction.OfMap(parts);
    };
  }
}
