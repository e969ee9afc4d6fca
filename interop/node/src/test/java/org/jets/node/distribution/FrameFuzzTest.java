package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/**
 * For any input after the handshake, the reader returns messages or throws the one exception. Its
 * memory is bounded by the number of bytes. Messages stay the same when they are written and read
 * again.
 *
 * <p>The first byte of the input encodes the capabilities of both nodes, the others are the frames.
 * A test run replays the seeds, which are of live nodes. {@code ./jets fuzz frame 600} searches for
 * ten minutes.
 */
@Tag("fuzz")
class FrameFuzzTest {
  private static final List<Long> FLAGS =
      List.of(Wire.PASS_THROUGH, Wire.FRAGMENTS, Wire.ATOM_CACHE, Flags.OURS);

  private static final DistributionOptions OPTIONS =
      Wire.options().maxFrameBytes(1 << 20).maxMessageBytes(1 << 20).build();

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The limit of bytes for exceptions, buffers and tables. */
  private static final long MAX_CONSTANT = 8 << 20;

  private static final long MAX_PER_BYTE = 400;

  @FuzzTest(maxDuration = "60s")
  void read(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    long flags = FLAGS.get((bytes[0] & 0xff) % FLAGS.size());
    byte[] frames = Arrays.copyOfRange(bytes, 1, bytes.length);
    List<ControlMessage> messages = readOrNull(flags, frames);
    // Measured the second time: the first may load classes, which the fuzzer rewrites.
    long before = THREADS.getCurrentThreadAllocatedBytes();
    List<ControlMessage> again = readOrNull(flags, frames);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated).isLessThan(MAX_CONSTANT + MAX_PER_BYTE * bytes.length);
    assertThat(again).isEqualTo(messages);
    if (messages != null) {
      byte[] written = Wire.write(Flags.OURS, messages);
      assertThat(Wire.read(Flags.OURS, written, Wire.JAVA, Wire.BEAM)).hasSameSizeAs(messages);
    }
  }

  private static @Nullable List<ControlMessage> readOrNull(long flags, byte[] frames)
      throws IOException {
    try {
      return Wire.read(flags, frames, Wire.JAVA, Wire.BEAM, OPTIONS);
    } catch (ProtocolException | EOFException e) {
      return null;
    }
  }
}
