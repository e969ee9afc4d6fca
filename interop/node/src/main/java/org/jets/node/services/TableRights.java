package org.jets.node.services;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.jobs.JobPool;
import org.jets.node.jobs.JobThread;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The rights of callers to functions of {@code ets} and {@code jets}, and the audit of their calls.
 * No function has the name of one in the other module, so a name is enough.
 */
public final class TableRights {
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Atom EACCES = Atom.of("eacces");

  /** The functions that change nothing. A peer that may only read may call these alone. */
  static final Set<Atom> READING =
      atoms(
          "all",
          "explain",
          "first",
          "first_lookup",
          "foldl",
          "foldr",
          "fun2ms",
          "i",
          "indexes",
          "info",
          "is_compiled_ms",
          "last",
          "last_lookup",
          "lookup",
          "lookup_all",
          "lookup_element",
          "match",
          "match_object",
          "match_spec_compile",
          "match_spec_run",
          "match_spec_run_r",
          "member",
          "next",
          "next_lookup",
          "prev",
          "prev_lookup",
          "repair_continuation",
          "select",
          "select_count",
          "select_reverse",
          "slot",
          "subscribe",
          "tab2list",
          "tabfile_info",
          "table",
          "test_ms",
          "unsubscribe",
          "whereis");

  /** The functions that can let tables grow. */
  static final Set<Atom> GROWING =
      atoms(
          "new",
          "insert",
          "insert_new",
          "update_counter",
          "update_element",
          "select_replace",
          "file2tab",
          "compare_insert",
          "select_replace_returning",
          "add_index");

  /**
   * The functions whose answer grows with the table. They end early when memory is low. Functions
   * that remove or replace the objects of their answer do not: these objects would be lost.
   */
  static final Set<Atom> GATHERING =
      atoms("match", "match_object", "select", "select_reverse", "tab2list", "lookup_all");

  /** The functions that are audited; {@code delete} is too, with one argument. */
  private static final Set<Atom> AUDITED =
      atoms("new", "file2tab", "tab2file", "give_away", "rename");

  private static final Set<Atom> OUTCOMES = atoms("ok", "error");

  private static final Atom DELETE = Atom.of("delete");

  /** Changes nothing, but keeps changes in memory. */
  private static final Atom SUBSCRIBE = Atom.of("subscribe");

  private final BooleanSupplier isMemoryLow;
  private final Predicate<? super String> readOnlyPeers;
  private final AuditLog audit;
  private final RateLimitedLog log;

  /**
   * Creates the rights of all peers.
   *
   * @param isMemoryLow returns true if tables may not grow
   * @param readOnlyPeers the peers, by name, that may only read
   * @param audit told of tables that are made, dropped and passed on
   * @param log told of listeners that fail
   */
  public TableRights(
      BooleanSupplier isMemoryLow,
      Predicate<? super String> readOnlyPeers,
      AuditLog audit,
      RateLimitedLog log) {
    this.isMemoryLow = isMemoryLow;
    this.readOnlyPeers = readOnlyPeers;
    this.audit = audit;
    this.log = log;
  }

  /** Returns the log of listeners that fail. */
  RateLimitedLog log() {
    return log;
  }

  private static Set<Atom> atoms(String... names) {
    return Stream.of(names).map(Atom::of).collect(Collectors.toUnmodifiableSet());
  }

  boolean isMemoryLow() {
    return isMemoryLow.getAsBoolean();
  }

  /**
   * Checks that a call may be made.
   *
   * @throws ErlangException if not
   */
  void check(IncomingCall call) throws ErlangException {
    boolean takesMemory = GROWING.contains(call.function()) || call.function() == SUBSCRIBE;
    if (takesMemory && isMemoryLow.getAsBoolean()) {
      JobThread.refused(JobPool.HEAP_IS_HIGH, "below it, for a call that lets tables grow");
      throw ErlangException.error(SYSTEM_LIMIT);
    }
    if (!READING.contains(call.function()) && readOnlyPeers.test(peerOf(call).name())) {
      audit.denied(call.caller() + " " + call.function() + ": its node may only read");
      throw ErlangException.error(EACCES);
    }
  }

  /**
   * Returns the node of the caller. The caller can be a process of this node that runs a function
   * for another.
   */
  private static Atom peerOf(IncomingCall call) {
    Atom peer = JobThread.currentPeer();
    return peer == null ? call.caller().node() : peer;
  }

  /** Audits a call that has ended, if it has made, dropped, saved or passed on a table. */
  void made(Pid caller, Atom function, List<Term> arguments, Term result) {
    if (AUDITED.contains(function) || (function == DELETE && arguments.size() == 1)) {
      audit.add(caller + " " + function + " " + shown(arguments.get(0)) + ": " + shown(result));
    }
  }

  /** Audits that a table has passed to a process. */
  void passed(Pid receiver, Tuple message) {
    audit.add(receiver + " has table " + shown(message.element(2)) + " now");
  }

  /**
   * Returns the text of names and identifiers, also as the outcome of a call. The content of tables
   * is not logged, nor are the names of files.
   */
  private static String shown(Term term) {
    if (term instanceof Tuple outcome
        && outcome.arity() == 2
        && outcome.element(1) instanceof Atom kind
        && OUTCOMES.contains(kind)) {
      return "{" + kind + "," + shown(outcome.element(2)) + "}";
    }
    boolean isSmall = term instanceof Atom || term instanceof Reference;
    return isSmall ? term.toString() : "...";
  }
}
