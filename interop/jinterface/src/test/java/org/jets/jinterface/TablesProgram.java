package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpEpmd;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpMbox;
import com.ericsson.otp.erlang.OtpNode;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.node.ErlangException;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * A program with jinterface whose mailbox {@code tables} serves tables. Its methods take and return
 * only types of the JDK, so that it can be loaded beside another jinterface.
 */
public final class TablesProgram implements Closeable {
  /** The name of the mailbox that serves. */
  public static final String TABLES = "tables";

  private final OtpNode node;
  private final OtpMbox calls;
  private final Owner owner = new TableSpace().newOwner();
  private final EtsMailboxServer server;

  /** Starts the program. */
  public TablesProgram(String name, String cookie, int epmdPort) throws IOException {
    OtpEpmd.useEpmdPort(epmdPort);
    node = new OtpNode(name, cookie);
    calls = node.createMbox();
    server = EtsMailboxServer.start(node.createMbox(TABLES), owner);
  }

  /** Calls <code>{Function, Arguments}</code> on a node, and returns the result or the error. */
  public String call(String other, String call) {
    Tuple functionAndArguments = (Tuple) TermParser.parse(call);
    try {
      return EtsMailboxClient.ofNode(calls, other)
          .call(
              Duration.ofSeconds(30),
              ((Atom) functionAndArguments.element(1)).name(),
              ((ListTerm) functionAndArguments.element(2)).toList().toArray(new Term[0]))
          .toString();
    } catch (ErlangException e) {
      return e.getMessage();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Sends a term in external format through jinterface's classes. */
  public static byte[] throughObjects(byte[] external) {
    OtpErlangObject object = JinterfaceTerms.toObject(ExternalTermFormat.decode(external));
    return ExternalTermFormat.encode(JinterfaceTerms.toTerm(object));
  }

  @Override
  public void close() {
    server.close();
    owner.close();
    node.close();
  }
}
