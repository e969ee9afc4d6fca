package org.jets.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
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
}
