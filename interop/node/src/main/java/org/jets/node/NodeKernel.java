package org.jets.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.TableLogException;
import org.jets.ets.TableSpace;
import org.jets.ets.log.DurableOptions;
import org.jets.node.calls.Messenger;
import org.jets.node.calls.OutgoingCalls;
import org.jets.node.calls.RexResult;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.ObserverSlot;
import org.jets.node.jobs.RefusalLog;
import org.jets.node.process.ExitReason;
import org.jets.node.process.Loopback;
import org.jets.node.process.ProcessTable;
import org.jets.node.process.Router;
import org.jets.node.process.Session;
import org.jets.node.process.SignalBudget;
import org.jets.node.services.ClusterProcesses;
import org.jets.node.services.ErpcService;
import org.jets.node.services.EtsService;
import org.jets.node.services.ModuleTable;
import org.jets.node.services.NetKernel;
import org.jets.node.services.NodeProcess;
import org.jets.node.services.Processes;
import org.jets.node.services.RexService;
import org.jets.node.services.RuntimeFacts;
import org.jets.node.services.TableRights;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an {@link ErlangNode}: connects them, and takes them down.
 *
 * <p>Threads:
 *
 * <ul>
 *   <li>those of the transport, which read from connections and never wait for anything else;
 *   <li>a pool in which exposed functions run;
 *   <li>one that looks after the node every second;
 *   <li>one for messages between processes of this node;
 *   <li>a pool that completes futures and calls listeners, so that these may block. There is none
 *       if the options have an executor.
 * </ul>
 *
 * <p>All are daemons, created on demand.
 */
final class NodeKernel implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final NodeTransport transport;
  private final NodeOptions options;
  private final ProcessTable table;
  private final ThreadPoolExecutor loop;
  private final @Nullable ThreadPoolExecutor ownCallbacks;
  private final Executor executor;
  private final JobPool pool;
  private final NodeWatchdog watch;
  private final ModuleTable modules;
  private final SignalBudget signals;
  private final Router router;
  private final Messenger messenger;
  private final NodeProcess self;
  private final Processes processes;
  private final TableSpace tables;
  private final RuntimeFacts facts;

  /** True once this has opened a data folder. */
  private volatile boolean hasData;

  private final EtsService ets;
  private final Loopback loopback;
  private final HeaviestPeers heaviest;
  private final HeapGuard heap;
  private final RefusalLog refusals;
  private final ObserverSlot observer = new ObserverSlot();
  private final AtomicBoolean closed = new AtomicBoolean();

  NodeKernel(NodeTransport transport, NodeOptions options) {
    this.transport = transport;
    this.options = options;
    this.table = new ProcessTable(transport.node(), transport.creation());
    this.modules = new ModuleTable(options.log, observer);
    this.refusals = options.refusals.toldTo(observer);
    String name = transport.node().name();
    this.loop = threads(name + "-loop", 1);
    Executor given = options.settings.executor;
    if (given == null) {
      ThreadPoolExecutor own = threads(name + "-callback", options.settings.callbackThreads);
      this.ownCallbacks = own;
      this.executor = own;
    } else {
      this.ownCallbacks = null;
      this.executor = given;
    }
    this.heap =
        new HeapGuard(
            options.settings.heapMark,
            options.settings.heapPatience,
            this::release,
            options.settings.failureListener);
    this.signals = options.settings.signalBudget(heap::isHigh, options.log);
    this.pool =
        new JobPool(
            transport.node(),
            options.settings.jobLimits(),
            heap::isHigh,
            refusals,
            options.settings.failureListener,
            options.log);
    this.router =
        new Router(
            table,
            new ErpcService(table, modules, pool, this::facts, executor),
            transport,
            signals);
    this.messenger = new Messenger(router);
    this.self =
        new NodeProcess(
            table,
            router,
            executor,
            options.settings.output,
            options.settings.outputLimits(),
            refusals);
    this.processes = new ClusterProcesses(table, router, messenger, self);
    this.tables = options.settings.tables == null ? new TableSpace() : options.settings.tables;
    this.ets =
        new EtsService(
            tables,
            processes,
            options.settings.ets,
            new TableRights(
                heap::isHigh, options.settings.readOnlyPeers, options.audit, options.log));
    this.facts =
        new RuntimeFacts(
            table,
            tables,
            options.ets().quota().tables(),
            pool::size,
            transport::readBytes,
            transport::writtenBytes);
    this.loopback = new Loopback(transport.node(), transport.creation(), loop, router);
    self.start();
    NetKernel netKernel = new NetKernel(table, messenger);
    netKernel.start();
    netKernel.register(NetKernel.NET_KERNEL);
    RexService rex = new RexService(table, modules, pool, messenger);
    rex.start();
    rex.register(RexResult.REX);
    this.heaviest = new HeaviestPeers(router, pool, tables, ets.owners(), self);
    // Created last: its thread starts here.
    this.watch = new NodeWatchdog(name, pool, heap, options.audit, counts(options));
  }

  private static List<Runnable> counts(NodeOptions options) {
    List<Runnable> counts = new ArrayList<>();
    counts.add(options.log::tellOfRest);
    counts.add(options.refusals::tellOfRest);
    if (options.settings.output instanceof RateLimitedOutput logged) {
      counts.add(logged::tellOfRest);
    }
    return counts;
  }

  private static ThreadPoolExecutor threads(String name, int count) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new NodeThreads(name));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Opens the folder of the durable tables, if there is one.
   *
   * @throws TableLogException if it cannot be opened
   */
  void openData() {
    Path folder = options.settings.data;
    if (folder != null) {
      tables.openData(DurableOptions.in(folder).withSync(options.settings.dataSync));
      hasData = true;
    }
  }

  /** Starts to accept connections, once all services are in place. */
  void serve() {
    transport.serve(new ObservedConnections(router, observer));
  }

  Mailbox newMailbox(MailboxOptions mailboxOptions) {
    Executor own = mailboxOptions.executor().orElse(null);
    OutgoingCalls calls =
        own == null ? self.calls() : new OutgoingCalls(table, router, own, self.pid());
    MailboxProcess process =
        new MailboxProcess(table, calls, mailboxOptions, own == null ? executor : own, options.log);
    process.start();
    if (closed.get()) {
      process.end(ExitReason.SHUTDOWN, false);
      throw new IllegalStateException("node " + table.node() + ": closed (expected: open)");
    }
    return new Mailbox(process, calls, messenger);
  }

  /** Closes the connections first, so that their end is the only news that other nodes get. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      transport.close();
      loopback.end();
      loop.shutdown();
      awaitEnd(loop);
      table.endAll(ExitReason.SHUTDOWN);
      pool.close();
      watch.close();
      try {
        ets.close();
      } finally {
        if (ownCallbacks != null) {
          ownCallbacks.shutdown();
        }
        if (hasData) {
          tables.closeData();
        }
      }
    }
  }

  /** Releases memory that is held for other nodes, by closing connections. */
  private boolean release(int round) {
    return heaviest.release(round);
  }

  /** Waits for the end of threads whose tasks never wait. */
  private static void awaitEnd(ThreadPoolExecutor threads) {
    boolean interrupted = false;
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  NodeTransport transport() {
    return transport;
  }

  NodeOptions options() {
    return options;
  }

  ProcessTable table() {
    return table;
  }

  ModuleTable modules() {
    return modules;
  }

  Router router() {
    return router;
  }

  Messenger messenger() {
    return messenger;
  }

  NodeProcess self() {
    return self;
  }

  Processes processes() {
    return processes;
  }

  TableSpace tables() {
    return tables;
  }

  int callCount() {
    return pool.size();
  }

  long linkCount() {
    return signals.count();
  }

  int ownerCount() {
    return ets.owners().count();
  }

  long outputBytes() {
    return self.output().heldBytes();
  }

  EtsService ets() {
    return ets;
  }

  /** Returns the facts about this JVM. */
  RuntimeFacts facts() {
    return facts;
  }

  ObserverSlot observer() {
    return observer;
  }

  /** Returns the state of the node. */
  NodeStatus status() {
    List<NodeStatus.PeerStatus> peers = new ArrayList<>();
    for (Session session : router.sessions()) {
      if (session.peer() != table.node()) {
        peers.add(status(session));
      }
    }
    return new NodeStatus(
        table.node().name(),
        transport.port(),
        table.size(),
        callCount(),
        linkCount(),
        ownerCount(),
        outputBytes(),
        heap.isHigh(),
        options.ets().quota(),
        peers);
  }

  private NodeStatus.PeerStatus status(Session session) {
    return new NodeStatus.PeerStatus(
        session.peer().name(),
        pool.count(session),
        pool.heldBytes(session),
        session.heldBytes(),
        ets.owners().heldBytes(session.peer()),
        self.output().heldBytes(session.peer()),
        session.isBehind());
  }

  Executor executor() {
    return executor;
  }
}
