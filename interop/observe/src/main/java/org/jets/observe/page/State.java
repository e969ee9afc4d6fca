package org.jets.observe.page;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jets.ets.observe.TableFacts;
import org.jets.node.NodeStatus;
import org.jets.observe.Observatory;
import org.jets.observe.SlowCall;
import org.jets.observe.TableCensus;
import org.jets.observe.TableRow;
import org.jets.terms.Atom;

/**
 * The state that the page shows, in JSON. The answer is bounded, however many tables, nodes and
 * fixations there are: each list has a largest number of elements.
 */
final class State {
  private static final int MOST_PEERS = 100;
  private static final int MOST_FIXED = 20;
  private static final int MOST_FIXERS = 5;
  private static final int MOST_CALLS = 20;

  private final Observatory observatory;
  private final PageOptions options;
  private final long startNanos = System.nanoTime();

  State(Observatory observatory, PageOptions options) {
    this.observatory = observatory;
    this.options = options;
  }

  String json(StateQuery query) {
    TableCensus census = observatory.tables();
    List<TableRow> matching = matching(census, query);
    return Json.object(
        json -> {
          json.with("time", census.time().toEpochMilli());
          json.with("seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos));
          json.with("node", observatory.space().node().name());
          json.withObject("actions", this::actions);
          json.withObject("totals", totals -> totals(totals, census));
          json.with("matching", matching.size());
          int end = (int) Math.min((long) query.from() + query.limit(), matching.size());
          int from = Math.min(query.from(), end);
          json.with("from", from);
          json.withObjects("tables", matching.subList(from, end), State::table);
          json.withObjects("fixed", census.fixed(MOST_FIXED), State::table);
          json.withObjects(
              "slow", observatory.slowCalls().stream().limit(MOST_CALLS).toList(), State::slowCall);
          observatory.node().ifPresent(status -> json.withObject("status", s -> node(s, status)));
        });
  }

  private static List<TableRow> matching(TableCensus census, StateQuery query) {
    List<TableRow> sorted = census.sorted(query.order(), query.isDescending());
    if (query.search().isEmpty()) {
      return sorted;
    }
    return sorted.stream()
        .filter(row -> row.name().name().toLowerCase(Locale.ROOT).contains(query.search()))
        .toList();
  }

  private void actions(Json json) {
    json.with("preview", options.hasPreview());
    json.with("explain", options.hasExplain());
    json.with("snapshot", options.snapshots().isPresent());
  }

  private void totals(Json json, TableCensus census) {
    Runtime runtime = Runtime.getRuntime();
    json.with("tables", census.rows().size());
    json.with("objects", census.objects());
    json.with("bytes", census.bytes());
    json.with("calls", census.callsPerSecond());
    json.with("heapUsed", runtime.totalMemory() - runtime.freeMemory());
    json.with("heapMax", runtime.maxMemory());
    json.with("atoms", Atom.count());
    json.with("slowCalls", observatory.slowCallCount());
    json.with("health", observatory.health().word());
  }

  private static void table(Json json, TableRow row) {
    TableFacts facts = row.facts();
    json.with("id", row.id().toString());
    json.with("name", facts.name().toString());
    json.with("named", facts.isNamed());
    json.with("type", facts.type().term().name());
    json.with("size", facts.size());
    json.with("bytes", row.bytes());
    json.with("calls", row.callsPerSecond());
    json.with("p99", row.mostNanos());
    json.with("owner", facts.owner().toString());
    json.with("heir", facts.heir().map(Object::toString).orElse("none"));
    json.with("protection", facts.protection().term().name());
    json.with("logFailed", facts.hasFailedLog());
    json.with("store", facts.backend().name());
    json.with("fixed", row.fixedNanos() < 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(row.fixedNanos()));
    List<TableFacts.Fixer> fixers =
        facts.fixed().map(TableFacts.Fixation::fixers).orElse(List.of());
    json.with("fixers", fixers.size());
    json.withTexts(
        "fixedBy",
        fixers.stream().limit(MOST_FIXERS).map(f -> f.pid() + " x" + f.count()).toList());
  }

  private static void slowCall(Json json, SlowCall call) {
    json.with("end", call.end().toEpochMilli());
    json.with("micros", call.duration().toNanos() / 1_000);
    json.with("operation", call.operation());
    json.with("table", call.table());
    json.with("caller", call.caller());
    json.with("reason", call.reason());
    json.with("advice", call.advice());
  }

  private static void node(Json json, NodeStatus status) {
    json.with("port", status.port());
    json.with("processes", status.processes());
    json.with("calls", status.calls());
    json.with("links", status.links());
    json.with("owners", status.owners());
    json.with("outputBytes", status.outputBytes());
    json.with("heapHigh", status.isHeapHigh());
    json.with("maxTables", bound(status.quota().tables()));
    json.with("maxObjects", bound(status.quota().objects()));
    json.with("maxBytes", bound(status.quota().bytes()));
    json.with("peerCount", status.peers().size());
    json.withObjects("peers", status.peers().stream().limit(MOST_PEERS).toList(), State::peer);
  }

  /** Returns a bound for a browser, whose numbers are no longs; -1 for none. */
  private static long bound(long bound) {
    return bound == Long.MAX_VALUE ? -1 : bound;
  }

  private static void peer(Json json, NodeStatus.PeerStatus peer) {
    json.with("name", peer.name());
    json.with("calls", peer.calls());
    json.with("callBytes", peer.callBytes());
    json.with("heldBytes", peer.heldBytes());
    json.with("ownerBytes", peer.ownerBytes());
    json.with("outputBytes", peer.outputBytes());
    json.with("behind", peer.isBehind());
  }
}
