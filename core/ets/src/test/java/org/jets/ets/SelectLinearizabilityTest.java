package org.jets.ets;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.TermParser;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that searches of one key that delete or replace match and change in one step. It uses
 * model checking and stress, on every store. At a reduced scale, which is for other JDKs, it uses
 * only stress, since the interleavings of the model checker are the same on all, and omits maps of
 * other libraries. Guards select the key, which an ordered_set may have as a float.
 */
@Tag("lincheck")
class SelectLinearizabilityTest {
  private static final int MODEL_ITERATIONS = 1;
  private static final int MODEL_INVOCATIONS = 10;
  private static final int STRESS_ITERATIONS = 2;
  private static final int STRESS_INVOCATIONS = 150;

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void bagSearches_everyInterleaving_areLinearizable(Variant bag) {
    checkInterleavings(bag, DeleteOperations.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void bagSearches_underStress_areLinearizable(Variant bag) {
    checkUnderStress(bag, DeleteOperations.class);
  }

  @Tag("model-checking")
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void setSearches_everyInterleaving_areLinearizable(Variant set) {
    checkInterleavings(set, ReplaceOperations.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void setSearches_underStress_areLinearizable(Variant set) {
    checkUnderStress(set, ReplaceOperations.class);
  }

  private static void checkInterleavings(Variant checked, Class<?> operations) {
    if (TestScale.isReduced()) {
      return;
    }
    SharedTable.workOn(checked);
    ModelCheckingOptions model = new ModelCheckingOptions();
    model
        .actorsPerThread(2)
        .iterations(TestScale.count(MODEL_ITERATIONS))
        .invocationsPerIteration(MODEL_INVOCATIONS);
    Untraced.addTo(model);
    run(model, operations);
  }

  private static void checkUnderStress(Variant checked, Class<?> operations) {
    if (TestScale.isReduced() && checked.isOfOthers()) {
      return;
    }
    SharedTable.workOn(checked);
    run(
        new StressOptions()
            .actorsPerThread(3)
            .iterations(TestScale.count(STRESS_ITERATIONS))
            .invocationsPerIteration(STRESS_INVOCATIONS),
        operations);
  }

  private static void run(Options<?, ?> options, Class<?> operations) {
    options.threads(2).actorsBefore(1).actorsAfter(1);
    options.check(operations);
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  /** Objects of one key. */
  @Param(name = "value", gen = IntGen.class, conf = "1:3")
  abstract static class OneKey extends SharedTable {
    static final int KEY = 1;

    @Operation
    public void insert(@Param(name = "value") int value) {
      table.insert(object(KEY, value));
    }

    @Operation
    public boolean insertNew(@Param(name = "value") int value) {
      return table.insertNew(object(KEY, value));
    }

    @Operation
    public int lookup() {
      return values(table.lookup(k(KEY)));
    }
  }

  /** With searches that delete. */
  public static class DeleteOperations extends OneKey {
    private static final MatchSpec SMALL =
        spec("[{{'$1','$2','_'},[{'==','$1',1},{'<','$2',3}],[true]}]");
    private static final MatchSpec EACH = spec("[{{'$1','_','_'},[{'==','$1',1}],[true]}]");

    @Operation
    public long deleteSmall() {
      return table.selectDelete(SMALL);
    }

    @Operation
    public long deleteEach() {
      return table.selectDelete(EACH);
    }

    @Operation
    public int select() {
      return table.select(SMALL).size();
    }
  }

  /** With searches that replace, too. */
  public static class ReplaceOperations extends DeleteOperations {
    private static final MatchSpec NEXT =
        spec("[{{'$1','$2',0},[{'==','$1',1},{'<','$2',9}],[{{'$1',{'+','$2',1},0}}]}]");
    private static final MatchSpec SWAP = spec("[{{'$1',2,0},[{'==',1,'$1'}],[{{'$1',3,0}}]}]");

    @Operation
    public long addOne() {
      return table.selectReplace(NEXT);
    }

    @Operation
    public long compareAndSet() {
      return table.selectReplace(SWAP);
    }

    @Operation
    public void delete() {
      table.delete(k(KEY));
    }
  }
}
