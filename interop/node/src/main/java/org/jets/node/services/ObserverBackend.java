package org.jets.node.services;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jets.ets.Access;
import org.jets.ets.TableSpace;
import org.jets.ets.observe.TableFacts;
import org.jets.node.ErlangException;
import org.jets.node.ExposedModule;
import org.jets.node.IncomingCall;
import org.jets.node.process.LocalProcess;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@code observer_backend} that Erlang's {@code observer} and {@code etop} call on
 * the node that they show: the system page, the list of tables, the view of a table, and the list
 * of processes. The node has no ports, sockets or schedulers to show.
 *
 * <p><b>Bounds.</b> Lists have at most {@value #MOST_TABLES} tables and {@value #MOST_PROCESSES}
 * processes. A list of tables is kept for ten times as long as it took to make. The view of a table
 * has at most {@value #MOST_OBJECTS} objects, and about 16 MiB of them by the size of the first
 * ones, in chunks. Messages go only to processes of the caller's node. A view is read by the module
 * {@code ets} as the caller's own calls are, with its rights, and ends early if the caller's node
 * is behind with reading.
 */
public final class ObserverBackend {
  private static final int MOST_TABLES = 10_000;
  private static final int MOST_PROCESSES = 10_000;
  private static final int MOST_OBJECTS = 10_000;
  private static final int MOST_BYTES = 16 << 20;
  private static final int CHUNK = 200;
  private static final int CHUNK_BYTES = 256 << 10;
  private static final int WORD_BYTES = 8;

  /** Erlang's limit of what waits to be sent to a node. */
  private static final int BUSY_BYTES = 1 << 20;

  /** The version of {@code runtime_tools} whose functions these are. */
  private static final String VERSION = "1.19";

  private static final Atom ETS = Atom.of("ets");
  private static final Atom IGNORE = Atom.of("ignore");
  private static final Atom NONE = Atom.of("none");
  private static final Atom END_OF_TABLE = Atom.of("$end_of_table");
  private static final Atom WHOLE = Atom.of("$1");
  private static final Atom MATCH = Atom.of("match");
  private static final Atom UNREAD_HIDDEN = Atom.of("unread_hidden");
  private static final Tuple PROCESS = Tuple.of(Atom.of("jets"), Atom.of("process"), number(0));

  private static final List<String> SYSTEM_ITEMS =
      List.of(
          "logical_processors",
          "logical_processors_online",
          "logical_processors_available",
          "schedulers",
          "schedulers_online",
          "otp_release",
          "version",
          "system_architecture",
          "kernel_poll",
          "smp_support",
          "threads",
          "thread_pool_size",
          "atom_limit",
          "atom_count",
          "process_limit",
          "process_count",
          "port_limit",
          "port_count",
          "ets_limit",
          "ets_count");

  private final RuntimeFacts facts;
  private final Processes processes;
  private final ModuleTable modules;

  /** The last list of tables that are not private; null before the first. */
  private final AtomicReference<@Nullable Listed> listed = new AtomicReference<>();

  /** The last list of all tables. */
  private final AtomicReference<@Nullable Listed> listedWithPrivate = new AtomicReference<>();

  /** A list of tables, and the time until which it is good enough. */
  private record Listed(ListTerm tables, long endNanos) {}

  private ObserverBackend(RuntimeFacts facts, Processes processes, ModuleTable modules) {
    this.facts = facts;
    this.processes = processes;
    this.modules = modules;
  }

  /**
   * Creates the module.
   *
   * @param modules has the module {@code ets}, which may be a program's
   */
  public static ExposedModule of(RuntimeFacts facts, Processes processes, ModuleTable modules) {
    ObserverBackend backend = new ObserverBackend(facts, processes, modules);
    return new FunctionTable()
        .with("vsn", 0, call -> Tuple.of(Atom.OK, ListTerm.ofText(VERSION)))
        .with("sys_info", 0, backend::systemInfo)
        .with("get_table_list", 2, backend::tables)
        .with("get_table", 3, backend::table)
        .with("get_port_list", 0, call -> ListTerm.empty())
        .with("get_socket_list", 0, call -> ListTerm.empty())
        .with("socket_info", 0, call -> socketInfo())
        .with("procs_info", 1, backend::processes)
        .with("etop_collect", 1, backend::etop);
  }

  /**
   * Creates the module {@code appmon_info}, which {@code observer} asks for a process that tells of
   * applications. The node has none: the pid is that of no process, and no message comes.
   */
  public static ExposedModule applications(Processes processes) {
    return new FunctionTable()
        .with("start_link2", 3, call -> Tuple.of(Atom.OK, processes.newPid()));
  }

  private static IntegerTerm number(long value) {
    return IntegerTerm.of(value);
  }

  private static Tuple item(String name, Term value) {
    return Tuple.of(Atom.of(name), value);
  }

  private Term systemInfo(IncomingCall call) throws ErlangException {
    List<Term> items = new ArrayList<>();
    items.add(item("uptime", number(RuntimeFacts.uptimeMillis())));
    items.add(item("run_queue", number(facts.runQueue())));
    items.add(item("io_input", facts.input()));
    items.add(item("io_output", facts.output()));
    for (String name : SYSTEM_ITEMS) {
      items.add(item(name, SystemInfo.of(call, Atom.of(name), facts)));
    }
    items.add(item("schedulers_available", SystemInfo.of(call, Atom.of("schedulers"), facts)));
    items.add(item("wordsize_internal", number(WORD_BYTES)));
    items.add(item("wordsize_external", number(WORD_BYTES)));
    items.add(item("alloc_info", RuntimeFacts.allocators()));
    items.add(item("dist_buf_busy_limit", number(BUSY_BYTES)));
    facts.memory().forEach(items::add);
    return ListTerm.of(items);
  }

  private static Term socketInfo() {
    return ListTerm.of(item("iov_max", number(0)), item("num_monitors", number(0)));
  }

  /** Returns the tables, for the kind {@code ets}. */
  private Term tables(IncomingCall call) throws ErlangException {
    if (!(call.arguments().get(1) instanceof ListTerm options) || !options.isProper()) {
      throw FunctionErrors.badarg(call);
    }
    if (call.arguments().get(0) != ETS) {
      String text = "Mnesia is not running on: " + facts.table().node().name();
      throw ErlangException.thrown(Tuple.of(Atom.ERROR, ListTerm.ofText(text)));
    }
    boolean hidesPrivate = !options.toList().contains(Tuple.of(UNREAD_HIDDEN, Atom.FALSE));
    AtomicReference<@Nullable Listed> last = hidesPrivate ? listed : listedWithPrivate;
    Listed known = last.get();
    long begin = System.nanoTime();
    if (known != null && known.endNanos() - begin > 0) {
      return known.tables();
    }
    ListTerm tables = list(hidesPrivate);
    long now = System.nanoTime();
    last.set(new Listed(tables, now + RuntimeFacts.SHARE * (now - begin)));
    return tables;
  }

  private ListTerm list(boolean hidesPrivate) {
    List<Term> tables = new ArrayList<>();
    for (TableFacts table : facts.space().facts()) {
      boolean isShown = !hidesPrivate || table.protection() != Access.PRIVATE;
      if (isShown && tables.size() < MOST_TABLES) {
        tables.add(describe(table));
        RuntimeFacts.pause();
      }
    }
    return ListTerm.of(tables);
  }

  private Term describe(TableFacts table) {
    Atom registered = nameOf(table.owner());
    Pid heir = table.heirPid();
    return ListTerm.of(
        item("name", table.name()),
        item("id", table.isNamed() ? IGNORE : table.id()),
        item("protection", table.protection().term()),
        item("owner", table.owner()),
        item("size", number(table.size())),
        item("reg_name", registered == null ? IGNORE : registered),
        item("type", table.type().term()),
        item("keypos", number(table.keypos())),
        item("heir", heir == null ? NONE : heir),
        item("memory", number(facts.space().bytes(table.id()).orElse(0))),
        item("compressed", Atom.FALSE),
        item("fixed", Atom.of(table.fixation() != null)));
  }

  private @Nullable Atom nameOf(Pid pid) {
    LocalProcess process = facts.table().find(pid);
    return process == null ? null : process.registeredName();
  }

  /** Checks that messages go to the node that asks for them. */
  private Pid receiver(IncomingCall call) throws ErlangException {
    if (!(call.arguments().get(0) instanceof Pid receiver)
        || receiver.node() != processes.nodeServedBy(call.caller())) {
      throw FunctionErrors.badarg(call);
    }
    return receiver;
  }

  /**
   * Sends the objects of a table in chunks, and returns the pid from which they come. The receiver
   * selects them by the pid, once it has it.
   */
  private Term table(IncomingCall call) throws ErlangException, InterruptedException {
    Pid receiver = receiver(call);
    Term table = call.arguments().get(1);
    if (call.arguments().get(2) != ETS) {
      throw FunctionErrors.badarg(call);
    }
    Pid sender = processes.newPid();
    long each = Math.max(bytesOfEach(table), 1);
    long most = Math.max(Math.min(MOST_OBJECTS, MOST_BYTES / each), 1);
    long chunkSize = Math.max(Math.min(CHUNK, CHUNK_BYTES / each), 1);
    long sent = 0;
    try {
      Term chunk = match(call.caller(), table, WHOLE, number(chunkSize));
      while (chunk instanceof Tuple found && found.arity() == 2 && sent < most) {
        Tuple message = Tuple.of(sender, found.element(1));
        if (!processes.awaitRoom(receiver, message)) {
          break;
        }
        sent += chunkSize;
        processes.send(receiver, message);
        RuntimeFacts.pause();
        chunk = match(call.caller(), found.element(2));
      }
    } catch (ErlangException e) {
      // The table has been deleted, or the caller may not read it: it ends here for the receiver.
    }
    processes.send(receiver, Tuple.of(sender, END_OF_TABLE));
    return sender;
  }

  /** Returns about how many bytes of the heap an object of a table takes. */
  private long bytesOfEach(Term table) {
    TableSpace space = facts.space();
    Reference id =
        table instanceof Atom name
            ? space.whereis(name).orElse(null)
            : table instanceof Reference reference ? reference : null;
    return id == null
        ? 0
        : space
            .facts(id)
            .map(known -> space.bytes(id).orElse(0) / Math.max(known.size(), 1))
            .orElse(0L);
  }

  private Term match(Pid caller, Term... arguments) throws ErlangException, InterruptedException {
    return modules.call(new IncomingCall(caller, ETS, MATCH, List.of(arguments)));
  }

  private Term processes(IncomingCall call) throws ErlangException {
    Pid receiver = receiver(call);
    processes.send(receiver, Tuple.of(Atom.of("procs_info"), call.caller(), processList()));
    return Atom.OK;
  }

  private Term etop(IncomingCall call) throws ErlangException {
    Pid receiver = receiver(call);
    ListTerm all = processList();
    processes.send(receiver, Tuple.of(call.caller(), etopInfo(all)));
    return Atom.OK;
  }

  /** Returns the record {@code etop_info}. */
  private Tuple etopInfo(ListTerm all) {
    Instant now = Instant.now();
    long seconds = now.getEpochSecond();
    return Tuple.of(
        Atom.of("etop_info"),
        Tuple.of(
            number(seconds / 1_000_000),
            number(seconds % 1_000_000),
            number(now.getNano() / 1_000)),
        number(facts.table().size()),
        Atom.UNDEFINED,
        facts.schedulerWallTime(),
        number(facts.runQueue()),
        ListTerm.empty(),
        facts.memory(),
        all);
  }

  /** Returns the processes as records {@code etop_proc_info}. */
  private ListTerm processList() {
    List<Term> all = new ArrayList<>();
    for (LocalProcess process : facts.table().processes()) {
      if (all.size() < MOST_PROCESSES) {
        Atom name = process.registeredName();
        all.add(
            Tuple.of(
                Atom.of("etop_proc_info"),
                process.pid(),
                number(0),
                number(0),
                name == null ? PROCESS : name,
                number(0),
                PROCESS,
                number(0)));
      }
    }
    return ListTerm.of(all);
  }
}
