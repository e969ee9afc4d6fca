package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.ResourceBundle;
import org.jets.node.Await;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bounds over all connections of a node on what it receives. */
@Timeout(60)
class ReceiveBudgetTest {
  private static final int LONG = ReceiveBudget.MAX_BYTES_WITHOUT_TURN + 1;

  private static DistributionOptions options() {
    return DistributionOptions.of(TestNode.newName(), TestNode.COOKIE).build();
  }

  private static void open(Fragments fragments, long sequence, int bytes) throws Exception {
    fragments.begin(sequence, 2, List.of(), ByteBuffer.allocate(bytes));
  }

  @Test
  void beginDecoding_shortMessage_takesNoTurn() {
    ReceiveBudget budget = new ReceiveBudget(1, 1);
    budget.beginDecoding(new DecodeTurns.Turn(), LONG);

    budget.beginDecoding(new DecodeTurns.Turn(), ReceiveBudget.MAX_BYTES_WITHOUT_TURN);
  }

  @Test
  void read_longMessageThatCannotBeRead_givesItsTurnBack() {
    ReceiveBudget budget = new ReceiveBudget(1, 1);
    byte[] frame = new byte[LONG + 2];
    frame[0] = MessageReader.PASS_THROUGH;
    frame[1] = (byte) MessageReader.VERSION;
    MessageReader reader =
        new MessageReader(Wire.PASS_THROUGH, Wire.JAVA, Wire.BEAM, options(), budget);

    assertThatThrownBy(() -> reader.read(frame, 0, frame.length))
        .isInstanceOf(ProtocolException.class);

    budget.beginDecoding(new DecodeTurns.Turn(), LONG);
  }

  /** A logger that finds no memory. */
  private static final class FullLog implements System.Logger {
    static final String MESSAGE = "of the test";

    @Override
    public String getName() {
      return "full";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, Throwable thrown) {
      throw new OutOfMemoryError(MESSAGE);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, Object... parameters) {
      throw new OutOfMemoryError(MESSAGE);
    }
  }

  /** The turn ends where the error is thrown, and again where it is caught. */
  @Test
  void read_noMemoryInTheMiddleOfALongMessage_endsItsTurnOnce() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(1, 1);
    RateLimitedLog full = new RateLimitedLog(new FullLog(), System::nanoTime);
    MessageReader reader =
        new MessageReader(
            Wire.PASS_THROUGH,
            Wire.JAVA,
            Wire.BEAM,
            Wire.options().maxDepth(2).log(full).build(),
            budget);
    // Longer than the messages that are read again after such an error.
    ListTerm payload =
        ListTerm.of(Collections.nCopies(1 << 15, ListTerm.of(ListTerm.of(Atom.of("deep")))));
    byte[] wire =
        Wire.write(
            Wire.PASS_THROUGH,
            List.of(new ControlMessage.Send(null, Pid.of(Wire.JAVA, 1, 0, 1), payload)));

    assertThatThrownBy(() -> reader.read(wire, Integer.BYTES, wire.length - Integer.BYTES))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage(FullLog.MESSAGE);

    DecodeTurns.Turn turn = new DecodeTurns.Turn();
    budget.beginDecoding(turn, LONG);
    DecodeTurnsTest.Waiter second =
        new DecodeTurnsTest.Waiter(other -> budget.beginDecoding(other, LONG));
    assertThat(second.granted).isNotDone();
    budget.endDecoding(turn);
    Await.value(second.granted);
  }

  @Test
  void fragments_overTheBoundOfAll_onlyTheLargerShareIsRefused() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(100_000, 1);
    Fragments large = new Fragments(options(), budget.newAccount());
    Fragments small = new Fragments(options(), budget.newAccount());
    open(large, 1, 90_000);
    open(small, 1, 15_000);
    assertThat(budget.bytes()).isBetween(105_000L, 106_000L);

    open(small, 2, 5_000);
    assertThatThrownBy(() -> open(large, 2, 1))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("withReceiveBytes");

    large.release();
    assertThat(budget.bytes()).isBetween(20_000L, 21_000L);
    open(small, 3, 65_000);
  }

  @Test
  void fragments_refused_allocateNothing() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(1_000, 1);
    Fragments fragments = new Fragments(options(), budget.newAccount());
    open(fragments, 1, 500);
    long before = budget.bytes();

    assertThatThrownBy(() -> open(fragments, 2, 50_000)).isInstanceOf(ProtocolException.class);

    // The entry of the second message is counted.
    assertThat(budget.bytes()).isBetween(before, 1_000L);
  }

  @Test
  void fragments_completeOrLetGo_countNoMore() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(200_000, 1);
    ReceiveBudget.Account account = budget.newAccount();
    Fragments fragments = new Fragments(options(), account);
    open(fragments, 1, 50_000);
    open(fragments, 2, 10_000);

    fragments.add(1, 1, ByteBuffer.allocate(50_000));
    assertThat(budget.bytes()).isBetween(10_000L, 11_000L);
    fragments.release();
    fragments.release();

    assertThat(budget.bytes()).isZero();
    account.add(200_000);
    account.close();
    account.close();
    assertThat(budget.bytes()).isZero();
  }

  @Test
  void fragments_withoutDataButWithAtoms_countTheAtoms() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(1_000_000, 1);
    Fragments fragments = new Fragments(options(), budget.newAccount());
    List<Atom> atoms = Collections.nCopies(255, Atom.of("a".repeat(250)));

    assertThatThrownBy(
            () -> {
              for (long sequence = 0; sequence < 1_000; sequence++) {
                fragments.begin(sequence, 2, atoms, ByteBuffer.allocate(0));
              }
            })
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("withReceiveBytes");
    assertThat(budget.bytes()).isLessThanOrEqualTo(1_000_000);
  }

  @Test
  void atoms_remembered_areCountedUntilTheyAreReplaced() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(Long.MAX_VALUE, 1);
    ReceiveBudget.Account received = budget.newAccount();
    IncomingAtoms incoming = new IncomingAtoms(new AtomBudget(options()), received);
    ReceiveBudget.Account sent = budget.newAccount();
    OutgoingAtoms outgoing = new OutgoingAtoms(sent);
    Atom first = Atom.of("f".repeat(200));
    Atom second = Atom.of("s".repeat(100));

    incoming.read(atomList(first));
    assertThat(received.bytes()).isEqualTo(ReceiveBudget.bytesOf(first));
    incoming.read(atomList(second));
    assertThat(received.bytes()).isEqualTo(ReceiveBudget.bytesOf(second));

    outgoing.begin();
    assertThat(outgoing.applyAsInt(first)).isZero();
    assertThat(sent.bytes()).isEqualTo(ReceiveBudget.bytesOf(first));
    outgoing.undo();
    assertThat(sent.bytes()).isZero();
  }

  /** Returns a list of one new atom, for slot 7. */
  private static ByteBuffer atomList(Atom atom) {
    byte[] name = atom.name().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(4 + name.length)
        .put((byte) 1)
        .put((byte) 8)
        .put((byte) 7)
        .put((byte) name.length)
        .put(name)
        .flip();
  }

  @Test
  void outgoingAtoms_overTheBound_areWrittenOutAndNotRemembered() {
    ReceiveBudget budget = new ReceiveBudget(1, 1);
    ReceiveBudget.Account account = budget.newAccount();
    OutgoingAtoms outgoing = new OutgoingAtoms(account);

    outgoing.begin();

    assertThat(outgoing.applyAsInt(Atom.of("ok"))).isEqualTo(-1);
    assertThat(account.bytes()).isZero();
  }

  @Test
  void frame_inOnePiece_isCountedAndBounded() throws Exception {
    ReceiveBudget budget = new ReceiveBudget(1 << 20, 1);
    ReceiveBudget.Account account = budget.newAccount();
    byte[] wire =
        ByteBuffer.allocate(4 + (1 << 19) + 4 + 4 + (1 << 22))
            .putInt(1 << 19)
            .position(4 + (1 << 19))
            .putInt(0)
            .putInt(1 << 22)
            .array();
    InputStream input = new ByteArrayInputStream(wire);
    FrameInput frames = new FrameInput(input, input, Integer.BYTES, 1 << 30);
    frames.beginMessages(options(), account);

    assertThat(frames.next()).isTrue();
    assertThat(account.bytes()).isBetween((1L << 19) - 1024, 1L << 20);
    assertThat(frames.next()).isTrue();
    // The frame without bytes is in the buffer, which is now of the usual size.
    assertThat(account.bytes()).isLessThan(1 << 19);
    assertThatThrownBy(frames::next)
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("withReceiveBytes");
    assertThat(budget.bytes()).isLessThanOrEqualTo(1 << 20);
  }
}
