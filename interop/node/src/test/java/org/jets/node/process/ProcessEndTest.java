package org.jets.node.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jets.node.distribution.ControlMessage;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

/** The end of a process if there is no memory to tell some of its watchers. */
class ProcessEndTest {
  private static final Atom REASON = Atom.of("reason");

  private final ProcessTable table = new ProcessTable(Atom.of("here@host"), 1);
  private final SignalBudget budget = new SignalBudget(10, 10, () -> false, new RateLimitedLog());
  private final FakeConnection[] connections = new FakeConnection[4];
  private int references;

  private static final class TestProcess extends LocalProcess {
    private boolean failsWhenEnded;

    TestProcess(ProcessTable table) {
      super(table);
    }

    @Override
    protected void deliver(Term message) {}

    @Override
    protected void ended(Term reason) {
      if (failsWhenEnded) {
        throw new OutOfMemoryError("of the test");
      }
    }
  }

  /** Returns a process that each connection has a link with and a monitor of. */
  private TestProcess processThatAllWatch() {
    TestProcess process = new TestProcess(table);
    process.start();
    for (int i = 0; i < connections.length; i++) {
      FakeConnection connection = new FakeConnection("n" + i + "@host");
      connections[i] = connection;
      Session session = new Session(connection, budget);
      Pid from = Pid.of(connection.peer(), 1, 0, 1);
      assertThat(process.linkedBy(session, from)).isTrue();
      Reference ref = Reference.of(connection.peer(), 1, ++references, 1, 1);
      assertThat(process.watchedBy(session, from, process.pid(), ref)).isTrue();
      process.monitor(session, from);
      connection.sent().clear();
    }
    return process;
  }

  private void assertTold(FakeConnection connection) {
    assertThat(connection.isOpen()).isTrue();
    assertThat(connection.sent())
        .hasSize(3)
        .hasAtLeastOneElementOfType(ControlMessage.Exit.class)
        .hasAtLeastOneElementOfType(ControlMessage.MonitorExit.class)
        .hasAtLeastOneElementOfType(ControlMessage.Demonitor.class);
  }

  @Test
  void end_noMemoryToTellSome_tellsTheOthersAndClosesTheirConnections() {
    TestProcess process = processThatAllWatch();
    connections[0].setMemoryShort(true);
    connections[2].setMemoryShort(true);

    assertThat(process.end(REASON, false)).isTrue();

    assertThat(process.exitReason()).isEqualTo(REASON);
    assertThat(connections[0].isOpen()).isFalse();
    assertThat(connections[2].isOpen()).isFalse();
    assertTold(connections[1]);
    assertTold(connections[3]);
  }

  @Test
  void end_processThatFailsWhenItHasEnded_tellsAll() {
    TestProcess process = processThatAllWatch();
    process.failsWhenEnded = true;

    assertThatThrownBy(() -> process.end(REASON, false)).isInstanceOf(OutOfMemoryError.class);

    for (FakeConnection connection : connections) {
      assertTold(connection);
    }
    assertThat(process.end(REASON, false)).isFalse();
  }
}
