package org.jets.ets;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.ets.index.Index;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that writes of one key, and searches for one term of a unique index, are linearizable:
 * also that a write is refused only because another key has the term.
 */
@DisabledIfSystemProperty(
    named = "jets.expiry",
    matches = "far",
    disabledReason = "no unique index on objects that expire")
@Tag("lincheck")
class UniqueIndexLinearizabilityTest {
  private static final int ITERATIONS = 3;
  private static final int INVOCATIONS = 100;
  private static volatile Variant variant = Variant.hashSets().findFirst().orElseThrow();

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void operations_underStress_areLinearizable(Variant set) {
    variant = set;
    new StressOptions()
        .iterations(TestScale.count(ITERATIONS))
        .invocationsPerIteration(INVOCATIONS)
        .threads(3)
        .actorsPerThread(3)
        .check(Operations.class);
  }

  /** The operations on one table. */
  @Param(name = "key", gen = IntGen.class, conf = "1:3")
  @Param(name = "value", gen = IntGen.class, conf = "1:2")
  public static class Operations {
    private static final Owner OWNER = new TableSpace().newOwner();

    private static final Reference ID = Reference.of(Terms.a("node"), 0, 1);

    private final LocalTable table = newTable();

    private static LocalTable newTable() {
      TableOptions options = variant.options().withIndexes(true);
      TableState state = new TableState(OWNER, null, Access.PROTECTED, Terms.a("t"));
      // Not registered in the space, so that it is collected with this object.
      OwnedTable owned = new OwnedTable(OWNER.space(), ID, options, state, null, null);
      LocalTable made = TableHandle.opened(OWNER, owned);
      made.addIndex(Index.onElement(Terms.a("unique"), 2).unique());
      return made;
    }

    private static MatchSpec keysOf(int value) {
      return MatchSpec.compile(TermParser.parse("[{{'$1'," + value + "},[],['$1']}]"));
    }

    @Operation
    public boolean insert(@Param(name = "key") int key, @Param(name = "value") int value) {
      try {
        table.insert(Terms.t(key, value));
        return true;
      } catch (BadArgumentException e) {
        return false;
      }
    }

    @Operation
    public boolean delete(@Param(name = "key") int key) {
      return !table.take(Terms.i(key)).isEmpty();
    }

    @Operation
    public String keyOf(@Param(name = "value") int value) {
      StringBuilder found = new StringBuilder();
      for (Term key : table.select(keysOf(value))) {
        found.append(key);
      }
      return found.toString();
    }
  }
}
