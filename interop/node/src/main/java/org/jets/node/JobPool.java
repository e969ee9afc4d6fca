package org.jets.node;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jets.node.distribution.LimitedLog;
import org.jets.node.distribution.Spin;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The threads in which exposed functions run. A place is taken before a call is accepted, so that
 * what has been accepted runs.
 *
 * <p><b>Fairness.</b> Each connection has a queue of its own, and the queues are served in turn. A
 * connection has a bound on its jobs that run and on those that wait, and its jobs do not begin
 * while it is behind with reading. So what one asks for costs another its turn and no more.
 *
 * <p><b>Stepping aside.</b> A job gives its place to another, and keeps its thread and stack: a
 * scan, whenever its turn is over and others want to run, and a job that {@linkplain #outside waits
 * for another node}. Scans have a place for each processor, half of all at most, and take them in
 * turn with what begins, by connection. A job that has stepped aside counts no more among those of
 * its connection that run, unless as many of them have as may, or of all.
 *
 * <p><b>Guarded by the lock:</b> all that is not final, atomic or volatile, here, in {@link
 * PeerJobs} and in {@link JobThread}. A thread takes it once to begin a job, and a reader once to
 * bring one. Nothing else is locked inside, and nothing foreign called.
 *
 * <p><b>No job is forgotten.</b> Where there are a place and a job to begin, a thread looks for a
 * job, or has been woken, or is made: {@link #wakeOne} is called whenever one of the two comes to
 * be, and a thread that begins a job calls it for the next.
 *
 * <p><b>On errors.</b> A thread that cannot be made leaves its job in the queue, for those that
 * there are; without any, the next job or the next look of {@link #check} tries again. Whatever a
 * job ends with, its place is given back.
 */
final class JobPool implements AutoCloseable {
  private static final String THREAD_ENDED = "a thread for calls of other nodes has ended";

  /** Above it some calls are refused. */
  static final String HEAP_IS_HIGH = "the heap is above its mark (withHeapMark)";

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Atom self;
  private final String name;
  private final JobLimits limits;
  private final BooleanSupplier isMemoryLow;

  /** Told which limit a call has come to. */
  final RefusalLog refusals;

  private final Consumer<? super String> failures;
  private final LimitedLog log;
  private final long turnNanos;
  private final long maxNanos;
  private final ConcurrentMap<Session, PeerJobs> peers = new ConcurrentHashMap<>();
  private final AtomicInteger admitted = new AtomicInteger();
  private final AtomicLong admittedBytes = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition found = lock.newCondition();

  /** Connections that have jobs to begin, and may; each once. */
  private final Deque<PeerJobs> ready = new ArrayDeque<>();

  /** Connections that have threads to go on; each once. */
  private final Deque<PeerJobs> pausing = new ArrayDeque<>();

  private final Set<JobThread> threads = new HashSet<>();
  private int threadsMade;

  /** How many places are taken. */
  private int running;

  /** How many of them by scans. */
  private int scanning;

  private int aside;

  /** How many threads look for a job and do not wait. */
  private int searching;

  /** How many wait and have not been woken. */
  private int idle;

  /** How many have been woken and do not know it yet. */
  private int woken;

  /** Whether the next place is for a scan, if one wants it. */
  private boolean isScansTurn;

  /** Whether a job can begin: for threads that look. Written with the lock held. */
  private volatile boolean hasWork;

  /** Whether anybody wants a place. Written with the lock held. */
  private volatile boolean isContended;

  private volatile boolean closed;

  /**
   * Makes a pool without threads.
   *
   * @param self the node
   * @param isMemoryLow whether scans are to end that keep what they find
   * @param refusals told which limit a call has come to
   * @param failures told of an error that has ended a thread, in which places may be lost
   * @param log told of jobs that fail
   */
  JobPool(
      Atom self,
      JobLimits limits,
      BooleanSupplier isMemoryLow,
      RefusalLog refusals,
      Consumer<? super String> failures,
      LimitedLog log) {
    this.self = self;
    this.isMemoryLow = isMemoryLow;
    this.refusals = refusals;
    this.failures = failures;
    this.log = log;
    this.name = "jets-" + self.name() + "-job-";
    this.limits = limits;
    this.turnNanos = TimeUnit.NANOSECONDS.convert(limits.turn());
    this.maxNanos = TimeUnit.NANOSECONDS.convert(limits.maxTime());
  }

  // Bringing jobs.

  /**
   * Takes a place for a job of a connection; null if there is none.
   *
   * @param bytes how many the request has
   */
  @Nullable PeerJobs admit(Session session, long bytes) {
    PeerJobs peer = peers.get(session);
    if (peer == null) {
      peer = peers.computeIfAbsent(session, this::newPeer);
    }
    int own = peer.admitted.incrementAndGet();
    int all = admitted.incrementAndGet();
    long ownBytes = peer.admittedBytes.addAndGet(bytes);
    long allBytes = admittedBytes.addAndGet(bytes);
    // Where others have taken what there is for all, a few are still let in of each.
    boolean isAdmitted = true;
    if (own > limits.peerAdmitted()) {
      isAdmitted = refused(session, "calls of it (withPeerJobQueue)", limits.peerAdmitted());
    } else if (all > limits.admitted() && own > limits.peerRunning()) {
      isAdmitted = refused(session, "calls of all nodes (withJobQueue)", limits.admitted());
    } else if (own > 1 && ownBytes > limits.peerAdmittedBytes()) {
      isAdmitted =
          refused(session, "bytes of its calls (withJobBytes)", limits.peerAdmittedBytes());
    } else if (own > 1 && allBytes > limits.admittedBytes()) {
      isAdmitted =
          refused(
              session, "bytes of the calls of all nodes (withJobBytes)", limits.admittedBytes());
    }
    if (!isAdmitted) {
      release(peer, bytes);
      return null;
    }
    return peer;
  }

  /** Tells why a call is not admitted; returns false. */
  private boolean refused(Session session, String limit, long most) {
    refusals.refused(session.peer(), limit, "<= " + most);
    return false;
  }

  /** A node's calls of itself may come from functions that it serves, and may have all places. */
  private PeerJobs newPeer(Session session) {
    boolean isSelf = session.peer() == self;
    return new PeerJobs(session, isSelf ? limits.running() : limits.peerRunning());
  }

  private void release(PeerJobs peer, long bytes) {
    peer.admitted.decrementAndGet();
    admitted.decrementAndGet();
    peer.admittedBytes.addAndGet(-bytes);
    admittedBytes.addAndGet(-bytes);
  }

  /** Runs a job that has a place. */
  void run(PeerJobs peer, Job job) {
    lock.lock();
    try {
      if (!closed) {
        peer.waiting.add(job);
        if (makeReady(peer)) {
          wakeOne();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The other node has read so much that jobs may begin again. */
  void caughtUp(Session session) {
    PeerJobs peer = peers.get(session);
    if (peer != null) {
      lock.lock();
      try {
        if (makeReady(peer)) {
          wakeOne();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The connection has ended: jobs that wait need not wait for it. */
  void disconnected(Session session) {
    caughtUp(session);
    peers.remove(session);
  }

  /** Lets a connection have its turn, if it has a job that may begin. */
  private boolean makeReady(PeerJobs peer) {
    if (peer.isReady
        || peer.waiting.isEmpty()
        || peer.active >= peer.maxActive
        || peer.session.isBehind()) {
      return false;
    }
    try {
      ready.add(peer);
    } catch (OutOfMemoryError e) {
      // Later, when somebody looks after the jobs.
      return false;
    }
    peer.isReady = true;
    publish();
    return true;
  }

  private void publish() {
    boolean hasPlace = running < limits.running();
    hasWork = !ready.isEmpty() && hasPlace;
    isContended = (!ready.isEmpty() && !hasPlace) || !pausing.isEmpty();
  }

  /** Has a thread look for a job, if there is a place. */
  private void wakeOne() {
    if (ready.isEmpty() || running >= limits.running() || searching > 0) {
      return;
    }
    if (idle > 0) {
      idle--;
      woken++;
      found.signal();
    } else if (woken == 0) {
      startThread();
    }
  }

  /** Makes a thread, if there is memory for one. */
  private void startThread() {
    JobThread thread = null;
    try {
      thread = new JobThread(this, lock.newCondition(), name + ++threadsMade);
      threads.add(thread);
      thread.start();
      searching++;
    } catch (OutOfMemoryError e) {
      // Those that there are take the job, or one that the next look makes.
      threads.remove(thread);
    }
  }

  // Running jobs.

  /** What a thread does. */
  void runJobs(JobThread thread) {
    try {
      boolean isNew = true;
      while (next(thread, isNew)) {
        isNew = false;
        run(thread.job);
      }
    } catch (RuntimeException | Error e) {
      failures.accept(ended(e));
      throw e;
    }
  }

  private static String ended(Throwable e) {
    try {
      return THREAD_ENDED + ": " + e;
    } catch (OutOfMemoryError inText) {
      return THREAD_ENDED;
    }
  }

  private void run(@Nullable Job job) {
    try {
      if (job != null) {
        job.run();
      }
    } catch (RuntimeException | Error e) {
      report(e);
    }
  }

  private void report(Throwable e) {
    try {
      log.log(LimitedLog.Kind.CALL, Level.ERROR, "a call of another node", e);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to tell it with; the caller has been answered.
    }
  }

  /** Ends the job that the thread has run, and finds another; false if the thread is to end. */
  private boolean next(JobThread thread, boolean isNew) {
    boolean hasLooked = false;
    lock.lock();
    try {
      if (isNew) {
        searching--;
      } else {
        end(thread);
      }
      while (!closed) {
        resumePaused();
        if (begin(thread)) {
          return true;
        }
        if (!hasLooked) {
          hasLooked = true;
          look();
        } else if (!await()) {
          break;
        }
      }
      threads.remove(thread);
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Gives back all that the thread's job has had. */
  private void end(JobThread thread) {
    Job ended = thread.job;
    PeerJobs peer = thread.peer;
    if (ended == null || peer == null) {
      return;
    }
    thread.job = null;
    thread.peer = null;
    thread.isGathering = false;
    // The next job is not interrupted for what this one has left behind.
    Thread.interrupted();
    release(peer, ended.bytes());
    giveWay(thread);
    if (thread.isAside) {
      thread.isAside = false;
      peer.aside--;
      aside--;
    } else {
      peer.active--;
    }
    makeReady(peer);
  }

  /** Begins the next job, if there are one and a place. */
  private boolean begin(JobThread thread) {
    while (!ready.isEmpty() && running < limits.running()) {
      PeerJobs peer = ready.remove();
      peer.isReady = false;
      if (peer.session.isBehind()) {
        continue;
      }
      thread.job = peer.waiting.remove();
      thread.peer = peer;
      thread.turnNanos = System.nanoTime();
      thread.beginNanos = thread.turnNanos;
      thread.isRunning = true;
      peer.active++;
      running++;
      isScansTurn = true;
      makeReady(peer);
      resumePaused();
      wakeOne();
      return true;
    }
    publish();
    return false;
  }

  /** Lets go of the lock and looks for a job a moment before the thread waits. */
  private void look() {
    searching++;
    lock.unlock();
    try {
      Spin.until(() -> hasWork || closed);
    } finally {
      lock.lock();
      searching--;
    }
  }

  /** Waits for a job; false if there has been none for long. */
  @SuppressWarnings("WaitNotInLoop") // The caller looks again whatever this returns.
  private boolean await() {
    idle++;
    boolean isSignalled = false;
    try {
      isSignalled = found.awaitNanos(IDLE_NANOS) > 0;
    } catch (InterruptedException e) {
      // The pool is being closed, or the interrupt was for a job that has ended.
      isSignalled = true;
    }
    if (woken > 0) {
      woken--;
      return true;
    }
    idle--;
    return isSignalled;
  }

  // Stepping aside.

  /**
   * Something that waits for another node.
   *
   * @param <T> what it returns
   */
  @FunctionalInterface
  interface Waiting<T extends @Nullable Object> {
    /** Waits. */
    T get() throws InterruptedException;
  }

  /** Lets others run, if the turn of the thread's job is over and others want to run. */
  void pause(JobThread thread) {
    long now = System.nanoTime();
    if (now - thread.turnNanos < turnNanos) {
      return;
    }
    thread.turnNanos = now;
    Job job = thread.job;
    if (job != null && thread.isGathering && isMemoryLow.getAsBoolean()) {
      // What it has found so far is memory too, and nobody knows how much.
      JobThread.refused(HEAP_IS_HIGH, "a search without a limit ends");
      job.endForMemory();
      thread.interrupt();
      throw new CancellationException();
    }
    if (thread.isScanning && !isContended) {
      return;
    }
    lock.lock();
    try {
      PeerJobs peer = thread.peer;
      if (peer == null || goOnScanning(thread, peer)) {
        wakeOne();
      } else {
        stepAside(thread, peer);
        peer.paused.add(thread);
        makePausing(peer);
        resumePaused();
        wakeOne();
        awaitTurn(thread, peer);
      }
    } finally {
      lock.unlock();
    }
    thread.turnNanos = System.nanoTime();
  }

  /** Whether a scan need not step aside. */
  private boolean goOnScanning(JobThread thread, PeerJobs peer) {
    if (isContended || (!thread.isScanning && scanning >= limits.scans())) {
      return false;
    }
    if (!thread.isScanning) {
      thread.isScanning = true;
      scanning++;
      countAside(thread, peer);
    }
    return true;
  }

  private void makePausing(PeerJobs peer) {
    if (!peer.isPausing && !peer.paused.isEmpty()) {
      pausing.add(peer);
      peer.isPausing = true;
      publish();
    }
  }

  /** Gives the thread's place to others, and counts its job as one that has stepped aside. */
  private void stepAside(JobThread thread, PeerJobs peer) {
    giveWay(thread);
    countAside(thread, peer);
  }

  private void countAside(JobThread thread, PeerJobs peer) {
    if (!thread.isAside && peer.aside < limits.peerAside() && aside < limits.aside()) {
      thread.isAside = true;
      peer.active--;
      peer.aside++;
      aside++;
      makeReady(peer);
    }
  }

  private void giveWay(JobThread thread) {
    if (thread.isRunning) {
      thread.isRunning = false;
      running--;
      if (thread.isScanning) {
        thread.isScanning = false;
        scanning--;
      }
      publish();
    }
  }

  /** Gives places to threads that want to go on, where it is their turn. */
  private void resumePaused() {
    while (!pausing.isEmpty()
        && running < limits.running()
        && scanning < limits.scans()
        && (isScansTurn || ready.isEmpty())) {
      PeerJobs peer = pausing.remove();
      peer.isPausing = false;
      JobThread thread = peer.paused.poll();
      if (thread != null) {
        thread.isRunning = true;
        thread.isScanning = true;
        running++;
        scanning++;
        isScansTurn = false;
        thread.resumed.signal();
      }
      makePausing(peer);
    }
    publish();
  }

  /** Waits for a place. A job that is to end takes one that there is not, to do so. */
  private void awaitTurn(JobThread thread, PeerJobs peer) {
    try {
      while (!thread.isRunning) {
        Job job = thread.job;
        if (closed || (job != null && job.isEnding())) {
          throw new CancellationException();
        }
        thread.resumed.await();
      }
    } catch (InterruptedException e) {
      throw (CancellationException) new CancellationException().initCause(e);
    } finally {
      if (!thread.isRunning) {
        peer.paused.remove(thread);
        thread.isRunning = true;
        running++;
        publish();
      }
    }
  }

  /**
   * Does something that waits for another node, if this is called by a job: without a place, so
   * that others have it. Afterwards the job goes on at once.
   */
  static <T extends @Nullable Object> T outside(Waiting<T> waiting) throws InterruptedException {
    if (!(Thread.currentThread() instanceof JobThread thread)) {
      return waiting.get();
    }
    thread.pool().leave(thread);
    try {
      return waiting.get();
    } finally {
      thread.pool().comeBack(thread);
    }
  }

  private void leave(JobThread thread) {
    lock.lock();
    try {
      PeerJobs peer = thread.peer;
      if (peer != null) {
        stepAside(thread, peer);
        resumePaused();
        wakeOne();
      }
    } finally {
      lock.unlock();
    }
  }

  private void comeBack(JobThread thread) {
    lock.lock();
    try {
      thread.isRunning = true;
      running++;
      publish();
    } finally {
      lock.unlock();
    }
  }

  // Looking after the jobs.

  /** Ends jobs that take too long; to be called now and then. */
  void check() {
    long now = System.nanoTime();
    lock.lock();
    try {
      for (JobThread thread : threads) {
        Job job = thread.job;
        if (job != null && now - thread.beginNanos > maxNanos) {
          job.expire();
        }
      }
      for (PeerJobs peer : peers.values()) {
        makeReady(peer);
      }
      wakeOne();
    } finally {
      lock.unlock();
    }
  }

  /** Returns how many jobs run or wait. */
  int size() {
    return admitted.get();
  }

  /** Returns how many bytes the requests have that a connection has running or waiting. */
  long heldBytes(Session session) {
    PeerJobs peer = peers.get(session);
    return peer == null ? 0 : peer.admittedBytes.get();
  }

  /** Interrupts what runs, and drops what waits. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      for (JobThread thread : threads) {
        thread.interrupt();
        thread.resumed.signal();
      }
      found.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
