package org.jets.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.jets.collections.MapStructure;
import org.jets.ets.Backend;
import org.jets.ets.LocalTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.match.MatchSpec;
import org.jets.node.IncomingCall;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the events of the Flight Recorder. */
class FlightRecorderTest {
  private static final MatchSpec BY_VALUE =
      MatchSpec.compile(TermParser.parse("[{{'_','$1'},[{'>','$1',1}],['$1']}]"));

  @TempDir Path folder;

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  /** Runs an action while one kind of event is recorded, and returns these events. */
  private List<RecordedEvent> recorded(String name, Map<String, String> settings, Runnable action)
      throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable(name);
      recording.setSettings(settings);
      recording.start();
      action.run();
      recording.stop();
      Path file = folder.resolve("events.jfr");
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals(name))
          .toList();
    }
  }

  private static Map<String, String> always(String name) {
    return Map.of(name + "#enabled", "true", name + "#threshold", "0 ns");
  }

  private LocalTable table() {
    LocalTable table = owner.newTable("t", TableOptions.set().withNamedTable());
    table.insert(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(2)));
    return table;
  }

  @Test
  void fullScan_recorded_tellsTableAndReason() throws Exception {
    LocalTable table = table();
    try (Observatory observatory = Observatory.of(space, ObserveOptions.defaults())) {
      List<RecordedEvent> events =
          recorded("jets.FullScan", always("jets.FullScan"), () -> table.select(BY_VALUE));

      assertThat(observatory.space()).isSameAs(space);
      assertThat(events)
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("table")).isEqualTo("t");
                assertThat(event.getString("operation")).isEqualTo("select");
                assertThat(event.getString("reason")).isEqualTo(table.explain(BY_VALUE).reason());
                assertThat(event.getString("advice")).startsWith("bind element 1 in the head");
              });
    }
  }

  @Test
  void fullScan_belowTheThreshold_isNotRecorded() throws Exception {
    LocalTable table = table();
    try (Observatory observatory = Observatory.of(space, ObserveOptions.defaults())) {
      assertThat(
              recorded(
                  "jets.FullScan",
                  Map.of("jets.FullScan#enabled", "true", "jets.FullScan#threshold", "1 h"),
                  () -> table.select(BY_VALUE)))
          .isEmpty();
      assertThat(observatory.slowCallCount()).isZero();
    }
  }

  @Test
  void slowCall_recorded_tellsFunctionTableAndCaller() throws Exception {
    Watchers watchers = watchers();
    IncomingCall call =
        new IncomingCall(
            owner.pid(), Atom.of("ets"), Atom.of("lookup"), List.of(Atom.of("t"), Atom.of("key")));

    List<RecordedEvent> events =
        recorded("jets.SlowCall", always("jets.SlowCall"), () -> watchers.callBegins(call).run());

    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("function")).isEqualTo("ets:lookup/2");
              assertThat(event.getString("table")).isEqualTo("t");
              assertThat(event.getString("caller")).isEqualTo(owner.pid().toString());
            });
  }

  private static Watchers watchers() {
    return new Watchers(new SlowCalls(1), Duration.ofHours(1), new ManualClock());
  }

  @Test
  void connection_upAndDown_areRecorded() throws Exception {
    Watchers watchers = watchers();

    List<RecordedEvent> events =
        recorded(
            "jets.Connection",
            always("jets.Connection"),
            () -> {
              watchers.connected("a@h");
              watchers.disconnected("a@h");
            });

    assertThat(events).extracting(event -> event.getString("node")).containsExactly("a@h", "a@h");
    assertThat(events).extracting(event -> event.getBoolean("isUp")).containsExactly(true, false);
  }

  @Test
  void refusal_manyInASecond_areCounted() throws Exception {
    ManualClock clock = new ManualClock();
    Watchers watchers = new Watchers(new SlowCalls(1), Duration.ofHours(1), clock);

    List<RecordedEvent> events =
        recorded(
            "jets.Refusal",
            always("jets.Refusal"),
            () -> {
              for (int i = 0; i < 250; i++) {
                watchers.refused("a@h", "calls of it", "<= 3");
              }
              clock.advanceMillis(1_000);
              watchers.refused("a@h", "calls of it", "<= 3");
            });

    assertThat(events).hasSize(101);
    assertThat(events.get(100).getLong("leftOut")).isEqualTo(150);
    assertThat(events.get(0).getString("limit")).isEqualTo("calls of it");
    assertThat(events.get(0).getString("bound")).isEqualTo("<= 3");
  }

  @Test
  void fixation_longerThanTheBound_isRecordedAtTheEndOfAPeriod() throws Exception {
    LocalTable table = table();
    table.safeFixtable(true);
    ObserveOptions options = ObserveOptions.defaults().withLongFixation(Duration.ZERO);
    try (Observatory observatory = Observatory.of(space, options)) {
      List<RecordedEvent> events =
          recorded(
              "jets.Fixation",
              Map.of("jets.Fixation#enabled", "true", "jets.Fixation#period", "endChunk"),
              () -> assertThat(observatory.tables().fixed(1)).hasSize(1));

      assertThat(events)
          .first()
          .satisfies(
              event -> {
                assertThat(event.getString("table")).isEqualTo("t");
                assertThat(event.getString("owner")).isEqualTo(owner.pid().toString());
                assertThat(event.getLong("fixations")).isEqualTo(1);
                assertThat(event.getDuration("fixedFor")).isPositive();
              });
    }
  }

  /** Records the changes between two censuses, which the clock separates. */
  private List<RecordedEvent> changes(String name, Runnable change) throws Exception {
    ManualClock clock = new ManualClock();
    try (Observatory observatory = Observatory.of(space, ObserveOptions.defaults(), clock)) {
      return recorded(
          name,
          Map.of(name + "#enabled", "true", name + "#period", "everyChunk"),
          () -> {
            assertThat(observatory.tables().rows()).isNotEmpty();
            change.run();
            clock.advanceMillis(10_000);
          });
    }
  }

  private static void fill(LocalTable table, int count) {
    for (int i = 0; i < count; i++) {
      table.insert(Tuple.of(IntegerTerm.of(i), IntegerTerm.of(i)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STRIPED", "SPLIT_ORDERED"})
  void resize_hashMapGrows_isRecordedOnce(Backend backend) throws Exception {
    LocalTable table =
        owner.newTable("t", TableOptions.set().withNamedTable().withBackend(backend));

    List<RecordedEvent> events = changes("jets.Resize", () -> fill(table, 10_000));

    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("table")).isEqualTo("t");
              assertThat(event.getLong("buckets"))
                  .isGreaterThan(100)
                  .isGreaterThan(event.getLong("bucketsBefore"));
            });
  }

  @Test
  void split_treeGrows_isRecordedAndItsJoinsWhenItShrinks() throws Exception {
    LocalTable table =
        owner.newTable(
            "t", TableOptions.orderedSet().withNamedTable().withBackend(Backend.LOCK_FREE_TREE));

    assertThat(changes("jets.Split", () -> fill(table, 10_000)))
        .singleElement()
        .satisfies(event -> assertThat(event.getLong("splits")).isGreaterThan(10));
    assertThat(
            changes(
                "jets.Join",
                () -> {
                  for (int i = 0; i < 10_000; i++) {
                    table.delete(IntegerTerm.of(i));
                  }
                }))
        .singleElement()
        .satisfies(event -> assertThat(event.getLong("joins")).isGreaterThan(10));
  }

  /** A table that is made in the period has evicted keys too. */
  @Test
  void eviction_boundedTables_tellKeysObjectsAndBytes() throws Exception {
    LocalTable known =
        owner.newTable("known", TableOptions.set().withNamedTable().withMaxObjects(100));
    fill(known, 150);
    TableOptions ofBytes = TableOptions.set().withNamedTable().withMaxBytes(20_000);

    List<RecordedEvent> events =
        changes(
            "jets.Eviction",
            () -> {
              for (int i = 0; i < 30; i++) {
                known.insert(Tuple.of(IntegerTerm.of(1_000 + i), IntegerTerm.of(i)));
              }
              fill(owner.newTable("made", ofBytes), 5_000);
              fill(owner.newTable("roomy", ofBytes.withMaxBytes(1L << 30)), 100);
            });

    assertThat(events)
        .extracting(event -> event.getString("table"))
        .containsExactlyInAnyOrder("known", "made");
    assertThat(events)
        .allSatisfy(
            event -> {
              boolean isKnown = event.getString("table").equals("known");
              long keys = event.getLong("keys");
              assertThat(event.getLong("objects")).isEqualTo(keys);
              assertThat(keys).isBetween(isKnown ? 30L : 3_000L, isKnown ? 30L : 4_999L);
              assertThat(event.getLong("bytes") / keys)
                  .isBetween(isKnown ? 0L : 16L, isKnown ? 0L : 200L);
            });
  }

  private long expiredObjects() {
    return space.facts().get(0).removed().orElseThrow().expiredObjects();
  }

  @Test
  void expiry_objectsWhoseTimeIsOver_areRecorded() throws Exception {
    LocalTable table =
        owner.newTable(
            "t", TableOptions.set().withNamedTable().withExpiryAfterWrite(Duration.ofMillis(1)));

    List<RecordedEvent> events =
        changes(
            "jets.Expiry",
            () -> {
              fill(table, 50);
              Instant end = Instant.now().plusSeconds(60);
              // An object is counted after its removal.
              while (expiredObjects() < 50 && Instant.now().isBefore(end)) {
                table.first();
              }
            });

    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("table")).isEqualTo("t");
              assertThat(event.getLong("objects")).isEqualTo(50);
            });
  }

  @Test
  void structure_nothingHasChanged_isNotRecorded() throws Exception {
    fill(owner.newTable("t", TableOptions.set()), 10_000);

    assertThat(changes("jets.Resize", () -> {})).isEmpty();
    assertThat(changes("jets.RetryStorm", () -> {})).isEmpty();
  }

  @Test
  void retryStorm_manyUpdatesWereRetriedOften_isRecorded() throws Exception {
    MapStructure before = new MapStructure(1, 1, 0, 0, 5);

    List<RecordedEvent> events =
        recorded(
            "jets.RetryStorm",
            Map.of("jets.RetryStorm#enabled", "true"),
            () -> {
              StructureWatch.tellStorms("t", before, new MapStructure(1, 1, 0, 0, 14));
              StructureWatch.tellStorms("t", before, new MapStructure(1, 1, 0, 0, 15));
              StructureWatch.tellStorms("cleared", before, new MapStructure(1, 1, 0, 0, 3));
            });

    assertThat(events)
        .singleElement()
        .satisfies(event -> assertThat(event.getLong("updates")).isEqualTo(10));
  }

  /** The Flight Recorder runs listeners in threads of its own, so that none changes a search. */
  @Test
  void listener_throws_changesNoSearchAndOthersStillHear() throws Exception {
    LocalTable table = table();
    try (Observatory observatory = Observatory.of(space, ObserveOptions.defaults());
        RecordingStream stream = new RecordingStream()) {
      CountDownLatch heard = new CountDownLatch(2);
      stream.enable("jets.FullScan").withThreshold(Duration.ZERO);
      stream.onError(error -> {});
      stream.onEvent(
          "jets.FullScan",
          event -> {
            throw new IllegalStateException("injected");
          });
      stream.onEvent("jets.FullScan", event -> heard.countDown());
      stream.startAsync();

      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      boolean hasHeard = false;
      while (!hasHeard && System.nanoTime() - end < 0) {
        assertThat(table.select(BY_VALUE)).hasSize(1);
        hasHeard = heard.await(100, TimeUnit.MILLISECONDS);
      }

      assertThat(hasHeard).isTrue();
      assertThat(observatory.space()).isSameAs(space);
    }
  }

  @Test
  void longestName_ofATable_isWholeInAnEvent() throws Exception {
    String name = "\ud83d\ude00".repeat(255);
    LocalTable table = owner.newTable(name, TableOptions.set().withNamedTable());
    try (Observatory observatory = Observatory.of(space, ObserveOptions.defaults())) {
      List<RecordedEvent> events =
          recorded("jets.FullScan", always("jets.FullScan"), () -> table.select(BY_VALUE));

      assertThat(events)
          .singleElement()
          .satisfies(event -> assertThat(event.getString("table")).contains(name));
      assertThat(observatory.tables().rows()).hasSize(1);
    }
  }
}
