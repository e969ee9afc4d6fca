package org.jets.node.distribution;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jets.node.distribution.RateLimitedLog.Kind;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A connection over a socket. One thread reads and calls the listener; another encodes and writes.
 * A third thread, which all connections share, checks on both at intervals.
 *
 * <p>A thread that {@linkplain #close closes} the connection closes only the socket and the queue
 * of messages. The reader and the writer then end, and the reader releases all else.
 */
final class SocketConnection implements Connection {
  /**
   * The number of rounds of the third thread without a byte after which the other node is
   * considered down, as in OTP. The same number of rounds applies if it takes none of the bytes
   * that wait.
   */
  private static final int SILENT_ROUNDS = 4;

  /** The time after a write in which a tick is not answered: the tick may itself be an answer. */
  private static final long ANSWER_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Channel channel;
  private final PeerNode peer;
  private final ConnectionListener listener;
  private final MessageReader reader;
  private final MessageWriter writer;
  private final FrameOutput output;
  private final SendQueue queue;
  private final Backlog backlog;
  private final DistributionOptions options;
  private final AuditLog audit;
  private final RateLimitedLog log;

  /** 1 once this is closed. Not an AtomicBoolean, whose first change allocates in some JVMs. */
  private final AtomicInteger closed = new AtomicInteger();

  private volatile boolean hasEnded;

  /** Ends the connection. Allocated in advance: later there may be no memory for it. */
  private final Runnable closing;

  private final Runnable disconnecting = this::tellDisconnected;

  /** True if the listener has to be told of the end. For the reader. */
  private volatile boolean isTold;

  private volatile @Nullable Thread readerThread;
  private volatile @Nullable Thread writerThread;

  /** True once the writer no longer uses a buffer of this, though its thread may not have ended. */
  private volatile boolean isWriterGone;

  /** True once the reader has ended without an {@code OutOfMemoryError}. */
  private volatile boolean isReadInOrder;

  /** True once the writer has ended without an {@code OutOfMemoryError}. */
  private volatile boolean isWrittenInOrder;

  private volatile boolean tickWanted;

  private volatile long lastWriteNanos = System.nanoTime();

  /** The counts that the third thread saw in its last round. */
  private long readsSeen = -1;

  private long writesSeen = -1;
  private int silentRounds;
  private int stuckRounds;

  SocketConnection(
      Channel channel,
      Atom self,
      PeerNode peer,
      ConnectionListener listener,
      DistributionOptions options,
      SendBudget budget,
      ReceiveBudget received) {
    this.channel = channel;
    this.peer = peer;
    this.listener = listener;
    this.reader = new MessageReader(peer.flags(), self, peer.name(), options, received);
    this.output = new FrameOutput(channel.output(), budget.writtenBytes());
    this.writer = new MessageWriter(peer.flags(), output, reader.account());
    this.queue = new SendQueue(options, budget);
    this.backlog = new Backlog(queue, options, budget);
    this.audit = options.audit;
    this.log = options.log;
    this.closing = this::end;
    this.options = options;
  }

  @Override
  public Atom peer() {
    return peer.name();
  }

  @Override
  public int peerCreation() {
    return peer.creation();
  }

  /** Returns the address from which the other node has connected; null if this node has. */
  @Nullable InetAddress source() {
    return channel.source();
  }

  @Override
  public boolean isOpen() {
    return closed.get() == 0;
  }

  @Override
  public boolean send(ControlMessage message) throws InterruptedException {
    return queue.put(queue.entry(message));
  }

  @Override
  public boolean sendWithoutWaiting(ControlMessage message) {
    if (!isOpen()) {
      return false;
    }
    return closeUnless(queue.putWithoutWaiting(queue.entry(message)));
  }

  @Override
  public boolean sendInTurn(ControlMessage message, boolean isAtOnce) {
    return isOpen() && closeUnless(backlog.put(queue.entry(message), isAtOnce));
  }

  private boolean closeUnless(boolean hasRoom) {
    if (!hasRoom) {
      closeFor("it does not read what it is sent");
    }
    return hasRoom;
  }

  @Override
  public void awaitRoom() throws InterruptedException {
    queue.awaitRoom();
  }

  @Override
  public boolean isBehind() {
    return queue.isBehind();
  }

  @Override
  public boolean hasRoomFor(Term payload) {
    return MessageBytes.isAtMost(queue::roomBytes, payload);
  }

  @Override
  public long receivedBytes() {
    return reader.messageBytes();
  }

  @Override
  public long heldBytes() {
    return queue.heldBytes() + backlog.heldBytes() + reader.account().bytes();
  }

  @Override
  public void close(String reason) {
    close(Level.DEBUG, reason);
  }

  /** Closes the connection for a fault of the other node. */
  private void closeFor(@Nullable String offence) {
    close(Level.WARNING, offence);
  }

  /**
   * Closes the socket before anything is logged. If that fails for want of memory, {@link #look}
   * closes it.
   *
   * @param reason null to log nothing
   */
  private void close(Level level, @Nullable String reason) {
    if (closed.compareAndSet(0, 1)) {
      try {
        end();
        if (reason != null) {
          log.log(Kind.CUT, level, "closing the connection with {0}: {1}", peer.name(), reason);
        }
      } catch (RuntimeException | Error e) {
        // The connection is closed, or soon will be, whether that can be logged or not.
      }
    }
  }

  /**
   * Completes the steps for which there was no memory before. If a JVM has no memory for objects
   * that compiled code has kept in registers, it leaves the whole method, including its handlers.
   * So a thread may have ended anywhere.
   *
   * @return whether this has ended the connection in place of its reader
   */
  boolean look() {
    Thread writing = writerThread;
    if (writing != null && !writing.isAlive()) {
      close("an error");
    }
    if (!isOpen()) {
      end();
    }
    Thread reading = readerThread;
    boolean isAbandoned = reading != null && !reading.isAlive() && !hasEnded;
    if (isAbandoned) {
      finish();
    }
    return isAbandoned;
  }

  /** Ends the connection. Idempotent. */
  private void end() {
    try {
      channel.abort();
    } finally {
      queue.close();
    }
  }

  /** Logs an error, unless there is no memory for it. */
  private void log(Level level, String doing, Throwable error) {
    try {
      log.log(Kind.CUT, level, doing + peer.name(), error);
    } catch (RuntimeException | Error e) {
      // The handling of the error does not depend on the log.
    }
  }

  /**
   * Serves the connection until it is closed, in the current thread and another one. Errors are
   * logged after all resources have been released: without memory, each attempt to log causes
   * collections.
   *
   * @param connected called when the listener knows of the connection
   */
  void run(Runnable connected) {
    readerThread = Thread.currentThread();
    Throwable error = null;
    try {
      channel.input().beginMessages(options, reader.account());
      writerThread = Threads.start("writer-" + peer.name().name(), this::write);
      isTold = true;
      listener.connected(this);
      connected.run();
      readAll();
      isReadInOrder = true;
    } catch (ProtocolException e) {
      isReadInOrder = true;
      closeFor(e.getMessage());
      log(Level.DEBUG, "what was wrong with ", e);
    } catch (IOException e) {
      isReadInOrder = true;
      close(Level.DEBUG, e.getMessage());
    } catch (RuntimeException | Error e) {
      isReadInOrder = !(e instanceof OutOfMemoryError);
      error = e;
      close(Level.DEBUG, null);
    } finally {
      finish();
    }
    if (error != null) {
      log(Level.ERROR, "serving the connection with ", error);
    }
  }

  /**
   * Releases all that the connection holds, its buffers first: the rest may need memory.
   * Idempotent. For the reader, and after the reader has ended for another thread.
   */
  private void finish() {
    close("the other node has closed it");
    channel.input().release();
    reader.release();
    insistOnClosing();
    Thread writing = writerThread;
    awaitWriter(writing);
    boolean isLeft = isReadInOrder && (writing == null || isWrittenInOrder);
    if (!isLeft) {
      channel.suspect();
    }
    output.release();
    writer.release();
    reader.account().close();
    backlog.end();
    queue.end();
    try {
      Threads.insist(disconnecting);
    } catch (RuntimeException | Error e) {
      log(Level.ERROR, "ending the connection with ", e);
    } finally {
      if (writing != null) {
        Threads.join(writing);
      }
      writeAudit();
      hasEnded = true;
    }
  }

  /**
   * Waits no longer than needed: the end of a thread takes memory, which this should release. Keeps
   * an interrupt for later.
   */
  private void awaitWriter(@Nullable Thread writing) {
    boolean interrupted = Thread.interrupted();
    while (writing != null && writing.isAlive() && !isWriterGone) {
      Threads.pause();
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Closes the socket. Leaves it to the collector if closing fails for another reason than memory.
   */
  private void insistOnClosing() {
    try {
      Threads.insist(closing);
    } catch (RuntimeException | Error e) {
      channel.suspect();
      log(Level.ERROR, "closing the connection with ", e);
    }
  }

  private void tellDisconnected() {
    if (isTold) {
      listener.disconnected(this);
    }
  }

  private void writeAudit() {
    try {
      audit.add("ended " + this);
    } catch (RuntimeException | Error e) {
      // Ignored, as a failure to log is.
    }
  }

  private void readAll() throws IOException {
    FrameInput input = channel.input();
    while (isOpen() && input.next()) {
      if (input.length() == 0) {
        answerTick();
      } else {
        read(input);
      }
      reader.checkProgress(input.waitedNanos());
    }
  }

  private void read(FrameInput input) throws IOException {
    ControlMessage message = reader.read(input.array(), input.offset(), input.length());
    if (message != null) {
      listener.received(this, message);
      paceReading();
    }
  }

  /** Reads no faster than answers are written. Then TCP's flow control stops the other node. */
  private void paceReading() throws IOException {
    try {
      queue.awaitRoom();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Sends a tick to a node whose tick time is shorter than this one's. */
  private void answerTick() {
    if (System.nanoTime() - lastWriteNanos > ANSWER_PAUSE_NANOS) {
      wantTick();
    }
  }

  private void wantTick() {
    tickWanted = true;
    queue.wake();
  }

  /**
   * Writes until the connection is closed. The loop is a method of its own, for the reason that
   * {@link #look} gives. Logging comes last: the reader waits for the buffers.
   */
  private void write() {
    queue.setWriter();
    Throwable error = null;
    try {
      writeAll();
      isWrittenInOrder = true;
    } catch (IOException e) {
      isWrittenInOrder = true;
      error = e;
    } catch (RuntimeException | Error e) {
      isWrittenInOrder = !(e instanceof OutOfMemoryError);
      error = e;
      close(Level.DEBUG, null);
    } finally {
      isWriterGone = true;
      LockSupport.unpark(readerThread);
    }
    if (error instanceof IOException) {
      close(Level.DEBUG, error.getMessage());
    } else if (error != null) {
      log(Level.ERROR, "writing to ", error);
    }
  }

  private void writeAll() throws IOException {
    while (isOpen()) {
      writeSome();
    }
  }

  /** Writes messages until there is enough to send; then writes a fragment, if there is one. */
  private void writeSome() throws IOException {
    while (isOpen() && !output.isAmple() && !writer.isFull()) {
      SendQueue.Entry next = queue.poll();
      if (next == null) {
        break;
      }
      writer.write(next);
    }
    signalSpace();
    if (!writer.isIdle()) {
      writer.writeFragment();
    }
    long written = writer.takeWritten();
    if (written > 0) {
      queue.written(written);
      signalSpace();
    }
    if (tickWanted) {
      tickWanted = false;
      if (output.isEmpty()) {
        output.writeInt(0);
      }
    }
    if (!output.isEmpty()) {
      output.flush();
      lastWriteNanos = System.nanoTime();
    } else if (writer.isIdle()) {
      output.rest();
      queue.await();
    }
  }

  /** Wakes senders that wait for space in the queue. */
  private void signalSpace() {
    if (queue.signalSpace()) {
      closeUnless(backlog.drain());
      listener.caughtUp(this);
    }
  }

  /** Looks after the connection. To be called four times per tick time. */
  void tick() {
    channel.input().endRound();
    output.endRound();
    long written = output.writes();
    stuckRounds = written == writesSeen && !queue.isIdle() ? stuckRounds + 1 : 0;
    if (written == writesSeen) {
      wantTick();
    }
    writesSeen = written;
    long read = reads();
    // Bytes that have arrived are not seen while the reader decodes, or waits for its turn to.
    silentRounds = read == readsSeen && channel.input().isWaiting() ? silentRounds + 1 : 0;
    readsSeen = read;
    if (silentRounds == SILENT_ROUNDS) {
      closeFor("nothing has come from it for the time for ticks");
    }
    if (stuckRounds == SILENT_ROUNDS) {
      closeFor("it has taken nothing for the time for ticks");
    }
  }

  /** Returns how often bytes have come in. */
  long reads() {
    return channel.input().reads();
  }

  /** Returns how many senders wait because the queue is full. */
  int waitingSenders() {
    return queue.waitingSenders();
  }

  /** Returns the entry of the socket while it is left to the collector. For tests. */
  UnclosedSockets.Entry unclosed() {
    return channel.unclosed();
  }

  /** Returns the channel's address, for the log. */
  @Override
  public String toString() {
    return "connection with " + peer.name() + " at " + channel.remoteAddress();
  }

  static @Nullable SocketConnection openOrNull(@Nullable SocketConnection connection) {
    return connection != null && connection.isOpen() ? connection : null;
  }
}
