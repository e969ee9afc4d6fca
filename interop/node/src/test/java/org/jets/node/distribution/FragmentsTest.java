package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Pid;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Messages in fragments, and breaches of the rules for them. */
class FragmentsTest {
  private static final Pid TO = Pid.of(Wire.JAVA, 1, 0, 5);

  private static Send message(int process, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) process);
    return new Send(
        Pid.of(Wire.BEAM, process, 0, 7), TO, Tuple.of(Atom.of("bytes"), Binary.of(bytes)));
  }

  private static byte[] header(int tag, long sequence, long number, byte[] rest) {
    return ByteBuffer.allocate(Integer.BYTES + 2 + 2 * Long.BYTES + rest.length)
        .putInt(2 + 2 * Long.BYTES + rest.length)
        .put((byte) MessageReader.VERSION)
        .put((byte) tag)
        .putLong(sequence)
        .putLong(number)
        .put(rest)
        .array();
  }

  private static byte[] concatenate(byte[]... frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] frame : frames) {
      all.writeBytes(frame);
    }
    return all.toByteArray();
  }

  private static List<ControlMessage> read(byte[]... frames) throws IOException {
    return Wire.read(Flags.OURS, concatenate(frames), Wire.JAVA, Wire.BEAM);
  }

  @Test
  void write_longMessagesOfSeveralProcesses_areInterleavedAndReadWhole() throws IOException {
    List<ControlMessage> messages = new ArrayList<>();
    for (int process = 1; process <= 3; process++) {
      messages.add(message(process, 300_000 + process));
    }
    messages.add(message(4, 10));
    byte[] bytes = Wire.write(Wire.FRAGMENTS, messages);

    // All of them are of one thread, so that nothing overtakes: see the next test.
    assertThat(Wire.read(Wire.FRAGMENTS, bytes, Wire.JAVA, Wire.BEAM)).isEqualTo(messages);
  }

  @Test
  void write_longMessagesOfSeveralThreads_shortOneComesFirst() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FrameOutput output = new FrameOutput(bytes);
    MessageWriter writer = new MessageWriter(Flags.OURS, output, Wire.account());
    List<Send> messages =
        List.of(
            message(1, 300_000),
            message(2, 200_000),
            message(3, 10),
            message(1, 20),
            message(2, 30));
    for (Send message : messages) {
      writer.write(new SendQueue.Entry(message, new Thread(), 0));
    }
    while (!writer.isIdle()) {
      writer.writeFragment();
    }
    output.flush();

    assertThat(Wire.read(Flags.OURS, bytes.toByteArray(), Wire.JAVA, Wire.BEAM))
        .containsExactly(
            messages.get(2), messages.get(1), messages.get(4), messages.get(0), messages.get(3));
  }

  @Test
  void read_messageInOneFragment_isWhole() throws IOException {
    byte[] whole = Wire.write(Wire.FRAGMENTS, List.of(message(1, 3)));
    // After the length, the version and the tag: the number of atoms and the message.
    byte[] rest = Arrays.copyOfRange(whole, Integer.BYTES + 2, whole.length);

    assertThat(read(header(MessageReader.DIST_FRAG_HEADER, 9, 1, rest)))
        .containsExactly(message(1, 3));
  }

  @Test
  void read_messageThatIsCutOff_isNotGiven() throws IOException {
    byte[] bytes = Wire.write(Flags.OURS, List.of(message(1, 140_000)));
    int fragment = FragmentedBytes.FRAGMENT_BYTES;
    for (int cut = 0; cut < bytes.length; cut++) {
      int inFragment = cut % fragment;
      if (inFragment > 150 && inFragment < fragment - 20 && cut < bytes.length - 50) {
        continue;
      }
      List<ControlMessage> messages;
      try {
        messages = Wire.read(Flags.OURS, Arrays.copyOf(bytes, cut), Wire.JAVA, Wire.BEAM);
      } catch (EOFException e) {
        continue;
      }
      assertThat(messages).as("after %d bytes", cut).isEmpty();
    }
  }

  @Test
  void read_brokenRules_throws() {
    byte[] none = {0};
    byte[] data = {0, 1, 2};
    assertThatThrownBy(() -> read(header(MessageReader.DIST_FRAG_CONT, 1, 1, data)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("without the first");
    assertThatThrownBy(() -> read(header(MessageReader.DIST_FRAG_HEADER, 1, 0, data)))
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(
            () ->
                read(
                    header(MessageReader.DIST_FRAG_HEADER, 1, 3, none),
                    header(MessageReader.DIST_FRAG_CONT, 1, 1, data)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("order");
    assertThatThrownBy(
            () ->
                read(
                    header(MessageReader.DIST_FRAG_HEADER, 1, 3, none),
                    header(MessageReader.DIST_FRAG_HEADER, 1, 3, none)))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("two first");
  }

  @Test
  void read_moreThanTheLimits_throws() throws IOException {
    byte[] bytes = Wire.write(Wire.FRAGMENTS, List.of(message(1, 200_000)));
    assertRefused(bytes, Wire.options().maxMessageBytes(150_000), "withMaxMessageBytes");
    assertRefused(bytes, Wire.options().maxFragmentedBytes(100_000), "withMaxFragments");
    assertRefused(bytes, Wire.options().maxFrameBytes(60_000), "60000");
    byte[] first = header(MessageReader.DIST_FRAG_HEADER, 1, 2, new byte[] {0});
    byte[] second = header(MessageReader.DIST_FRAG_HEADER, 2, 2, new byte[] {0});
    assertRefused(
        concatenate(first, second), Wire.options().maxFragmentedMessages(1), "withMaxFragments");
  }

  private static void assertRefused(
      byte[] bytes, DistributionOptions.Builder options, String what) {
    assertThatThrownBy(
            () -> Wire.read(Wire.FRAGMENTS, bytes, Wire.JAVA, Wire.BEAM, options.build()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining(what);
  }

  @Test
  void read_lengthThatIsNotTrue_allocatesLittle() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream output = new DataOutputStream(bytes);
    output.writeInt(200 << 20);
    output.write(new byte[100]);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThatThrownBy(() -> read(bytes.toByteArray())).isInstanceOf(EOFException.class);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(4 << 20);
  }

  @Test
  void writeAndRead_largeBinary_copyItLittle() throws IOException {
    int size = 16 << 20;
    List<ControlMessage> messages = List.of(message(1, size));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    FrameOutput output = new FrameOutput(OutputStream.nullOutputStream());
    MessageWriter writer = new MessageWriter(Flags.OURS, output, Wire.account());
    long before = threads.getCurrentThreadAllocatedBytes();
    writer.write(new SendQueue.Entry(messages.get(0), Thread.currentThread(), 0));
    while (!writer.isIdle()) {
      writer.writeFragment();
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);

    ByteBuffer frames = ByteBuffer.wrap(Wire.write(Flags.OURS, messages));
    MessageReader reader =
        new MessageReader(
            Flags.OURS,
            Wire.JAVA,
            Wire.BEAM,
            Wire.options().build(),
            new ReceiveBudget(Wire.options().build()));
    before = threads.getCurrentThreadAllocatedBytes();
    ControlMessage read = null;
    while (frames.hasRemaining()) {
      int length = frames.getInt();
      read = reader.read(frames.array(), frames.position(), length);
      frames.position(frames.position() + length);
    }
    // The array for its bytes, and once more for all the steps in which that grew.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2L * size);
    assertThat(read).isEqualTo(messages.get(0));
  }

  @Test
  void read_atomsBeyondTheBudget_throws() throws IOException {
    byte[] bytes = atomsNobodyHas(20);
    assertThat(Wire.read(Wire.PASS_THROUGH, bytes, Wire.JAVA, Wire.BEAM)).hasSize(20);
    byte[] others = atomsNobodyHas(20);
    assertThatThrownBy(
            () ->
                Wire.read(
                    Wire.PASS_THROUGH,
                    others,
                    Wire.JAVA,
                    Wire.BEAM,
                    Wire.options().maxNewAtomsPerMinute(10).build()))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void read_messageOfTooManyNewAtoms_saysWhichOptionBoundsThem() throws IOException {
    int count = 200;
    int nameBytes = 32;
    int size = 6 + count * (2 + nameBytes);
    byte[] frame =
        Wire.write(Wire.PASS_THROUGH, List.of(new Send(null, TO, Binary.of(new byte[size - 5]))));
    // Replaces the binary by a list of atoms that this JVM does not have.
    ByteBuffer list = ByteBuffer.wrap(frame, frame.length - size, size);
    list.put((byte) 108).putInt(count);
    for (int i = 0; i < count; i++) {
      String name = UUID.randomUUID().toString().replace("-", "");
      list.put((byte) 119).put((byte) nameBytes).put(name.getBytes(StandardCharsets.US_ASCII));
    }
    list.put((byte) 106);

    assertThatThrownBy(
            () ->
                Wire.read(
                    Wire.PASS_THROUGH,
                    frame,
                    Wire.JAVA,
                    Wire.BEAM,
                    Wire.options().maxNewAtomsPerMessage(100).build()))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("withMaxNewAtomsPerMessage");
  }

  /** Returns frames with a message each, which is an atom that this JVM does not have. */
  private static byte[] atomsNobodyHas(int count) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      byte[] frame =
          Wire.write(Wire.PASS_THROUGH, List.of(new Send(null, TO, Binary.of(new byte[30]))));
      // Replaces the binary's tag and length by an atom's, and its bytes by the atom's name.
      int at = frame.length - 35;
      byte[] name =
          java.util
              .UUID
              .randomUUID()
              .toString()
              .substring(0, 33)
              .getBytes(StandardCharsets.US_ASCII);
      frame[at] = 119;
      frame[at + 1] = 33;
      System.arraycopy(name, 0, frame, at + 2, 33);
      bytes.writeBytes(frame);
    }
    return bytes.toByteArray();
  }

  @Test
  void add_messageMuchShorterThanItsFragments_keepsNoMoreThanItsBytes() throws Exception {
    DistributionOptions options =
        DistributionOptions.of(TestNode.newName(), TestNode.COOKIE).build();
    ReceiveBudget.Account account = Wire.account();
    Fragments fragments = new Fragments(options, account);
    int length = 1 << 16;

    fragments.begin(1, 2, List.of(), ByteBuffer.allocate(length));
    Fragments.Partial whole = fragments.add(1, 1, ByteBuffer.allocate(length / 2));

    assertThat(whole.size).isEqualTo(length + length / 2);
    assertThat(whole.bytes).hasSize(whole.size);
    assertThat(account.bytes()).isZero();
  }
}
