package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Receiving, limits, names and the end of mailboxes. */
class MailboxTest extends ScriptedNodes {
  private Mailbox mailbox;
  private Pid remote;

  @BeforeEach
  void makeProcesses() {
    mailbox = node.newMailbox();
    remote = peer.newPid();
  }

  private void deliver(int... numbers) throws InterruptedException {
    for (int number : numbers) {
      peer.send(new Send(remote, mailbox.pid(), IntegerTerm.of(number)));
    }
    peer.expectSilence();
  }

  private static boolean is(Term message, int number) {
    return message.equals(IntegerTerm.of(number));
  }

  private Term receiveNow() throws InterruptedException {
    return mailbox.receive(Duration.ZERO).orElseThrow();
  }

  @Test
  void receive_severalMessages_comeInOrder() throws Exception {
    deliver(1, 2, 3);

    assertThat(mailbox.size()).isEqualTo(3);
    assertThat(List.of(mailbox.receive(), mailbox.receive(), mailbox.receive()))
        .containsExactly(IntegerTerm.of(1), IntegerTerm.of(2), IntegerTerm.of(3));
    assertThat(mailbox.size()).isZero();
  }

  @Test
  void receive_nothingInTime_isEmpty() throws Exception {
    assertThat(mailbox.receive(Duration.ofMillis(1))).isEmpty();
    assertThat(mailbox.receive(Duration.ofMillis(-1))).isEmpty();
  }

  @Test
  void receive_longestTimeout_waits() throws Exception {
    deliver(1);

    assertThat(mailbox.receive(Duration.ofSeconds(Long.MAX_VALUE))).contains(IntegerTerm.of(1));
  }

  @Test
  void receive_selector_leavesTheOthersInOrder() throws Exception {
    deliver(1, 2, 3, 4);

    assertThat(mailbox.receive(message -> is(message, 3))).isEqualTo(IntegerTerm.of(3));
    assertThat(mailbox.receive(message -> is(message, 9), Duration.ZERO)).isEmpty();
    assertThat(List.of(receiveNow(), receiveNow(), receiveNow()))
        .containsExactly(IntegerTerm.of(1), IntegerTerm.of(2), IntegerTerm.of(4));
  }

  @Test
  void receive_selectorThatThrows_leavesTheMessage() throws Exception {
    deliver(1);

    assertThatThrownBy(
            () ->
                mailbox.receive(
                    message -> {
                      throw new IllegalArgumentException("selector");
                    }))
        .hasMessage("selector");
    assertThat(receiveNow()).isEqualTo(IntegerTerm.of(1));
  }

  @Test
  void receive_waitingThread_isWoken() throws Exception {
    CompletableFuture<Term> received = new CompletableFuture<>();
    Thread thread = receiveIn(received);
    Await.until("the thread waits", () -> thread.getState() == Thread.State.WAITING);

    deliver(1);

    assertThat(Await.value(received)).isEqualTo(IntegerTerm.of(1));
  }

  private Thread receiveIn(CompletableFuture<Term> received) {
    Thread thread =
        new Thread(
            () -> {
              try {
                received.complete(mailbox.receive());
              } catch (InterruptedException | RuntimeException e) {
                received.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void receive_interrupted_throws() {
    CompletableFuture<Term> received = new CompletableFuture<>();
    Thread thread = receiveIn(received);

    thread.interrupt();

    assertThat(Await.failure(received)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void receive_manyThreads_eachMessageGoesToOne() throws Exception {
    int threads = 4;
    int messages = 2_000;
    Set<Term> all = new HashSet<>();
    List<CompletableFuture<List<Term>>> parts = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      CompletableFuture<List<Term>> part = new CompletableFuture<>();
      parts.add(part);
      Thread thread = new Thread(() -> part.complete(receiveUntilStop()));
      thread.setDaemon(true);
      thread.start();
    }
    for (int i = 0; i < messages; i++) {
      peer.send(new Send(remote, mailbox.pid(), IntegerTerm.of(i)));
    }
    for (int i = 0; i < threads; i++) {
      peer.send(new Send(remote, mailbox.pid(), Atom.OK));
    }

    int received = 0;
    for (CompletableFuture<List<Term>> part : parts) {
      List<Term> got = Await.value(part);
      received += got.size();
      all.addAll(got);
    }
    assertThat(received).isEqualTo(messages);
    assertThat(all).hasSize(messages);
  }

  private List<Term> receiveUntilStop() {
    List<Term> got = new ArrayList<>();
    try {
      for (Term message = mailbox.receive(); message != Atom.OK; message = mailbox.receive()) {
        got.add(message);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return got;
  }

  @Test
  void receiveLater_messageToCome_completes() throws Exception {
    CompletableFuture<Term> three = mailbox.receiveLater(message -> is(message, 3));
    CompletableFuture<Term> next = mailbox.receiveLater();

    deliver(1, 3);

    assertThat(Await.value(three)).isEqualTo(IntegerTerm.of(3));
    assertThat(Await.value(next)).isEqualTo(IntegerTerm.of(1));
  }

  @Test
  void receiveLater_cancelled_takesNoMessage() throws Exception {
    CompletableFuture<Term> cancelled = mailbox.receiveLater();
    cancelled.cancel(false);

    deliver(1);

    assertThat(Await.message(mailbox)).isEqualTo(IntegerTerm.of(1));
  }

  @Test
  void listen_messagesThereAndToCome_comeInOrder() throws Exception {
    BlockingQueue<Term> heard = new LinkedBlockingQueue<>();
    deliver(1, 2);

    mailbox.listen(heard::add);
    deliver(3);

    List<Term> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.add(heard.poll(Await.SECONDS, TimeUnit.SECONDS));
    }
    assertThat(all).containsExactly(IntegerTerm.of(1), IntegerTerm.of(2), IntegerTerm.of(3));
    assertThatThrownBy(() -> mailbox.listen(heard::add)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void listen_listenerThatThrows_endsTheMailbox() throws Exception {
    mailbox.listen(
        message -> {
          throw new IllegalStateException("no");
        });

    deliver(1);

    assertThat(Await.value(mailbox.exited()))
        .isEqualTo(
            TermParser.parse("{java_exception,<<\"java.lang.IllegalStateException: no\">>}"));
  }

  @Test
  void listen_listenerThatWaits_doesNotStopTheConnection() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch began = new CountDownLatch(1);
    mailbox.listen(
        message -> {
          began.countDown();
          try {
            Await.count(release);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    deliver(1);
    Await.count(began);

    deliver(2);
    release.countDown();

    Await.until("both have been heard", () -> mailbox.size() == 0);
  }

  @Test
  void call_executorOfTheMailbox_completesTheFuture() throws Exception {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    Mailbox own = node.newMailbox(MailboxOptions.defaults().withExecutor(tasks::add));

    CompletableFuture<Term> answer = own.call(NODE, "lists", "reverse", ListTerm.empty());
    Runnable completion = tasks.poll(Await.SECONDS, TimeUnit.SECONDS);

    assertThat(answer).isNotDone();
    completion.run();
    assertThat(answer).isCompletedWithValue(ListTerm.empty());
  }

  @Test
  void overflow_byDefault_endsTheMailbox() throws Exception {
    Mailbox small = node.newMailbox(MailboxOptions.defaults().withCapacity(2));
    Reference ref = peer.newReference();
    peer.send(new Monitor(remote, small.pid(), ref));
    for (int i = 0; i < 3; i++) {
      peer.send(new Send(remote, small.pid(), IntegerTerm.of(i)));
    }

    Term reason = TermParser.parse("{mailbox_overflow,2}");
    assertThat(peer.next(MonitorExit.class))
        .isEqualTo(new MonitorExit(small.pid(), remote, ref, reason));
    assertThatThrownBy(small::receive)
        .isInstanceOfSatisfying(
            MailboxClosedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void overflow_drop_keepsTheOldestAndCounts() throws Exception {
    Mailbox small =
        node.newMailbox(
            MailboxOptions.defaults().withCapacity(2).withOverflow(MailboxOptions.Overflow.DROP));
    for (int i = 0; i < 5; i++) {
      peer.send(new Send(remote, small.pid(), IntegerTerm.of(i)));
    }
    peer.expectSilence();

    assertThat(small.dropped()).isEqualTo(3);
    assertThat(small.size()).isEqualTo(2);
    assertThat(small.receive()).isEqualTo(IntegerTerm.of(0));
    peer.send(new Send(remote, small.pid(), IntegerTerm.of(7)));
    peer.expectSilence();
    assertThat(List.of(small.receive(), small.receive()))
        .containsExactly(IntegerTerm.of(1), IntegerTerm.of(7));
  }

  @Test
  void overflow_messagesPassedByASelector_count() throws Exception {
    Mailbox small =
        node.newMailbox(
            MailboxOptions.defaults().withCapacity(2).withOverflow(MailboxOptions.Overflow.DROP));
    for (int i = 0; i < 2; i++) {
      peer.send(new Send(remote, small.pid(), IntegerTerm.of(i)));
    }
    peer.expectSilence();
    assertThat(small.receive(message -> is(message, 9), Duration.ZERO)).isEmpty();

    peer.send(new Send(remote, small.pid(), IntegerTerm.of(2)));
    peer.expectSilence();

    assertThat(small.dropped()).isEqualTo(1);
  }

  @Test
  void overflow_messageOfMonitor_isNotRefused() throws Exception {
    Mailbox small = node.newMailbox(MailboxOptions.defaults().withCapacity(1));
    Reference monitor = small.monitor(remote);
    peer.next(Monitor.class);
    peer.send(new Send(remote, small.pid(), Atom.OK));
    peer.send(new MonitorExit(remote, small.pid(), monitor, Atom.OK));
    peer.expectSilence();

    assertThat(small.isAlive()).isTrue();
    assertThat(small.size()).isEqualTo(2);
  }

  private static final MailboxOptions DROPPING =
      MailboxOptions.defaults().withOverflow(MailboxOptions.Overflow.DROP);

  private static Term binary(int bytes) {
    return Binary.of(new byte[bytes]);
  }

  @Test
  void overflow_exitSignalsThatNobodyAskedFor_areBounded() throws Exception {
    Mailbox small = node.newMailbox(DROPPING.withCapacity(2));
    small.trapExits(true);
    for (int i = 0; i < 3; i++) {
      peer.send(new ExitSignal(remote, small.pid(), Atom.OK));
      peer.send(new Link(remote, small.pid()));
      peer.send(new Exit(remote, small.pid(), Atom.OK));
    }
    peer.expectSilence();

    assertThat(small.size()).isEqualTo(2);
    assertThat(small.dropped()).isEqualTo(4);
  }

  @Test
  void overflow_exitSignalsByDefault_endTheMailbox() throws Exception {
    Mailbox small = node.newMailbox(MailboxOptions.defaults().withCapacity(2));
    small.trapExits(true);
    for (int i = 0; i < 3; i++) {
      peer.send(new ExitSignal(remote, small.pid(), Atom.OK));
    }

    assertThat(small.exited().get(10, TimeUnit.SECONDS))
        .isEqualTo(TermParser.parse("{mailbox_overflow,2}"));
  }

  @Test
  void overflow_exitOfALinkThatTheMailboxWants_isNotRefused() throws Exception {
    Mailbox small = node.newMailbox(DROPPING.withCapacity(1));
    small.trapExits(true);
    small.link(remote);
    peer.next(Link.class);
    peer.send(new Send(remote, small.pid(), Atom.OK));
    peer.send(new Exit(remote, small.pid(), Atom.OK));
    peer.expectSilence();

    assertThat(small.size()).isEqualTo(2);
    assertThat(small.dropped()).isZero();
  }

  @Test
  void overflow_bytes_areBoundedUntilTheyAreReceived() throws Exception {
    Mailbox small = node.newMailbox(DROPPING.withMaxBytes(100_000));
    for (int i = 0; i < 3; i++) {
      peer.send(new Send(remote, small.pid(), binary(40_000)));
    }
    peer.expectSilence();
    assertThat(small.size()).isEqualTo(2);
    assertThat(small.dropped()).isEqualTo(1);

    assertThat(small.receive()).isEqualTo(binary(40_000));
    peer.send(new Send(remote, small.pid(), binary(40_000)));
    peer.expectSilence();

    assertThat(small.size()).isEqualTo(2);
  }

  @Test
  void overflow_bytesByDefault_endTheMailbox() throws Exception {
    Mailbox small = node.newMailbox(MailboxOptions.defaults().withMaxBytes(10_000));
    peer.send(new Send(remote, small.pid(), binary(10_000)));

    assertThat(small.exited().get(10, TimeUnit.SECONDS))
        .isEqualTo(TermParser.parse("{mailbox_overflow,{bytes,10000}}"));
  }

  @Test
  void overflow_reasonOfAMonitorWithoutRoom_isShortened() throws Exception {
    Mailbox small = node.newMailbox(DROPPING.withMaxBytes(10_000));
    Reference monitor = small.monitor(remote);
    peer.next(Monitor.class);
    peer.send(new MonitorExit(remote, small.pid(), monitor, binary(10_000)));

    assertThat(small.receive())
        .isEqualTo(
            Tuple.of(
                Atom.of("DOWN"), monitor, Atom.of("process"), remote, Atom.of("system_limit")));
  }

  @Test
  void close_whileOthersWait_endsAllOfThem() {
    CompletableFuture<Term> blocked = new CompletableFuture<>();
    var unused = receiveIn(blocked);
    CompletableFuture<Term> later = mailbox.receiveLater();

    mailbox.close();

    assertThat(Await.failure(blocked)).isInstanceOf(MailboxClosedException.class);
    assertThat(Await.failure(later)).isInstanceOf(MailboxClosedException.class);
    assertThat(Await.failure(mailbox.receiveLater())).isInstanceOf(MailboxClosedException.class);
    assertThatThrownBy(() -> mailbox.receive(Duration.ZERO))
        .isInstanceOf(MailboxClosedException.class);
    assertThat(mailbox.isAlive()).isFalse();
  }

  @Test
  void nodeClose_whileMailboxWaits_endsItWithShutdown() {
    CompletableFuture<Term> later = mailbox.receiveLater();

    node.close();

    assertThat(Await.failure(later))
        .isInstanceOfSatisfying(
            MailboxClosedException.class,
            e -> assertThat(e.reason()).isEqualTo(Atom.of("shutdown")));
    assertThat(Await.value(mailbox.exited())).isEqualTo(Atom.of("shutdown"));
    assertThatThrownBy(node::newMailbox).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void register_name_getsMessagesUntilItEnds() throws Exception {
    mailbox.register("named");
    peer.send(new SendToName(remote, Atom.of("named"), Atom.OK));
    assertThat(Await.message(mailbox)).isEqualTo(Atom.OK);
    assertThat(mailbox.name()).contains("named");
    assertThatThrownBy(() -> node.newMailbox("named")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> mailbox.register("other"))
        .isInstanceOf(IllegalArgumentException.class);

    mailbox.close();

    assertThat(mailbox.name()).isEmpty();
    try (Mailbox successor = node.newMailbox("named")) {
      peer.send(new SendToName(remote, Atom.of("named"), Atom.OK));
      assertThat(Await.message(successor)).isEqualTo(Atom.OK);
      assertThat(successor.unregister()).isTrue();
      assertThat(successor.unregister()).isFalse();
    }
  }

  @Test
  void register_closedMailbox_isRefused() {
    mailbox.close();

    assertThatThrownBy(() -> mailbox.register("named")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(mailbox::newAlias).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> mailbox.link(remote)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> mailbox.monitor(remote)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void alias_untilRemoved_getsMessages() throws Exception {
    Reference alias = mailbox.newAlias();
    peer.send(new SendToAlias(remote, alias, IntegerTerm.of(1)));
    peer.expectSilence();
    assertThat(mailbox.removeAlias(alias)).isTrue();
    assertThat(mailbox.removeAlias(alias)).isFalse();
    peer.send(new SendToAlias(remote, alias, IntegerTerm.of(2)));
    peer.expectSilence();

    assertThat(mailbox.receive()).isEqualTo(IntegerTerm.of(1));
    assertThat(mailbox.size()).isZero();
  }

  @Test
  void send_pidNameAndAlias_goOutInOrder() throws Exception {
    Reference alias = peer.newReference();

    mailbox.send(remote, IntegerTerm.of(1));
    mailbox.send("named", PEER, IntegerTerm.of(2));
    mailbox.send(alias, IntegerTerm.of(3));

    assertThat(peer.next(Send.class)).isEqualTo(new Send(mailbox.pid(), remote, IntegerTerm.of(1)));
    assertThat(peer.next(SendToName.class))
        .isEqualTo(new SendToName(mailbox.pid(), Atom.of("named"), IntegerTerm.of(2)));
    assertThat(peer.next(SendToAlias.class))
        .isEqualTo(new SendToAlias(mailbox.pid(), alias, IntegerTerm.of(3)));
  }

  @Test
  void send_nodeThatIsNotThere_isDropped() throws Exception {
    mailbox.send("named", "gone@h", Atom.OK);

    assertThat(node.nodes()).containsExactly(PEER);
  }

  @Test
  void send_mailboxOfTheSameNode_comesInOrder() throws Exception {
    Mailbox other = node.newMailbox("other");
    for (int i = 0; i < 3_000; i++) {
      if (i % 2 == 0) {
        mailbox.send(other.pid(), IntegerTerm.of(i));
      } else {
        mailbox.send("other", NODE, IntegerTerm.of(i));
      }
    }

    for (int i = 0; i < 3_000; i++) {
      assertThat(Await.message(other)).isEqualTo(IntegerTerm.of(i));
    }
  }

  @Test
  void reply_toGenCall_goesToTheAlias() throws Exception {
    Reference ref = peer.newReference();
    Tuple from = Tuple.of(remote, ListTerm.cons(Atom.of("alias"), ref));

    mailbox.reply(from, Atom.OK);

    assertThat(peer.next(SendToAlias.class))
        .isEqualTo(new SendToAlias(mailbox.pid(), ref, Tuple.of(from.element(2), Atom.OK)));
    assertThatThrownBy(() -> mailbox.reply(Atom.OK, Atom.OK))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
