package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recordings for which the end of the JVM waits. */
class FlightRecordingsTest {
  private static Recording recording() {
    Recording recording = new Recording();
    recording.setDumpOnExit(true);
    return recording;
  }

  @Test
  void remain_recordingThatHasNotBegun_isNotWaitedFor() {
    try (Recording recording = recording()) {
      assertThat(FlightRecordings.remain()).isFalse();
      recording.scheduleStart(Duration.ofDays(1));
      assertThat(recording.getState()).isEqualTo(RecordingState.DELAYED);
      assertThat(FlightRecordings.remain()).isFalse();
      FlightRecordings.awaitWritten();
    }
  }

  @Test
  void remain_recordingUntilItIsWritten_isWaitedFor(@TempDir Path folder) throws IOException {
    try (Recording recording = recording()) {
      recording.start();
      assertThat(FlightRecordings.remain()).isTrue();
      recording.stop();
      assertThat(recording.getState()).isEqualTo(RecordingState.STOPPED);
      assertThat(FlightRecordings.remain()).isTrue();
      recording.dump(folder.resolve("jets.jfr"));
    }
    assertThat(FlightRecordings.remain()).isFalse();
  }

  @Test
  void remain_recordingThatIsNotWrittenAtTheEnd_isNotWaitedFor() {
    try (Recording recording = new Recording()) {
      recording.start();
      assertThat(FlightRecordings.remain()).isFalse();
    }
  }
}
