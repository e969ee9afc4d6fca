package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares random calls on tables whose objects expire after a write with a plain model, while the
 * time moves between the calls. The property {@code jets.seed} repeats a run.
 */
class ExpiryModelTest {
  private static final int CALLS = 20_000;
  private static final int CALLS_PER_TABLE = 500;
  private static final int NEWEST = 29;
  private static final long TTL = 100;
  private static final Set<String> STEPS = Set.of("next", "prev", "next_lookup", "prev_lookup");

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  /** A table and its model. */
  private final class Both {
    final FakeClock clock = new FakeClock();
    final ModelTable model;
    final LocalTable table;
    final TableType type;
    final int keypos;
    final IdentityHashMap<Tuple, Long> ends = new IdentityHashMap<>();

    /** Keys that expired: whether a step from them is possible depends on when they are removed. */
    final Set<Term> expired = new HashSet<>();

    Both(Owner owner, Variant variant, int keypos) {
      this.type = variant.type();
      this.keypos = keypos;
      this.model = new ModelTable(type, keypos);
      TableOptions options = variant.options().withKeypos(keypos);
      this.table = owner.newTable("t", clock.expiring(options, Kind.AFTER_WRITE, TTL));
    }

    void run(TableCall call, Variant variant) {
      clock.advanceMillis(random.nextInt(8) == 0 ? random.nextInt(40) : 0);
      long now = clock.currentTimeMillis();
      model.removeIf(
          object -> {
            boolean hasExpired = ends.get(object) <= now;
            if (hasExpired) {
              expired.add(object.element(keypos));
            }
            return hasExpired;
          });
      Term expected = model.run(call);
      note(call, now);
      if (call.function().startsWith("update_")
          && expected != Atom.FALSE
          && !expected.equals(TableCall.BADARG)) {
        for (Term written : (ListTerm) model.run(TableCall.of("lookup", call.argument(0)))) {
          ends.put((Tuple) written, now + TTL);
        }
      }
      Term actual = call.run(table);
      boolean isOrdered = type == TableType.ORDERED_SET;
      boolean isUncertain =
          call.function().equals("info")
              || (!isOrdered
                  && STEPS.contains(call.function())
                  && expired.contains(call.argument(0)));
      if (!isUncertain) {
        assertThat(call.promised(actual, type, keypos))
            .as("%s, keypos %d, %s, -Djets.seed=%d", variant, keypos, call, seed)
            .isEqualTo(call.promised(expected, type, keypos));
      }
      if (random.nextInt(16) == 0) {
        ((ExpiringStore) ((TableHandle) table).table().store()).sweep(random.nextInt(5));
      }
    }

    /** Notes the ends of the objects that the call has written. */
    private void note(TableCall call, long now) {
      List<Term> inserted = List.of();
      if (type == TableType.BAG && call.function().equals("insert")) {
        Term argument = call.argument(0);
        inserted = argument instanceof ListTerm list ? elements(list) : List.of(argument);
        inserted = inserted.stream().allMatch(this::isObject) ? inserted : List.of();
      }
      for (Tuple object : model.objects()) {
        if (!ends.containsKey(object) || inserted.contains(object)) {
          ends.put(object, now + TTL);
        }
      }
    }

    /** An improper list inserts nothing. */
    private static List<Term> elements(ListTerm list) {
      return list.isProper() ? list.toList() : List.of();
    }

    private boolean isObject(Term term) {
      return term instanceof Tuple object && object.arity() >= keypos;
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_whileTimeMoves_giveWhatTheModelGives(Variant variant) {
    for (int done = 0; done < TestScale.count(CALLS); done += CALLS_PER_TABLE) {
      int keypos = 1 + random.nextInt(2);
      TableCalls calls = new TableCalls(random, variant.type(), keypos, NEWEST);
      try (Owner owner = new TableSpace().newOwner()) {
        Both both = new Both(owner, variant, keypos);
        for (int n = 0; n < CALLS_PER_TABLE; n++) {
          both.run(calls.next(), variant);
          if (n % 20 == 0) {
            both.run(TableCall.of("tab2list"), variant);
          }
        }
      }
    }
  }
}
