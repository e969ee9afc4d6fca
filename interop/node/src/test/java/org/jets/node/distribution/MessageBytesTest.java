package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Collections;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The difference between the estimated and the encoded size of a message. */
class MessageBytesTest {

  private static void assertNear(Term term) {
    long encoded = ExternalTermFormat.encode(term).length;
    assertThat(MessageBytes.of(term)).isBetween(encoded / 4, 6 * encoded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1234567890123456789",
        "1.5",
        "atom",
        "<<\"binary\">>",
        "{a,{b,1,2},[c,d|e]}",
        "#{a => 1, b => #{c => [1,2,3]}}",
        "[{1,a},{2,b},{3,c}]",
        "[[[[[[[[]]]]]]]]",
      })
  void of_term_isNearItsEncodedForm(String text) {
    assertNear(TermParser.parse(text));
  }

  @Test
  void of_longTerms_isNearTheirEncodedForms() {
    assertNear(Binary.of(new byte[1_000_000]));
    assertNear(IntegerTerm.of(BigInteger.ONE.shiftLeft(100_000)));
    assertNear(ListTerm.of(Collections.nCopies(10_000, Tuple.of(IntegerTerm.of(70_000)))));
  }

  /** Returns a term of 2 to the power of the depth leaves, which shares all its parts. */
  private static Term doubled(int depth) {
    Term term = IntegerTerm.of(1);
    for (int i = 0; i < depth; i++) {
      term = Tuple.of(term, term);
    }
    return term;
  }

  /** A thread that cancels the work when it may pause for the third time. */
  private static final class Impatient extends Thread implements PausableThread {
    int pauses;
    Throwable thrown;

    Impatient(Runnable work) {
      super(work);
      setUncaughtExceptionHandler((thread, e) -> thrown = e);
    }

    @Override
    public void pause() {
      if (++pauses == 3) {
        throw new CancellationException();
      }
    }

    @Override
    public void checkCancelled() {}
  }

  @Test
  void isAtMost_sharedTermAboveTheBound_isFalseWithoutALookAtAllOfIt() {
    assertThat(MessageBytes.isAtMost(() -> 1 << 20, doubled(60))).isFalse();
    assertThat(MessageBytes.isAtMost(() -> 1 << 20, doubled(10))).isTrue();
  }

  /** Another answer takes some of the room while this one is counted. */
  @Test
  void isAtMost_roomThatIsTakenMeanwhile_isFalse() {
    AtomicLong room = new AtomicLong(1 << 20);
    Term term = Binary.of(new byte[1 << 19]);

    assertThat(MessageBytes.isAtMost(() -> room.getAndSet(1 << 18), term)).isFalse();
  }

  /** Beyond the room that there was at first, only a part is counted. */
  @Test
  void isAtMost_roomThatGrowsMeanwhile_isFalseForATermBeyondTheFirstRoom() {
    AtomicLong room = new AtomicLong(1 << 20);

    assertThat(MessageBytes.isAtMost(() -> room.getAndAdd(1 << 20), doubled(60))).isFalse();
  }

  @Test
  void isAtMost_hugeTerm_pausesAndEndsWhenCalledOff() throws InterruptedException {
    Impatient thread =
        new Impatient(() -> MessageBytes.isAtMost(() -> Long.MAX_VALUE, doubled(60)));

    thread.start();
    thread.join();

    assertThat(thread.thrown).isInstanceOf(CancellationException.class);
    assertThat(thread.pauses).isEqualTo(3);
  }

  @Test
  void of_termThatIsShared_countsEachTime() {
    Binary binary = Binary.of(new byte[10_000]);

    assertThat(MessageBytes.of(ListTerm.of(Collections.nCopies(100, binary))))
        .isGreaterThan(1_000_000);
  }

  @Test
  void of_messageWithATermThatHasJustBeenCounted_isTheSame() {
    Term result = ListTerm.of(Collections.nCopies(10_000, TermParser.parse("{1,<<\"two\">>}")));
    ControlMessage message =
        new ControlMessage.MonitorExit(
            Atom.of("target"),
            Pid.of(Atom.of("a@b"), 1, 0, 1),
            Reference.of(Atom.of("a@b"), 1, 1, 2, 3),
            Tuple.of(Atom.of("tag"), Atom.of("return"), result));
    long bytes = MessageBytes.of(message, Long.MAX_VALUE);

    assertThat(MessageBytes.isAtMost(() -> Long.MAX_VALUE, result)).isTrue();

    assertThat(MessageBytes.of(message, Long.MAX_VALUE)).as("counted before").isEqualTo(bytes);
    assertThat(MessageBytes.of(message, Long.MAX_VALUE)).as("counted anew").isEqualTo(bytes);
    assertThat(MessageBytes.of(message, 100)).isLessThan(bytes);
  }
}
