package org.jets.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jets.ets.observe.ScanObserver;
import org.jets.ets.observe.ScanPlan;
import org.jets.node.IncomingCall;
import org.jets.node.NodeObserver;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * Is told of scans, calls, refusals and connections. Records events of the Flight Recorder, and
 * keeps slow calls.
 *
 * <p>Cost: two readings of the clock for a call or scan, and about three objects. Texts are made
 * for slow calls and for recorded events alone.
 */
final class Watchers implements ScanObserver, NodeObserver {
  private static final Atom ETS = Atom.of("ets");
  private static final Atom JETS = Atom.of("jets");

  /** The number of refusals that become events in each second. */
  private static final int REFUSALS = 100;

  private static final int RECENT_SECONDS = 10;

  private final SlowCalls slowCalls;
  private final long slowNanos;
  private final LongSupplier clock;
  private final RateBound refusals;

  /** The time of the last refusal; far in the past before the first. */
  private volatile long refusedNanos;

  Watchers(SlowCalls slowCalls, Duration slow, LongSupplier clock) {
    this.slowCalls = slowCalls;
    this.slowNanos = slow.toNanos();
    this.clock = clock;
    this.refusals = new RateBound(REFUSALS, clock);
    this.refusedNanos = clock.getAsLong() - Long.MAX_VALUE / 2;
  }

  @Override
  public Runnable scanBegins(Term table, String operation, ScanPlan plan) {
    FullScanEvent event = FullScanEvent.TYPE.isEnabled() ? new FullScanEvent() : null;
    if (event != null) {
      event.begin();
    }
    long begin = clock.getAsLong();
    return () -> {
      long nanos = clock.getAsLong() - begin;
      if (event != null) {
        event.end();
        if (event.shouldCommit()) {
          event.table = table.toString();
          event.operation = operation;
          event.reason = plan.reason();
          event.advice = plan.advice();
          event.commit();
        }
      }
      if (nanos >= slowNanos) {
        slowCalls.add(slow(nanos, operation + " (full scan)", table.toString(), plan));
      }
    };
  }

  @Override
  public Runnable callBegins(IncomingCall call) {
    SlowCallEvent event = SlowCallEvent.TYPE.isEnabled() ? new SlowCallEvent() : null;
    if (event != null) {
      event.begin();
    }
    long begin = clock.getAsLong();
    return () -> {
      long nanos = clock.getAsLong() - begin;
      if (event != null) {
        event.end();
        if (event.shouldCommit()) {
          event.function = function(call);
          event.table = table(call);
          event.caller = call.caller().toString();
          event.commit();
        }
      }
      if (nanos >= slowNanos) {
        slowCalls.add(slow(nanos, call));
      }
    };
  }

  private static SlowCall slow(long nanos, String operation, String table, ScanPlan plan) {
    return new SlowCall(
        Instant.now(), Duration.ofNanos(nanos), operation, table, "", plan.reason(), plan.advice());
  }

  private static SlowCall slow(long nanos, IncomingCall call) {
    return new SlowCall(
        Instant.now(),
        Duration.ofNanos(nanos),
        function(call),
        table(call),
        call.caller().toString(),
        "",
        "");
  }

  private static String function(IncomingCall call) {
    return call.module() + ":" + call.function() + "/" + call.arguments().size();
  }

  /** Returns the text of the table; empty if the first argument is none. */
  private static String table(IncomingCall call) {
    boolean isOfTables = call.module() == ETS || call.module() == JETS;
    Term first = !isOfTables || call.arguments().isEmpty() ? null : call.arguments().get(0);
    return first instanceof Atom || first instanceof Reference ? first.toString() : "";
  }

  @Override
  public void refused(String node, String limit, String bound) {
    refusedNanos = clock.getAsLong();
    RefusalEvent event = new RefusalEvent();
    if (event.isEnabled()) {
      long leftOut = refusals.pass();
      if (leftOut >= 0) {
        event.node = node;
        event.limit = limit;
        event.bound = bound;
        event.leftOut = leftOut;
        event.commit();
      }
    }
  }

  /** Returns whether something was refused in the last {@value #RECENT_SECONDS} seconds. */
  boolean hasRefused() {
    return clock.getAsLong() - refusedNanos < TimeUnit.SECONDS.toNanos(RECENT_SECONDS);
  }

  @Override
  public void connected(String node) {
    record(node, true);
  }

  @Override
  public void disconnected(String node) {
    record(node, false);
  }

  private static void record(String node, boolean isUp) {
    ConnectionEvent event = new ConnectionEvent();
    if (event.isEnabled()) {
      event.node = node;
      event.isUp = isUp;
      event.commit();
    }
  }
}
