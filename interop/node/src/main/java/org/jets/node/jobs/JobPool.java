package org.jets.node.jobs;

import java.lang.System.Logger.Level;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.distribution.SpinWait;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The threads in which exposed functions run. {@link #admit} checks the limits before a call is
 * accepted, so that an accepted call runs.
 *
 * <p><b>Fairness.</b> Each connection has a queue of its own, and the queues are served in turn. A
 * connection has a bound on its running jobs, and another on its running and waiting jobs together.
 * Its jobs do not begin while the other node is slow to read what it has been sent. When the next
 * job of a connection may begin, at most one job of each other connection begins before it.
 *
 * <p><b>Stepping aside.</b> Each running job has a place, and the number of places is limited. A
 * job may give its place to another, and keep its thread and stack. Two kinds of job do so: a scan
 * whose turn is over, and a job that {@linkplain #outside waits for another node}. A scan goes on
 * at once if no other job waits for a place and the places for scans suffice. A job that has waited
 * for another node goes on at once, even beyond the limit. Scans have one place for each processor,
 * but at most half of all places. Places go alternately to scans that continue and to new jobs.
 * Among each of these, the connections take turns. A job that has stepped aside does not count
 * among the running jobs of its connection. The number of such jobs is bounded, for each connection
 * and in total; beyond the bound, they do count.
 *
 * <p><b>Guarded by the monitor:</b> all state that is not final, atomic or volatile, here, in
 * {@link JobThreads}, {@link PeerJobs} and {@link JobThread}. A thread of the pool takes the
 * monitor once to begin a job. The thread that reads a connection takes it once to submit a job.
 * With the monitor held, nothing is locked except a {@link Job}, and no foreign code is called. A
 * thread that waits is parked, without the monitor.
 *
 * <p><b>No job is forgotten.</b> Whenever a place is free and a job is ready, a thread is looking
 * for a job, has been woken, or is being created. {@link #wakeOne} is called whenever a place
 * becomes free or a job is ready. A thread that begins a job calls this method for the next job.
 *
 * <p><b>On errors.</b> Queueing, beginning and ending a job, waiting and waking allocate nothing. A
 * monitor, unlike a lock of {@code java.util.concurrent}, allocates nothing, and all links of
 * queues are allocated with their elements.
 *
 * <ul>
 *   <li>An {@link OutOfMemoryError} in a job, or another error that is not caught: the caller gets
 *       an error as the result of its call. The thread goes on with the next job. If there is no
 *       memory to tell the caller, the connection is closed. If there is none for that either, the
 *       thread ends, and the next {@link #check} tells the caller. In each case the place is
 *       released.
 *   <li>A thread that cannot be created: its job stays in the queue for the existing threads. If no
 *       thread exists, the next job or the next {@link #check} tries again to create one.
 *   <li>An error in the pool's own code: it is logged, and the thread looks for a job again. After
 *       {@value #MOST_ERRORS} errors without a job between them the thread ends, and the node is
 *       told. The next {@link #check} replaces the thread.
 * </ul>
 */
public final class JobPool implements AutoCloseable {
  private static final String THREAD_ENDED = "a thread for calls of other nodes has ended";

  private static final String NO_ANSWER = "a call of it cannot be answered";

  /** The number of errors between two jobs after which a thread ends. */
  private static final int MOST_ERRORS = 10;

  /** The limit that refusals name while the heap is above its mark. */
  public static final String HEAP_IS_HIGH = "the heap is above its mark (withHeapMark)";

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** The time that a thread waits for a job while more threads wait than may run. */
  private static final long SURPLUS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final JobLimits limits;
  private final BooleanSupplier isMemoryLow;

  /** Told which limit a call has reached. */
  final RefusalLog refusals;

  private final Consumer<? super String> failures;
  private final RateLimitedLog log;
  private final long turnNanos;
  private final long maxNanos;
  private final JobAdmission admission;
  private final Object monitor = new Object();
  private final SpinWait.Condition<RuntimeException> hasWorkOrIsClosed;

  /** The connections that have submitted jobs. */
  private final IntrusiveList<PeerJobs> known = new IntrusiveList<>();

  /** The connections that have jobs to begin, and may begin them; each once. */
  private final IntrusiveList<PeerJobs> ready = new IntrusiveList<>();

  /** The connections that have paused threads; each once. */
  private final IntrusiveList<PeerJobs> pausing = new IntrusiveList<>();

  private final JobThreads threads;

  /** The number of places that are taken. */
  private int running;

  /** The number of these places that scans have. */
  private int scanning;

  private int aside;

  /** True if the next place is for a scan, if one wants it. */
  private boolean isScansTurn;

  /**
   * True while a job can begin. Read by threads that look for one; written with the monitor held.
   */
  private volatile boolean hasWork;

  /** True while a job waits for a place. Written with the monitor held. */
  private volatile boolean isContended;

  private volatile boolean closed;

  /**
   * Creates a pool without threads.
   *
   * @param self the node
   * @param isMemoryLow returns true if scans that keep their results should end
   * @param refusals told which limit a call has reached
   * @param failures told of an error that has ended a thread which may not be replaced
   * @param log told of jobs that fail
   */
  public JobPool(
      Atom self,
      JobLimits limits,
      BooleanSupplier isMemoryLow,
      RefusalLog refusals,
      Consumer<? super String> failures,
      RateLimitedLog log) {
    this.admission = new JobAdmission(self, limits, refusals);
    this.isMemoryLow = isMemoryLow;
    this.refusals = refusals;
    this.failures = failures;
    this.log = log;
    this.limits = limits;
    this.turnNanos = TimeUnit.NANOSECONDS.convert(limits.turn());
    this.maxNanos = TimeUnit.NANOSECONDS.convert(limits.maxTime());
    this.hasWorkOrIsClosed = () -> hasWork || closed;
    this.threads = new JobThreads(this, "jets-" + self.name() + "-job-");
  }

  // Submitting jobs.

  /**
   * Takes a place for a job of a connection; null if there is none.
   *
   * @param bytes the number of bytes of the request
   */
  public @Nullable PeerJobs admit(Session session, long bytes) {
    return admission.admit(session, bytes);
  }

  /** Releases the place of a job that has run, or is not going to run. */
  public void release(PeerJobs peer, long bytes) {
    admission.release(peer, bytes);
  }

  /** Submits a job that has a place. */
  public void run(PeerJobs peer, Job job) {
    synchronized (monitor) {
      if (!closed) {
        if (!peer.known.isLinked()) {
          known.add(peer.known);
        }
        peer.waiting.add(job.place);
        if (makeReady(peer)) {
          wakeOne();
        }
      }
    }
  }

  /** Lets jobs begin again, since the other node has read enough. */
  public void caughtUp(Session session) {
    PeerJobs peer = admission.peer(session);
    if (peer != null) {
      synchronized (monitor) {
        if (makeReady(peer)) {
          wakeOne();
        }
      }
    }
  }

  /** Removes a connection that has ended. Its waiting jobs need not wait for it any more. */
  public void disconnected(Session session) {
    caughtUp(session);
    PeerJobs peer = admission.remove(session);
    if (peer != null) {
      synchronized (monitor) {
        known.remove(peer.known);
      }
    }
  }

  /** Gives a connection a turn, if it has a job that may begin. */
  private boolean makeReady(PeerJobs peer) {
    if (peer.ready.isLinked()
        || peer.waiting.isEmpty()
        || peer.active >= peer.maxActive
        || peer.session.isBehind()) {
      return false;
    }
    ready.add(peer.ready);
    publish();
    return true;
  }

  private void publish() {
    boolean hasPlace = running < limits.running();
    hasWork = !ready.isEmpty() && hasPlace;
    isContended = (!ready.isEmpty() && !hasPlace) || !pausing.isEmpty();
  }

  /** Wakes or creates a thread to look for a job, if there is a place. */
  private void wakeOne() {
    if (ready.isEmpty() || running >= limits.running() || threads.isSearching()) {
      return;
    }
    if (!threads.wakeOne()) {
      // No thread begins the ready jobs, so threads that have stepped aside go on first.
      isScansTurn = true;
      resumePaused();
    }
  }

  // Running jobs.

  /** Runs jobs in the current thread until it should end. */
  void runJobs(JobThread thread) {
    int errors = 0;
    while (errors < MOST_ERRORS) {
      try {
        while (next(thread)) {
          run(thread.job, thread.peer);
          errors = 0;
        }
        return;
      } catch (RuntimeException | Error e) {
        // The thread's resources are released when it looks for the next job.
        errors++;
        abandon(thread.job, thread.peer);
        report(e);
        if (errors == MOST_ERRORS) {
          failures.accept(ended(e));
        }
      }
    }
  }

  private static String ended(Throwable e) {
    try {
      return THREAD_ENDED + ": " + e;
    } catch (OutOfMemoryError inText) {
      return THREAD_ENDED;
    }
  }

  private void run(@Nullable Job job, @Nullable PeerJobs peer) {
    try {
      if (job != null) {
        job.run();
      }
    } catch (RuntimeException | Error e) {
      abandon(job, peer);
      report(e);
    }
  }

  /**
   * Tells the caller of a job of its end, if that was not done. Else the caller would wait for
   * ever.
   */
  private void abandon(@Nullable Job job, @Nullable PeerJobs peer) {
    if (job == null || peer == null) {
      return;
    }
    try {
      job.abandon();
    } catch (RuntimeException | Error e) {
      peer.session.close(NO_ANSWER);
      report(e);
    }
  }

  private void report(Throwable e) {
    try {
      log.log(RateLimitedLog.Kind.CALL, Level.ERROR, "a call of another node", e);
    } catch (RuntimeException | Error inLogging) {
      // There is no memory to report it; the caller has been answered.
    }
  }

  /** Ends the job that the thread has run, and finds another; false if the thread should end. */
  private boolean next(JobThread thread) {
    if (!beginOrSearch(thread)) {
      // The thread polls for a moment before it waits.
      SpinWait.until(hasWorkOrIsClosed);
      boolean hasBegun = beginOrWait(thread);
      while (!hasBegun && !closed && await(thread)) {
        hasBegun = beginOrWait(thread);
      }
    }
    return thread.job != null || beginOrEnd(thread);
  }

  private boolean beginOrSearch(JobThread thread) {
    synchronized (monitor) {
      settle(thread);
      if (beginNext(thread)) {
        return true;
      }
      threads.beginSearch(thread);
      return false;
    }
  }

  private boolean beginOrWait(JobThread thread) {
    synchronized (monitor) {
      settle(thread);
      if (beginNext(thread)) {
        return true;
      }
      threads.beginWait(thread);
      return false;
    }
  }

  /**
   * Begins a job if the thread has been woken while it was about to end; else removes the thread.
   */
  private boolean beginOrEnd(JobThread thread) {
    synchronized (monitor) {
      boolean isWoken = thread.isWoken;
      settle(thread);
      if (isWoken && beginNext(thread)) {
        return true;
      }
      threads.forget(thread);
      return false;
    }
  }

  private boolean beginNext(JobThread thread) {
    if (closed) {
      return false;
    }
    resumePaused();
    return begin(thread);
  }

  /** Releases all that the thread holds, and removes it from the waiting threads. */
  private void settle(JobThread thread) {
    end(thread);
    threads.settle(thread);
  }

  /** Releases all that the thread's job holds. */
  private void end(JobThread thread) {
    Job ended = thread.job;
    PeerJobs peer = thread.peer;
    if (ended == null || peer == null) {
      return;
    }
    thread.job = null;
    thread.peer = null;
    thread.isGathering = false;
    peer.paused.remove(thread.waiting);
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

  /** Begins the next job, if there is one and a place for it. */
  private boolean begin(JobThread thread) {
    while (!ready.isEmpty() && running < limits.running()) {
      PeerJobs peer = ready.poll();
      Job job = peer == null || peer.session.isBehind() ? null : peer.waiting.poll();
      if (peer == null || job == null) {
        continue;
      }
      // An interrupt for the previous job must not reach this one.
      Thread.interrupted();
      thread.job = job;
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

  /** Waits for a job; false if there has been none for long. */
  private boolean await(JobThread thread) {
    long nanos = threads.idleCount() > limits.running() ? SURPLUS_NANOS : IDLE_NANOS;
    long start = System.nanoTime();
    long left = nanos;
    while (!thread.isWoken && !closed && left > 0) {
      LockSupport.parkNanos(this, left);
      // The interrupt was for a job that has ended.
      Thread.interrupted();
      left = nanos - (System.nanoTime() - start);
    }
    return thread.isWoken || closed;
  }

  // Stepping aside.

  /**
   * An action that waits for another node.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  public interface Waiting<T extends @Nullable Object> {
    /** Performs the action, and waits. */
    T get() throws InterruptedException;
  }

  /** Lets other jobs run, if the turn of the thread's job is over and others want to run. */
  void pause(JobThread thread) {
    long now = System.nanoTime();
    if (now - thread.turnNanos < turnNanos) {
      return;
    }
    thread.turnNanos = now;
    if (closed) {
      throw new CancellationException();
    }
    Job job = thread.job;
    if (job != null && thread.isGathering && isMemoryLow.getAsBoolean()) {
      // The results so far take memory too, of an unknown size.
      JobThread.refused(HEAP_IS_HIGH, "a search without a limit ends");
      job.endForMemory();
      thread.interrupt();
      throw new CancellationException();
    }
    if (thread.isScanning && !isContended) {
      return;
    }
    if (stepsAside(thread)) {
      awaitTurn(thread);
    }
    thread.turnNanos = System.nanoTime();
  }

  /** Lets other jobs run; false if this one need not wait for them. */
  private boolean stepsAside(JobThread thread) {
    synchronized (monitor) {
      PeerJobs peer = thread.peer;
      boolean hasToWait = peer != null && !goOnScanning(thread, peer);
      if (peer != null && hasToWait) {
        stepAside(thread, peer);
        peer.paused.add(thread.waiting);
        makePausing(peer);
        resumePaused();
      }
      wakeOne();
      return hasToWait;
    }
  }

  /** Returns true if a scan need not step aside. */
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
    if (!peer.pausing.isLinked() && !peer.paused.isEmpty()) {
      pausing.add(peer.pausing);
      publish();
    }
  }

  /** Releases the thread's place, and counts its job as one that has stepped aside. */
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

  /** Gives places to paused threads, if it is their turn. */
  private void resumePaused() {
    while (!pausing.isEmpty()
        && running < limits.running()
        && scanning < limits.scans()
        && (isScansTurn || ready.isEmpty())) {
      PeerJobs peer = pausing.poll();
      JobThread thread = peer == null ? null : peer.paused.poll();
      if (thread != null) {
        thread.isRunning = true;
        thread.isScanning = true;
        running++;
        scanning++;
        isScansTurn = false;
        LockSupport.unpark(thread);
      }
      if (peer != null) {
        makePausing(peer);
      }
    }
    publish();
  }

  /** Waits for a place. A job that should end takes a place beyond the limit, in order to end. */
  private void awaitTurn(JobThread thread) {
    boolean isInterrupted = Thread.interrupted();
    while (!thread.isRunning && !isInterrupted && !closed && !thread.isEnding()) {
      LockSupport.park(this);
      isInterrupted = Thread.interrupted();
    }
    if (takesPlace(thread) || isInterrupted) {
      throw new CancellationException();
    }
  }

  /** Takes a place for a job that no longer waits; false if it already has one. */
  private boolean takesPlace(JobThread thread) {
    synchronized (monitor) {
      PeerJobs peer = thread.peer;
      if (thread.isRunning || peer == null) {
        return false;
      }
      peer.paused.remove(thread.waiting);
      thread.isRunning = true;
      running++;
      publish();
      return true;
    }
  }

  /**
   * Performs an action that waits for another node. If the caller is a job, it releases its place
   * meanwhile. Afterwards the job goes on at once.
   */
  public static <T extends @Nullable Object> T outside(Waiting<T> waiting)
      throws InterruptedException {
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
    synchronized (monitor) {
      PeerJobs peer = thread.peer;
      if (peer != null) {
        stepAside(thread, peer);
        resumePaused();
        wakeOne();
      }
    }
  }

  private void comeBack(JobThread thread) {
    synchronized (monitor) {
      thread.isRunning = true;
      running++;
      publish();
    }
  }

  // Looking after the jobs.

  /**
   * Ends jobs that take too long, and replaces threads that have ended in one. To be called at
   * intervals. Allocates nothing.
   */
  public void check() {
    JobThread ended = findEnded();
    while (ended != null) {
      abandon(ended.job, ended.peer);
      synchronized (monitor) {
        settle(ended);
        threads.forget(ended);
      }
      ended = findEnded();
    }
    long now = System.nanoTime();
    synchronized (monitor) {
      for (IntrusiveList.Link<JobThread> link = threads.first();
          link != null;
          link = link.after()) {
        Job job = link.element().job;
        if (job != null && now - link.element().beginNanos > maxNanos) {
          job.expire();
        }
      }
      for (IntrusiveList.Link<PeerJobs> link = known.first(); link != null; link = link.after()) {
        makeReady(link.element());
      }
      wakeOne();
    }
  }

  /**
   * Returns a thread that has ended without being told to; null if there is none. If a JVM has no
   * memory for objects that compiled code has kept in registers, it leaves the whole method,
   * including its handlers.
   */
  private @Nullable JobThread findEnded() {
    synchronized (monitor) {
      IntrusiveList.Link<JobThread> link = threads.first();
      while (link != null && link.element().isAlive()) {
        link = link.after();
      }
      return link == null ? null : link.element();
    }
  }

  /** Returns how many jobs run or wait. */
  public int size() {
    return admission.size();
  }

  /** Returns how many jobs of a connection run or wait. */
  public int count(Session session) {
    PeerJobs peer = admission.peer(session);
    return peer == null ? 0 : peer.admitted.get();
  }

  /** Returns how many bytes the running and waiting requests of a connection have. */
  public long heldBytes(Session session) {
    PeerJobs peer = admission.peer(session);
    return peer == null ? 0 : peer.admittedBytes.get();
  }

  /** Interrupts running jobs, and drops waiting ones. */
  @Override
  public void close() {
    synchronized (monitor) {
      closed = true;
      for (IntrusiveList.Link<JobThread> link = threads.first();
          link != null;
          link = link.after()) {
        link.element().interrupt();
      }
    }
  }
}
