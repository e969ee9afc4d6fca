package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.Transformer;
import org.jets.terms.Term;
import org.jets.testkit.ScaledProperties;

/**
 * Compares sequences of calls with a plain model, on tables of all types, on all stores, with the
 * key at position 1 or 2. Each call has the same result in both, and leaves the same objects. A
 * failing sequence is shrunk to the calls that matter.
 */
@AddLifecycleHook(ScaledProperties.class)
class TableActionsTest {
  private static final int MAX_CALLS = 30;
  private static final TableCall CONTENTS = TableCall.of("tab2list");

  @Property(tries = 500)
  void calls_anySequence_giveWhatTheModelGives(@ForAll("calls") ActionChain<Tables> calls) {
    try (Tables tables = calls.run()) {
      assertThat(tables.pairs).isNotEmpty();
    }
  }

  @Provide
  Arbitrary<ActionChain<Tables>> calls() {
    Action.Independent<Tables> call =
        () ->
            TableCallArbitraries.calls()
                .map(made -> Transformer.mutate(made.toString(), tables -> tables.check(made)));
    return ActionChain.startWith(Tables::new).withAction(call).withMaxTransformations(MAX_CALLS);
  }

  /** The tables that a call is made on. */
  static final class Tables implements AutoCloseable {
    private final Owner owner = new TableSpace().newOwner();
    private final List<Pair> pairs =
        Variant.all()
            .flatMap(
                variant ->
                    IntStream.rangeClosed(1, 2)
                        .mapToObj(keypos -> new Pair(owner, variant, keypos)))
            .toList();

    void check(TableCall call) {
      pairs.forEach(pair -> pair.check(call));
    }

    @Override
    public void close() {
      owner.close();
    }
  }

  /** A table and the model of it. */
  private record Pair(Variant variant, int keypos, EtsTable table, ModelTable model) {
    Pair(Owner owner, Variant variant, int keypos) {
      this(
          variant,
          keypos,
          owner.newTable("t", variant.options().withKeypos(keypos)),
          new ModelTable(variant.type(), keypos));
    }

    void check(TableCall call) {
      assertSame(call);
      assertSame(CONTENTS);
    }

    private void assertSame(TableCall call) {
      Term actual = call.promised(call.run(table), variant.type(), keypos);
      Term expected = call.promised(model.run(call), variant.type(), keypos);
      assertThat(actual).as("%s, keypos %d, %s", variant, keypos, call).isEqualTo(expected);
    }
  }
}
