package org.jets.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jets.ets.TableSpace;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.observe.TableFacts;
import org.jets.terms.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Takes a census of a space when one is wanted, and gives the same one to all callers of the next
 * second. The time that it takes is bounded in two ways:
 *
 * <ul>
 *   <li>The estimates of bytes, which read objects, take at most {@value #BYTES_MILLIS} ms of a
 *       census. The tables that are left out keep their estimates, and are the first of the next
 *       census.
 *   <li>A census lasts {@value #SHARE} times as long as it took, if that is more than a second.
 * </ul>
 *
 * <p>Safe for use by many threads; one takes the census, and the others wait for it.
 */
final class CensusTaker {
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int BYTES_MILLIS = 50;
  private static final long BYTES_NANOS = TimeUnit.MILLISECONDS.toNanos(BYTES_MILLIS);
  private static final int SHARE = 10;

  /** Few samples of a second are of one table, if others are called far more often. */
  private static final int MEAN_SECONDS = 5;

  private final TableSpace space;
  private final @Nullable CallSampler sampler;
  private final LongSupplier clock;

  @GuardedBy("this") private @Nullable TableCensus last;

  /** The time at which {@link #last} is too old. */
  @GuardedBy("this") private long endNanos;

  /** The estimates of bytes, in the order in which they were made. */
  @GuardedBy("this") private Map<Reference, Estimate> estimates = new HashMap<>();

  @GuardedBy("this") private long round;

  /** The calls of each table at the last census, at {@link #countedNanos}. */
  @GuardedBy("this") private Map<Reference, Counted> counted = new HashMap<>();

  @GuardedBy("this") private long countedNanos;

  /** The calls of all tables, those of deleted ones too. */
  @GuardedBy("this") private long allCalls;

  /** The calls of a table so far, and about how many there are in a second; -1 if unknown. */
  private record Counted(long calls, double rate) {}

  /** An estimate of bytes, and the census in which it was made. */
  private record Estimate(long bytes, long round) {}

  /**
   * Creates a taker.
   *
   * @param sampler chooses the calls that are timed; null if none are
   */
  CensusTaker(TableSpace space, @Nullable CallSampler sampler, LongSupplier clock) {
    this.space = space;
    this.sampler = sampler;
    this.clock = clock;
  }

  /** Returns a census that is at most about a second old. */
  synchronized TableCensus census() {
    long begin = clock.getAsLong();
    TableCensus known = last;
    if (known != null && endNanos - begin > 0) {
      return known;
    }
    TableCensus taken = take(begin);
    long nanos = clock.getAsLong() - begin;
    last = taken;
    endNanos = begin + Math.max(LEAST_NANOS, SHARE * nanos);
    return taken;
  }

  @GuardedBy("this") private TableCensus take(long now) {
    if (sampler != null) {
      sampler.refresh();
    }
    List<TableFacts> all = space.facts();
    estimate(all);
    Map<Reference, Counted> before = counted;
    double seconds = (now - countedNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    counted = new HashMap<>();
    countedNanos = now;
    List<TableRow> rows = new ArrayList<>(all.size());
    for (TableFacts facts : all) {
      Estimate estimate = estimates.get(facts.id());
      TableFacts.Fixation fixation = facts.fixation();
      rows.add(
          new TableRow(
              facts,
              estimate == null ? -1 : estimate.bytes(),
              fixation == null ? -1 : Math.max(now - fixation.sinceNanos(), 0),
              perSecond(facts, before.get(facts.id()), seconds)));
    }
    return new TableCensus(Instant.now(), rows, allCalls);
  }

  /**
   * Counts the calls of a table, and returns how many there were in a second, on a mean in which
   * the last {@value #MEAN_SECONDS} seconds weigh most; -1 if that is unknown.
   */
  @GuardedBy("this") private long perSecond(TableFacts facts, @Nullable Counted before, double seconds) {
    TableFacts.Calls calls = facts.timed();
    if (calls == null) {
      return -1;
    }
    long added = Math.max(calls.count() - (before == null ? 0 : before.calls()), 0);
    allCalls += added;
    double rate = -1;
    if (before != null) {
      double weight = before.rate() < 0 ? 1 : 1 - Math.exp(-seconds / MEAN_SECONDS);
      rate = Math.max(before.rate(), 0) * (1 - weight) + weight * added / seconds;
    }
    counted.put(facts.id(), new Counted(calls.count(), rate));
    return Math.round(rate);
  }

  /** Estimates the bytes of as many tables as the time allows, those without a new one first. */
  @GuardedBy("this") private void estimate(List<TableFacts> all) {
    round++;
    Map<Reference, Estimate> next = new HashMap<>();
    List<TableFacts> oldestFirst = new ArrayList<>(all);
    Map<Reference, Estimate> before = estimates;
    oldestFirst.sort(
        Comparator.comparingLong(
            facts -> {
              Estimate estimate = before.get(facts.id());
              return estimate == null ? 0 : estimate.round();
            }));
    long begin = clock.getAsLong();
    boolean hasTime = true;
    for (TableFacts facts : oldestFirst) {
      Estimate estimate = before.get(facts.id());
      hasTime = hasTime && clock.getAsLong() - begin < BYTES_NANOS;
      if (hasTime) {
        estimate = new Estimate(space.bytes(facts.id()).orElse(0), round);
      }
      if (estimate != null) {
        next.put(facts.id(), estimate);
      }
    }
    estimates = next;
  }
}
