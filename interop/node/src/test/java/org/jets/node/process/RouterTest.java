package org.jets.node.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.junit.jupiter.api.Test;

/** The sessions that a router knows. */
class RouterTest {
  private final Router router =
      new Router(
          new ProcessTable(Atom.of("here@host"), 1),
          (session, request) -> {},
          node -> new CompletableFuture<Connection>(),
          new SignalBudget(10, 10, () -> false, new RateLimitedLog()));

  private static final Pid PID = Pid.of(Atom.of("here@host"), 1, 0, 1);

  private FakeConnection connect(String peer) {
    FakeConnection connection = new FakeConnection(peer);
    router.connected(connection);
    return connection;
  }

  @Test
  void loopback_closedForWantOfMemory_servesTheNodeFurther() throws Exception {
    Atom node = Atom.of("here@host");
    Loopback loopback = new Loopback(node, 1, Runnable::run, router);
    Session session = router.currentSession(node);

    loopback.close("no memory");

    assertThat(router.currentSession(node)).isNotNull().isSameAs(session);
    assertThat(loopback.send(new ControlMessage.SendToName(PID, Atom.of("x"), node))).isTrue();

    loopback.end();

    assertThat(router.currentSession(node)).isNull();
    assertThat(loopback.send(new ControlMessage.SendToName(PID, Atom.of("x"), node))).isFalse();
  }

  @Test
  void findsEnding_openSession_isFalse() {
    connect("a@host");

    assertThat(router.findsEnding()).isFalse();
  }

  @Test
  void findsEnding_sessionThatIsBeingEnded_isToldOnce() {
    FakeConnection one = connect("a@host");
    FakeConnection other = connect("b@host");

    one.close("test");
    assertThat(router.findsEnding()).isTrue();
    assertThat(router.findsEnding()).isFalse();

    other.close("test");
    assertThat(router.findsEnding()).isTrue();
    assertThat(router.findsEnding()).isFalse();
  }

  @Test
  void findsEnding_severalSessionsAtOnce_areToldTogether() {
    connect("a@host").close("test");
    connect("b@host").close("test");

    assertThat(router.findsEnding()).isTrue();
    assertThat(router.findsEnding()).isFalse();
  }

  @Test
  void findsEnding_sessionThatHasEnded_isFalse() {
    FakeConnection connection = connect("a@host");
    connection.close("test");
    router.disconnected(connection);

    assertThat(router.findsEnding()).isFalse();
  }
}
