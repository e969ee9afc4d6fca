package org.jets.node.services;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jets.node.calls.OutgoingCalls;
import org.jets.node.distribution.ControlMessage;
import org.jets.node.jobs.RefusalLog;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The process that acts for the node as a whole. It makes the calls that no mailbox makes, and is
 * the group leader of the processes that they start on other nodes. It lasts as long as the node.
 */
public final class NodeProcess extends ServiceProcess {
  private final GroupLeader groupLeader;
  private final OutputQueue output;
  private final OutgoingCalls calls;
  private final Router router;

  public NodeProcess(
      ProcessTable table,
      Router router,
      Executor executor,
      Consumer<? super String> consumer,
      OutputQueue.Limits limits,
      RefusalLog refusals) {
    super(table);
    this.groupLeader = new GroupLeader(consumer);
    this.output = new OutputQueue(limits, executor, refusals);
    this.calls = new OutgoingCalls(table, router, executor, pid());
    this.router = router;
  }

  public OutgoingCalls calls() {
    return calls;
  }

  /** Returns the texts that other nodes have written and that still wait. */
  public OutputQueue output() {
    return output;
  }

  @Override
  protected void deliver(Term message) {
    boolean unused = calls.takes(message);
  }

  /**
   * Takes a message. Answers go to the node of the connection alone: no node makes this one send to
   * another.
   */
  @Override
  protected void deliver(Session session, Term message) {
    if (calls.takes(message)) {
      return;
    }
    Tuple request = GroupLeader.requestIn(message);
    if (request != null
        && request.element(2) instanceof Pid writer
        && writer.node() == session.peer()) {
      output.add(
          session.peer(),
          GroupLeader.heapBytes(request, session.receivedBytes()),
          new Request(writer, request));
    }
  }

  /**
   * A request of a process of another node. While it waits it refers to no session, which has
   * buffers and may end meanwhile.
   */
  private final class Request implements OutputQueue.Text {
    private final Pid writer;
    private final Tuple request;

    Request(Pid writer, Tuple request) {
      this.writer = writer;
      this.request = request;
    }

    /** Writes the text, and answers the writer, whatever the program's consumer throws. */
    @Override
    public void write() {
      Tuple answer = GroupLeader.refusal(request);
      try {
        answer = groupLeader.answer(request);
      } catch (RuntimeException e) {
        logAttempt("a text of {0} has not been written: {1}", writer, String.valueOf(e));
      } finally {
        answer(answer);
      }
    }

    @Override
    public void refuse() {
      answer(GroupLeader.refusal(request));
    }

    private void answer(Tuple answer) {
      Session session = router.currentSession(writer.node());
      if (session == null) {
        return;
      }
      boolean isSent = false;
      try {
        session.sendNow(new ControlMessage.Send(pid(), writer, answer));
        isSent = true;
      } finally {
        if (!isSent) {
          // Else the writer would wait for ever.
          session.close("a text of it cannot be answered");
        }
      }
    }
  }
}
