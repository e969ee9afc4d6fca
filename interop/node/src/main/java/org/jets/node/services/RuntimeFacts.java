package org.jets.node.services;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jets.ets.TableSpace;
import org.jets.ets.observe.TableFacts;
import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Answers of {@code erlang:memory} and {@code erlang:statistics} about a JVM, in the form that
 * Erlang's tools expect. Each item that a JVM does not count is 0.
 *
 * <p>Memory is mapped so: {@code total} is what the heap and the JVM's other areas use, {@code
 * system} the other areas, {@code processes} the heap without tables, {@code code} the areas of
 * classes and compiled code, and {@code binary} the buffers outside of the heap.
 */
public final class RuntimeFacts {
  /** The number of tables that are measured. The others are taken to be as large on average. */
  private static final int MEASURED_TABLES = 1_000;

  /** For how many times the time that it took an answer about all tables is kept. */
  static final int SHARE = 10;

  /** A rough average of an atom with its name and its entry in the table. */
  private static final int ATOM_BYTES = 150;

  /** The number that stands for no limit. Erlang's tools show the share that is in use. */
  static final int NO_LIMIT = Integer.MAX_VALUE;

  private final ProcessTable table;
  private final TableSpace space;
  private final long tableLimit;
  private final IntSupplier calls;
  private final LongSupplier inputBytes;
  private final LongSupplier outputBytes;

  /** The start of the JVM by the clock of {@link System#nanoTime}, about. */
  private final long startNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(uptimeMillis());

  private final AtomicLong lastWallClock = new AtomicLong();

  /** The last estimate of the bytes of all tables; null before the first. */
  private volatile @Nullable Measured measured;

  /** An estimate, and the time until which it is good enough. */
  private record Measured(long bytes, long endNanos) {}

  /**
   * Creates the facts of a node.
   *
   * @param tableLimit the largest number of tables
   * @param calls returns how many calls run or wait
   * @param inputBytes returns how many bytes other nodes have sent
   * @param outputBytes returns how many bytes they have been sent
   */
  public RuntimeFacts(
      ProcessTable table,
      TableSpace space,
      long tableLimit,
      IntSupplier calls,
      LongSupplier inputBytes,
      LongSupplier outputBytes) {
    this.table = table;
    this.space = space;
    this.tableLimit = tableLimit;
    this.calls = calls;
    this.inputBytes = inputBytes;
    this.outputBytes = outputBytes;
  }

  ProcessTable table() {
    return table;
  }

  TableSpace space() {
    return space;
  }

  int tableCount() {
    return space.all().size();
  }

  int tableLimit() {
    return (int) Math.min(tableLimit, NO_LIMIT);
  }

  /** Returns how long the JVM has been running. */
  static long uptimeMillis() {
    return ManagementFactory.getRuntimeMXBean().getUptime();
  }

  int runQueue() {
    return calls.getAsInt();
  }

  /** Returns the result of {@code erlang:memory()}. */
  ListTerm memory() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long heap = memory.getHeapMemoryUsage().getUsed();
    long other = memory.getNonHeapMemoryUsage().getUsed();
    long buffers = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      buffers += Math.max(pool.getMemoryUsed(), 0);
    }
    long tables = tableBytes();
    long processes = Math.max(heap - tables, 0);
    long atoms = (long) Atom.count() * ATOM_BYTES;
    List<Term> items = new ArrayList<>();
    items.add(item("total", heap + other + buffers));
    items.add(item("processes", processes));
    items.add(item("processes_used", processes));
    items.add(item("system", heap - processes + other + buffers));
    items.add(item("atom", atoms));
    items.add(item("atom_used", atoms));
    items.add(item("binary", buffers));
    items.add(item("code", other));
    items.add(item("ets", tables));
    return ListTerm.of(items);
  }

  /**
   * Returns the memory of the JVM as {@code erlang:system_info(allocator)} has that of allocators:
   * the heap as {@code eheap_alloc}, the JVM's other areas as {@code ll_alloc}, and buffers as
   * {@code binary_alloc}. What the JVM has reserved are the carriers. The page of allocators of
   * {@code observer} ends if there is none at all.
   */
  static ListTerm allocators() {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    long used = 0;
    long capacity = 0;
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      used += Math.max(pool.getMemoryUsed(), 0);
      capacity += Math.max(pool.getTotalCapacity(), 0);
    }
    return ListTerm.of(
        List.of(
            allocator("eheap_alloc", memory.getHeapMemoryUsage()),
            allocator("ll_alloc", memory.getNonHeapMemoryUsage()),
            allocator("binary_alloc", used, Math.max(used, capacity))));
  }

  private static Tuple allocator(String name, MemoryUsage usage) {
    return allocator(name, usage.getUsed(), usage.getCommitted());
  }

  private static Tuple allocator(String name, long used, long reserved) {
    Term blocks = ListTerm.of(List.of(Tuple.of(Atom.of(name), ListTerm.of(List.of(size(used))))));
    Term carriers = carriers("mbcs", blocks, reserved);
    Term large = carriers("sbcs", ListTerm.empty(), 0);
    Term instance =
        Tuple.of(Atom.of("instance"), IntegerTerm.of(0), ListTerm.of(List.of(carriers, large)));
    return Tuple.of(Atom.of(name), ListTerm.of(List.of(instance)));
  }

  /** Returns the size of blocks: now, at most since it was last asked for, and at most ever. */
  private static Term size(long bytes) {
    IntegerTerm size = IntegerTerm.of(bytes);
    return Tuple.of(Atom.of("size"), size, size, size);
  }

  private static Term carriers(String kind, Term blocks, long bytes) {
    IntegerTerm size = IntegerTerm.of(bytes);
    return Tuple.of(
        Atom.of(kind),
        ListTerm.of(
            List.of(
                Tuple.of(Atom.of("blocks"), blocks),
                Tuple.of(Atom.of("carriers_size"), size, size, size))));
  }

  /** Lets other calls run, if the current thread serves one. */
  static void pause() {
    PausableThread thread = PausableThread.current();
    if (thread != null) {
      thread.pause();
    }
  }

  private static Tuple item(String name, long value) {
    return Tuple.of(Atom.of(name), IntegerTerm.of(value));
  }

  /**
   * Returns about how many bytes all tables take. An estimate is kept for {@value #SHARE} times as
   * long as it took, so that callers who ask without end take a part of the time at most.
   */
  private long tableBytes() {
    Measured known = measured;
    long begin = System.nanoTime();
    if (known != null && known.endNanos() - begin > 0) {
      return known.bytes();
    }
    long bytes = measure();
    long now = System.nanoTime();
    measured = new Measured(bytes, now + SHARE * (now - begin));
    return bytes;
  }

  private long measure() {
    long bytes = 0;
    int measured = 0;
    List<TableFacts> all = space.facts();
    for (TableFacts facts : all.subList(0, Math.min(all.size(), MEASURED_TABLES))) {
      bytes += space.bytes(facts.id()).orElse(0);
      measured++;
      pause();
    }
    return measured == 0 ? 0 : (long) ((double) bytes / measured * all.size());
  }

  /** Returns the result of {@code erlang:memory(Item)}, for one item or a list of them. */
  Term memory(IncomingCall call) throws ErlangException {
    Term wanted = call.arguments().get(0);
    ListTerm all = memory();
    if (wanted instanceof ListTerm items && items.isProper()) {
      List<Term> found = new ArrayList<>();
      for (Term item : items.toList()) {
        found.add(Tuple.of(item, valueOf(all, item, call)));
      }
      return ListTerm.of(found);
    }
    return valueOf(all, wanted, call);
  }

  private static Term valueOf(ListTerm all, Term item, IncomingCall call) throws ErlangException {
    for (Term pair : all) {
      if (pair instanceof Tuple known && known.element(1).equals(item)) {
        return known.element(2);
      }
    }
    throw FunctionErrors.badarg(call);
  }

  /** Returns the result of {@code erlang:statistics(Item)}. */
  Term statistics(IncomingCall call) throws ErlangException {
    if (!(call.arguments().get(0) instanceof Atom item)) {
      throw FunctionErrors.badarg(call);
    }
    Term zero = IntegerTerm.of(0);
    return switch (item.name()) {
      case "wall_clock" -> {
        long now = uptimeMillis();
        yield pair(now, now - lastWallClock.getAndSet(now));
      }
      case "run_queue", "total_run_queue_lengths", "total_active_tasks" ->
          IntegerTerm.of(runQueue());
      case "io" -> inputAndOutput();
      case "reductions", "exact_reductions", "runtime" -> Tuple.of(zero, zero);
      case "context_switches" -> Tuple.of(zero, zero);
      case "garbage_collection" -> Tuple.of(zero, zero, zero);
      case "scheduler_wall_time", "scheduler_wall_time_all" -> schedulerWallTime();
      default -> throw FunctionErrors.badarg(call);
    };
  }

  /**
   * Returns the times of schedulers. There is one, which stands for all processors: of the time
   * that has gone by, it was busy for the share of the processors that this JVM had.
   */
  ListTerm schedulerWallTime() {
    long total = System.nanoTime() - startNanos;
    long processors = Runtime.getRuntime().availableProcessors();
    long busy = Math.min(Math.max(ProcessorTime.nanos() / processors, 0), total);
    return ListTerm.of(Tuple.of(IntegerTerm.of(1), IntegerTerm.of(busy), IntegerTerm.of(total)));
  }

  /** Returns the bytes of input and output, which are those of connections with other nodes. */
  Tuple inputAndOutput() {
    return Tuple.of(Tuple.of(Atom.of("input"), input()), Tuple.of(Atom.of("output"), output()));
  }

  IntegerTerm input() {
    return IntegerTerm.of(inputBytes.getAsLong());
  }

  IntegerTerm output() {
    return IntegerTerm.of(outputBytes.getAsLong());
  }

  private static Tuple pair(long first, long second) {
    return Tuple.of(IntegerTerm.of(first), IntegerTerm.of(second));
  }
}
