package org.jets.observe;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jets.ets.TableSpace;
import org.jets.ets.observe.CallSampler;
import org.jets.ets.observe.TableFacts;
import org.jets.node.ErlangNode;
import org.jets.node.NodeStatus;
import org.jspecify.annotations.Nullable;

/**
 * Watches the tables of a space, and the node that serves them if there is one. Until it is closed,
 * it is the observer of {@linkplain TableSpace#observeScans scans}, of {@linkplain
 * TableSpace#observeCalls calls} and of the {@linkplain ErlangNode#observe node}, which have one
 * each.
 *
 * <p>Cost:
 *
 * <ul>
 *   <li>An operation by key decrements a number of its group of threads. At least 1 in {@value
 *       CallSampler#LEAST_CHANCE} reads the clock a few times, and so do all searches. In a table
 *       with more than {@value CallSampler#BUSY_CALLS} calls in a second, this is so for {@value
 *       CallSampler#WINDOW_MILLIS} ms of each second, and otherwise a call costs nothing more.
 *       {@link ObserveOptions#withCallTimes} switches that off, and the thread that it takes.
 *   <li>A call of another node, or a search that scans all objects, reads the clock twice.
 *   <li>Facts about tables are gathered when they are asked for, at most once in a second and for
 *       at most a tenth of the time. This is linear in the number of tables.
 * </ul>
 *
 * <p>Safe for use by many threads.
 */
public final class Observatory implements AutoCloseable {
  /** The number of long fixations that become events at a time. */
  private static final int FIXATIONS = 100;

  private final TableSpace space;
  private final @Nullable ErlangNode node;
  private final SlowCalls slowCalls;
  private final @Nullable CallSampler sampler;
  private final @Nullable CallWindows windows;
  private final CensusTaker censuses;
  private final Watchers watchers;
  private final long longFixationNanos;
  private final Map<Class<? extends Event>, Runnable> periodic =
      Map.of(
          FixationEvent.class, this::recordFixations,
          ResizeEvent.class, StructureWatch.of(this::tables, StructureWatch::tellResize),
          SplitEvent.class, StructureWatch.of(this::tables, StructureWatch::tellSplits),
          JoinEvent.class, StructureWatch.of(this::tables, StructureWatch::tellJoins),
          RetryStormEvent.class, StructureWatch.of(this::tables, StructureWatch::tellStorms),
          EvictionEvent.class, RemovalWatch.of(this::tables, RemovalWatch::tellEvictions),
          ExpiryEvent.class, RemovalWatch.of(this::tables, RemovalWatch::tellExpiries));
  private final List<Runnable> unregistering = new ArrayList<>();

  private Observatory(
      TableSpace space, @Nullable ErlangNode node, ObserveOptions options, LongSupplier clock) {
    this.space = space;
    this.node = node;
    this.slowCalls = new SlowCalls(options.slowCalls());
    this.sampler = options.timesCalls() ? new CallSampler() : null;
    this.windows = sampler == null ? null : new CallWindows(sampler);
    this.censuses = new CensusTaker(space, sampler, clock);
    this.longFixationNanos = options.longFixation().toNanos();
    this.watchers = new Watchers(slowCalls, options.slowCall(), clock);
    if (windows != null) {
      windows.start();
    }
    space.observeScans(watchers);
    if (sampler != null) {
      space.observeCalls(sampler);
    }
    if (node != null) {
      node.observe(watchers);
    }
    if (FlightRecorder.isAvailable()) {
      periodic.forEach(FlightRecorder::addPeriodicEvent);
    }
  }

  /** Begins to watch the tables of a space. */
  public static Observatory of(TableSpace space, ObserveOptions options) {
    return of(space, options, System::nanoTime);
  }

  static Observatory of(TableSpace space, ObserveOptions options, LongSupplier clock) {
    return new Observatory(Objects.requireNonNull(space, "space"), null, options, clock);
  }

  /** Begins to watch a node and its tables. */
  public static Observatory of(ErlangNode node, ObserveOptions options) {
    return new Observatory(node.tables(), node, options, System::nanoTime);
  }

  /** Returns the space whose tables are watched. */
  public TableSpace space() {
    return space;
  }

  /** Returns the tables; the same answer for about a second. */
  public TableCensus tables() {
    return censuses.census();
  }

  /** Returns the state of the node; empty if there is none. */
  public Optional<NodeStatus> node() {
    return node == null ? Optional.empty() : Optional.of(node.status());
  }

  /** Returns the worst of what is wrong now. It takes the facts of {@link #tables}. */
  public Health health() {
    if (node().map(NodeStatus::isHeapHigh).orElse(false)) {
      return Health.FULL;
    }
    if (tables().hasFailedLog()) {
      return Health.LOG;
    }
    return watchers.hasRefused() ? Health.REFUSING : Health.UP;
  }

  /** Returns the last slow calls, the newest first. */
  public List<SlowCall> slowCalls() {
    return slowCalls.newestFirst();
  }

  /** Returns how many slow calls there have been. */
  public long slowCallCount() {
    return slowCalls.count();
  }

  /** Called by the Flight Recorder once in each period, while the event is recorded. */
  private void recordFixations() {
    for (TableRow row : tables().fixed(FIXATIONS)) {
      TableFacts.Fixation fixation = row.facts().fixation();
      if (fixation == null || row.fixedNanos() < longFixationNanos) {
        return;
      }
      for (TableFacts.Fixer fixer : fixation.fixers()) {
        FixationEvent event = new FixationEvent();
        event.table = row.facts().term().toString();
        event.owner = fixer.pid().toString();
        event.fixations = fixer.count();
        event.fixedFor = row.fixedNanos();
        event.commit();
      }
    }
  }

  /** Registers the MXBeans at the platform's server, until this is closed. */
  public void registerMBeans() {
    registerMBeans(ManagementFactory.getPlatformMBeanServer());
  }

  /**
   * Registers the MXBeans, until this is closed: {@link TablesMXBean} as {@code
   * org.jets:type=Tables,node=NAME}, and for a node {@link NodeMXBean} as {@code
   * org.jets:type=Node,node=NAME}. The name of the node is quoted.
   *
   * @throws IllegalStateException if such a bean is registered already
   */
  public synchronized void registerMBeans(MBeanServer server) {
    register(server, "Tables", new TablesBean(this));
    ErlangNode observed = node;
    if (observed != null) {
      register(server, "Node", new NodeBean(observed));
    }
  }

  private synchronized void register(MBeanServer server, String type, Object bean) {
    try {
      String name = ObjectName.quote(space.node().name());
      ObjectName objectName = new ObjectName("org.jets:type=" + type + ",node=" + name);
      server.registerMBean(bean, objectName);
      unregistering.add(() -> unregister(server, objectName));
    } catch (InstanceAlreadyExistsException e) {
      throw new IllegalStateException(
          "MXBean: " + e.getMessage() + " exists (expected: one of each node)", e);
    } catch (MalformedObjectNameException e) {
      throw new AssertionError("a quoted name", e);
    } catch (JMException e) {
      throw new IllegalStateException("MXBean: " + type + " cannot be registered", e);
    }
  }

  private static void unregister(MBeanServer server, ObjectName name) {
    try {
      server.unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      // The program has unregistered it.
    } catch (JMException e) {
      throw new IllegalStateException("MXBean: " + name + " cannot be unregistered", e);
    }
  }

  /**
   * Ends the observation, unless another observer has taken its place, and unregisters the MXBeans.
   * Further calls do nothing.
   */
  @Override
  public synchronized void close() {
    if (windows != null) {
      windows.close();
    }
    space.unobserveScans(watchers);
    if (sampler != null) {
      space.unobserveCalls(sampler);
    }
    if (node != null) {
      node.unobserve(watchers);
    }
    periodic.values().forEach(FlightRecorder::removePeriodicEvent);
    unregistering.forEach(Runnable::run);
    unregistering.clear();
  }
}
