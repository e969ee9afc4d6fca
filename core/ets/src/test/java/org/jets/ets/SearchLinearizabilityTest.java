package org.jets.ets;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Reference;
import org.jets.terms.TermParser;
import org.jets.terms.TestScale;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Searches of one key that delete or replace match and change in one step, on every store, by model
 * checking and under stress. A key that is chosen by a guard is planned as one that is written in
 * the head.
 */
class SearchLinearizabilityTest {
  private static final int MODEL_ITERATIONS = 1;
  private static final int MODEL_INVOCATIONS = 10;
  private static final int STRESS_ITERATIONS = 3;
  private static final int STRESS_INVOCATIONS = 300;

  /** On what the classes of operations work; Lincheck makes their instances. */
  private static volatile Variant variant;

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void selectDelete_oneKeyOfABag_isLinearizable(Variant bag) {
    check(bag, DeleteOperations.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void selectDeleteAndReplace_oneKey_areLinearizable(Variant set) {
    check(set, ReplaceOperations.class);
  }

  private static void check(Variant checked, Class<?> operations) {
    variant = checked;
    run(
        new ModelCheckingOptions()
            .actorsPerThread(2)
            .iterations(TestScale.count(MODEL_ITERATIONS))
            .invocationsPerIteration(MODEL_INVOCATIONS),
        operations);
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

  /** Objects {@code {1, Value}}, and what is asked of them, made beforehand. */
  @Param(name = "value", gen = IntGen.class, conf = "1:3")
  abstract static class OneKey {
    static final IntegerTerm KEY = i(1);
    private static final Owner OWNER = new TableSpace().newOwner();
    private static final Reference ID = Reference.of(a("node"), 0, 1);
    private static final Tuple[] OBJECTS = {t(1, 0), t(1, 1), t(1, 2), t(1, 3)};

    /** Not known to a space: that would be much to step through. */
    final EtsTable table =
        new EtsTable(
            OWNER,
            new Table(
                OWNER.space(),
                ID,
                variant.options(),
                new TableState(OWNER, null, Access.PROTECTED, a("t"))));

    @Operation
    public void insert(@Param(name = "value") int value) {
      table.insert(OBJECTS[value]);
    }

    @Operation
    public boolean insertNew(@Param(name = "value") int value) {
      return table.insertNew(OBJECTS[value]);
    }

    /** The values as the digits of a number. */
    @Operation
    public int lookup() {
      int digits = 0;
      List<Tuple> objects = table.lookup(KEY);
      for (Tuple object : objects) {
        digits = 10 * digits + ((IntegerTerm) object.element(2)).intValue();
      }
      return digits;
    }
  }

  /** With searches that delete. */
  public static class DeleteOperations extends OneKey {
    private static final MatchSpec SMALL =
        spec("[{{'$1','$2'},[{'=:=','$1',1},{'<','$2',3}],[true]}]");
    private static final MatchSpec EACH = spec("[{{1,'_'},[],[true]}]");

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
        spec("[{{'$1','$2'},[{'==','$1',1},{'<','$2',9}],[{{'$1',{'+','$2',1}}}]}]");
    private static final MatchSpec SWAP = spec("[{{1,2},[],[{const,{1,3}}]}]");

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
      table.delete(KEY);
    }
  }
}
