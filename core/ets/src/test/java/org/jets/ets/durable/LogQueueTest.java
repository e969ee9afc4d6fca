package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogQueueTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int TICKETS = 5_000;

  private final LogQueue queue = new LogQueue();
  private final DurableLog log;

  LogQueueTest() throws IOException {
    log =
        DurableLog.open(
            new ForgetfulFiles(new Random(1)),
            Content.PROPERTIES,
            LogOptions.defaults(),
            new Content());
    log.close();
  }

  private LogTicket[] tickets() {
    LogTicket[] tickets = new LogTicket[TICKETS];
    for (int i = 0; i < TICKETS; i++) {
      tickets[i] = new LogTicket(log, LogTicket.Task.FORCE);
    }
    return tickets;
  }

  /** Takes as many tickets, one by one, with waits between them. */
  private void serve(int count, boolean isTimed) {
    for (int done = 0; done < count; ) {
      LogTicket taken = queue.take(isTimed, isTimed ? System.nanoTime() + 1_000 : 0);
      while (taken != null) {
        LogTicket next = taken.next();
        taken.setNext(null);
        taken.complete(null);
        taken = next;
        done++;
      }
    }
  }

  @Test
  void take_withAndWithoutATime_allocatesNothing() throws Exception {
    AtomicLong allocated = new AtomicLong();
    Thread server =
        new Thread(
            () -> {
              serve(TICKETS, false);
              serve(TICKETS, true);
              long id = Thread.currentThread().getId();
              long before = THREADS.getThreadAllocatedBytes(id);
              serve(TICKETS, false);
              serve(TICKETS, true);
              allocated.set(THREADS.getThreadAllocatedBytes(id) - before);
            });
    server.start();
    for (int round = 0; round < 4; round++) {
      for (LogTicket ticket : tickets()) {
        assertThat(queue.add(ticket, 1)).isTrue();
        ticket.awaitEnd();
      }
    }
    server.join();

    // Less than a byte for each wait: what the measurement itself takes.
    assertThat(allocated.get()).isLessThan(TICKETS);
  }

  @Test
  void close_ended_failsTheTicketAndReleasesTheThread() throws Exception {
    IOException cause = new IOException("cause");
    Thread server =
        new Thread(
            () -> {
              queue.end(cause);
              queue.awaitClose();
            });
    server.start();
    while (queue.failure() == null) {
      Thread.onSpinWait();
    }
    LogTicket closing = new LogTicket(log, LogTicket.Task.CLOSE);
    assertThat(queue.add(new LogTicket(log, LogTicket.Task.FORCE), 0)).isFalse();
    assertThat(queue.close(closing, false)).isTrue();
    assertThat(queue.close(closing, true)).isFalse();
    assertThat(queue.isDiscarded()).isFalse();
    closing.awaitEnd();
    server.join();
  }

  @Test
  void take_interrupted_waitsOn() throws Exception {
    Thread server = new Thread(() -> serve(1, false));
    server.start();
    server.interrupt();
    while (server.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(server.isInterrupted()).isFalse();
    queue.add(new LogTicket(log, LogTicket.Task.FORCE), 0);
    server.join();
  }
}
