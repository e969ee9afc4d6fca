package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.event.TableChange.Kind;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares random calls on bounded tables with a plain model, which removes what the events of the
 * table tell to be evicted. The property {@code jets.seed} repeats a run.
 */
class BoundedModelTest {
  private static final int CALLS = 20_000;
  private static final int CALLS_PER_TABLE = 500;
  private static final int NEWEST = 29;
  private static final int MOST = 6;
  private static final int PLENTY = 100_000;
  private static final Set<String> STEPS = Set.of("next", "prev", "next_lookup", "prev_lookup");

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  /** Returns a subscriber that notes the first object of each evicted key. */
  private static ChangeRecorder noting(Queue<Tuple> evictions) {
    return new ChangeRecorder(
        Long.MAX_VALUE,
        change -> {
          assertThat(change.kind()).isNotEqualTo(Kind.LOST);
          if (change.cause() == Cause.EVICTION) {
            assertThat(change.kind()).isEqualTo(Kind.DELETED);
            evictions.add(change.before().get(0));
          }
        });
  }

  private void run(Variant variant, TableOptions limits, int most) {
    int keypos = 1 + random.nextInt(2);
    TableCalls calls = new TableCalls(random, variant.type(), keypos, NEWEST);
    try (Owner owner = new TableSpace().newOwner()) {
      LocalTable table = owner.newTable("t", limits.withKeypos(keypos).withEvents(true));
      Queue<Tuple> evictions = new ArrayDeque<>();
      ChangeRecorder recorder = noting(evictions);
      table.changes(ChangeOptions.defaults().withExecutor(Runnable::run)).subscribe(recorder);
      ModelTable model = new ModelTable(variant.type(), keypos);
      Set<Term> evicted = new HashSet<>();
      for (int n = 0; n < CALLS_PER_TABLE; n++) {
        TableCall call = n % 20 == 0 ? TableCall.of("tab2list") : calls.next();
        Term expected = model.run(call);
        Term actual = call.run(table);
        boolean isUncertain =
            call.function().equals("info")
                || (variant.type() != TableType.ORDERED_SET
                    && STEPS.contains(call.function())
                    && evicted.contains(call.argument(0)));
        if (!isUncertain) {
          assertThat(call.promised(actual, variant.type(), keypos))
              .as("%s, keypos %d, %s, -Djets.seed=%d", variant, keypos, call, seed)
              .isEqualTo(call.promised(expected, variant.type(), keypos));
        }
        for (Tuple object; (object = evictions.poll()) != null; ) {
          Term key = object.element(keypos);
          evicted.add(key);
          model.removeIf(other -> isSameKey(variant, other.element(keypos), key));
        }
        assertThat(table.size()).isEqualTo(model.objects().size()).isLessThanOrEqualTo(most);
        assertThat(recorder.end).as("an error of the subscriber").isNotDone();
      }
    }
  }

  private static boolean isSameKey(Variant variant, Term one, Term other) {
    return variant.type() == TableType.ORDERED_SET
        ? TermOrder.equal(one, other)
        : one.equals(other);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_fewObjectsAllowed_giveWhatTheModelGives(Variant variant) {
    for (int done = 0; done < TestScale.count(CALLS); done += CALLS_PER_TABLE) {
      run(variant, variant.options().withMaxObjects(MOST), MOST);
    }
  }

  /** Nothing is lost while there is room. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_plentyAllowed_giveWhatTheModelGives(Variant variant) {
    for (int done = 0; done < TestScale.count(CALLS / 4); done += CALLS_PER_TABLE) {
      TableOptions options = variant.options();
      run(variant, options.withMaxObjects(PLENTY).withMaxBytes(1_000L * PLENTY), PLENTY);
      run(variant, options.withMaxObjects(PLENTY).withRejectionWhenFull(true), PLENTY);
    }
  }
}
