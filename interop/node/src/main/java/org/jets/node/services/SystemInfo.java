package org.jets.node.services;

import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.process.ProcessTable;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;

/**
 * The items of {@code erlang:system_info/1} that identify the node: no BEAM, but a JVM that follows
 * OTP 29.
 */
final class SystemInfo {
  /** The release whose behaviour the services follow if releases differ. */
  private static final String OTP_RELEASE = "29";

  private static final int WORD_BYTES = 8;

  private SystemInfo() {}

  static Term of(IncomingCall call, ProcessTable table) throws ErlangException {
    if (!(call.arguments().get(0) instanceof Atom item)) {
      throw FunctionErrors.badarg(call);
    }
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
      case "schedulers", "schedulers_online", "logical_processors" -> IntegerTerm.of(processors);
      case "process_count" -> IntegerTerm.of(table.size());
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
