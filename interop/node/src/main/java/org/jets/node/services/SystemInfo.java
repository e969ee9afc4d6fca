package org.jets.node.services;

import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * The items of {@code erlang:system_info/1} that identify the node, and those that Erlang's {@code
 * observer} shows: no BEAM, but a JVM that follows OTP 29.
 */
final class SystemInfo {
  /** The release whose behaviour the services follow if releases differ. */
  private static final String OTP_RELEASE = "29";

  private static final int WORD_BYTES = 8;
  private static final Atom WORDSIZE = Atom.of("wordsize");

  private SystemInfo() {}

  /** Returns the item that is the argument of a call. */
  static Term of(IncomingCall call, RuntimeFacts facts) throws ErlangException {
    Term item = call.arguments().get(0);
    if (item instanceof Tuple pair && pair.arity() == 2 && pair.element(1) == WORDSIZE) {
      return IntegerTerm.of(WORD_BYTES);
    }
    if (!(item instanceof Atom name)) {
      throw FunctionErrors.badarg(call);
    }
    return of(call, name, facts);
  }

  /**
   * Returns an item.
   *
   * @param call in the error if there is no such item
   */
  static Term of(IncomingCall call, Atom item, RuntimeFacts facts) throws ErlangException {
    ProcessTable table = facts.table();
    int processors = Runtime.getRuntime().availableProcessors();
    return switch (item.name()) {
      case "otp_release" -> text(OTP_RELEASE);
      case "machine" -> text("JVM");
      case "system_version" ->
          text(
              "jets node on "
                  + property("java.vm.name")
                  + ' '
                  + property("java.vm.version")
                  + ", following OTP "
                  + OTP_RELEASE);
      case "version" -> text(property("java.version"));
      case "system_architecture" -> text(property("os.arch") + '-' + property("os.name"));
      case "creation" -> IntegerTerm.of(Integer.toUnsignedLong(table.creation()));
      case "schedulers",
          "schedulers_online",
          "logical_processors",
          "logical_processors_online",
          "logical_processors_available",
          "thread_pool_size" ->
          IntegerTerm.of(processors);
      case "process_count" -> IntegerTerm.of(table.size());
      case "atom_count" -> IntegerTerm.of(Atom.count());
      case "ets_count" -> IntegerTerm.of(facts.tableCount());
      case "ets_limit" -> IntegerTerm.of(facts.tableLimit());
      case "atom_limit", "process_limit", "port_limit" -> IntegerTerm.of(RuntimeFacts.NO_LIMIT);
      case "port_count", "dirty_cpu_schedulers", "dirty_io_schedulers" -> IntegerTerm.of(0);
      case "kernel_poll", "smp_support", "threads" -> Atom.TRUE;
      case "wordsize" -> IntegerTerm.of(WORD_BYTES);
      default -> throw FunctionErrors.badarg(call);
    };
  }

  private static Term text(String text) {
    return ListTerm.ofText(text);
  }

  private static String property(String name) {
    return System.getProperty(name, "?");
  }
}
