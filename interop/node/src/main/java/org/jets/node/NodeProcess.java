package org.jets.node;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The process that acts for the node as a whole: calls that no mailbox makes are its, and it is the
 * group leader of what they begin on other nodes. It lasts as long as the node.
 */
final class NodeProcess extends ServiceProcess {
  private final Messenger messenger;
  private final Executor executor;
  private final GroupLeader groupLeader;
  private final OutgoingCalls calls;

  NodeProcess(
      ProcessTable table,
      Router router,
      Messenger messenger,
      Executor executor,
      Consumer<? super String> output) {
    super(table);
    this.messenger = messenger;
    this.executor = executor;
    this.groupLeader = new GroupLeader(output);
    this.calls = new OutgoingCalls(table, router, executor, pid());
  }

  OutgoingCalls calls() {
    return calls;
  }

  @Override
  protected void deliver(Term message) {
    if (calls.takes(message)) {
      return;
    }
    Tuple request = GroupLeader.requestIn(message);
    if (request != null && request.element(2) instanceof Pid writer) {
      try {
        // The consumer of the output is the program's: it may wait.
        executor.execute(() -> messenger.sendNow(pid(), writer, groupLeader.answer(request)));
      } catch (RejectedExecutionException e) {
        // The node is being closed, and the writer hears of that.
      }
    }
  }
}
