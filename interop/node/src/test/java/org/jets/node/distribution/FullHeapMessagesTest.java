package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jets.node.FullHeapJvm;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Messages that are written or read while there is no memory, until other threads release some.
 * Each arrives once, and whole.
 */
class FullHeapMessagesTest {
  @ParameterizedTest
  @CsvSource({
    "write,4000",
    "write,20000",
    "read,4000",
    "write-relieved-late,4000",
    "write-with-little,4000",
  })
  void message_heapFilledToTheBrimForAWhile_arrivesOnce(String mode, int elements)
      throws Exception {
    String output = FullHeapJvm.output(FullHeap.class, mode, Integer.toString(elements));

    assertThat(output).as("output").isEqualToIgnoringNewLines("ok");
  }

  /** The JVM whose heap is full for a while. */
  static final class FullHeap {
    /** Room for the beginning of a message. */
    private static final Object[] LITTLE = new Object[1];

    private FullHeap() {}

    /** Keeps the written bytes, and allocates nothing for them. */
    private static final class Kept extends OutputStream {
      final byte[] bytes = new byte[1 << 20];
      int size;

      @Override
      public void write(int value) {
        bytes[size++] = (byte) value;
      }

      @Override
      public void write(byte[] source, int offset, int length) {
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
      }
    }

    /** Writes or reads one message after the other; the second one while there is no memory. */
    private static final class Traffic {
      final Kept kept = new Kept();
      final FrameOutput output = new FrameOutput(kept);
      final MessageWriter writer = new MessageWriter(Flags.OURS, output, Wire.account());
      final MessageReader reader =
          new MessageReader(
              Flags.OURS,
              Wire.BEAM,
              Wire.JAVA,
              Wire.options().build(),
              new ReceiveBudget(Wire.options().build()));

      void write(SendQueue.Entry entry) throws IOException {
        writer.write(entry);
        while (!writer.isIdle()) {
          writer.writeFragment();
        }
        output.flush();
      }

      FrameInput input() {
        InputStream wire = new ByteArrayInputStream(kept.bytes, 0, kept.size);
        FrameInput input = new FrameInput(wire, wire, Integer.BYTES, 1 << 24);
        input.beginMessages(Wire.options().build(), Wire.account());
        return input;
      }
    }

    private static List<ControlMessage> messages(int elements, String prefix) {
      List<ControlMessage> messages = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        // Atoms that the previous message did not have, and numbers in objects of their own.
        List<Term> parts = new ArrayList<>();
        // The buffer has to grow for the second.
        for (int j = 0; j < (i == 0 ? 1 : elements); j++) {
          parts.add(IntegerTerm.of(1L << 40 | j));
        }
        messages.add(
            new ControlMessage.SendToName(
                Pid.of(Wire.JAVA, 1, 0, 1),
                Atom.of("server"),
                Tuple.of(Atom.of(prefix + i), Atom.of(prefix + (i + 1)), ListTerm.of(parts))));
      }
      return messages;
    }

    /** Prints ok, or the failure. */
    public static void main(String[] args) throws Exception {
      int elements = Integer.parseInt(args[1]);
      // Loads the classes that are needed.
      run(args[0], messages(elements, "warm"), false);
      Threads.pauseAfter(1);
      System.out.println(run(args[0], messages(elements, "cold"), true));
    }

    private static String run(String mode, List<ControlMessage> messages, boolean isFull)
        throws Exception {
      Traffic traffic = new Traffic();
      List<ControlMessage> received = new ArrayList<>();
      boolean isRead = mode.equals("read");
      Thread worker =
          new Thread(
              () -> {
                try {
                  if (isRead) {
                    read(traffic, received, isFull);
                  } else {
                    write(traffic, messages, isFull, mode.endsWith("little"));
                  }
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      if (isRead) {
        write(traffic, messages, false, false);
      }
      Throwable[] thrown = new Throwable[1];
      worker.setUncaughtExceptionHandler((thread, error) -> thrown[0] = error);
      worker.start();
      relieve(worker, mode.endsWith("late") ? 3 : 1);
      worker.join();
      if (thrown[0] != null) {
        return "failed: " + thrown[0];
      }
      if (!isRead) {
        read(traffic, received, false);
      }
      return received.equals(messages) ? "ok" : "other messages: " + received.size();
    }

    private static void write(
        Traffic traffic, List<ControlMessage> messages, boolean isFull, boolean isPartly)
        throws IOException {
      List<SendQueue.Entry> entries = new ArrayList<>();
      for (ControlMessage message : messages) {
        entries.add(new SendQueue.Entry(message, Thread.currentThread(), 1));
      }
      traffic.write(entries.get(0));
      LITTLE[0] = new byte[isPartly ? 16_000 : 0];
      if (isFull) {
        FullHeapJvm.fill();
      }
      LITTLE[0] = null;
      traffic.write(entries.get(1));
      traffic.write(entries.get(2));
    }

    private static void read(Traffic traffic, List<ControlMessage> received, boolean isFull)
        throws IOException {
      FrameInput input = traffic.input();
      while (input.next()) {
        if (isFull && received.size() == 1) {
          FullHeapJvm.fill();
        }
        ControlMessage message = traffic.reader.read(input.array(), input.offset(), input.length());
        if (message != null) {
          received.add(message);
        }
      }
    }

    /** Releases memory when a thread has begun to wait this number of times. Allocates nothing. */
    private static void relieve(Thread worker, int times) {
      for (int i = 0; i < times; i++) {
        while (worker.isAlive() && worker.getState() != Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
        while (i + 1 < times
            && worker.isAlive()
            && worker.getState() == Thread.State.TIMED_WAITING) {
          Thread.onSpinWait();
        }
      }
      FullHeapJvm.release();
    }
  }
}
