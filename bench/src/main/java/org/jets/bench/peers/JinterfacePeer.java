package org.jets.bench.peers;

import com.ericsson.otp.erlang.OtpErlangAtom;
import com.ericsson.otp.erlang.OtpErlangBinary;
import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangExit;
import com.ericsson.otp.erlang.OtpErlangInt;
import com.ericsson.otp.erlang.OtpErlangLong;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangRangeException;
import com.ericsson.otp.erlang.OtpErlangTuple;
import com.ericsson.otp.erlang.OtpMbox;
import com.ericsson.otp.erlang.OtpNode;
import java.io.IOException;

/**
 * The node that is measured as jinterface's, in a JVM of its own, with the {@code OtpErlang.jar}
 * that comes with Erlang; it ends with its standard input.
 */
final class JinterfacePeer {
  private static final OtpErlangAtom PONG = new OtpErlangAtom("pong");
  private static final OtpErlangAtom ITEM = new OtpErlangAtom("item");
  private static final OtpErlangAtom COUNTED = new OtpErlangAtom("counted");
  private static final OtpErlangAtom SIZE = new OtpErlangAtom("size");
  private static final OtpErlangAtom MADE = new OtpErlangAtom("made");
  private static final OtpErlangAtom BINARY = new OtpErlangAtom("binary");

  private final OtpMbox mailbox;
  private OtpErlangBinary binary = new OtpErlangBinary(new byte[0]);
  private int items;

  private JinterfacePeer(OtpMbox mailbox) {
    this.mailbox = mailbox;
  }

  /** Takes the node's name and cookie. */
  public static void main(String[] args) throws IOException {
    OtpNode node = new OtpNode(args[0], args[1]);
    JinterfacePeer peer = new JinterfacePeer(node.createMbox(PeerProcess.NAME));
    Thread answering = new Thread(peer::answer, "answering");
    answering.setDaemon(true);
    answering.start();
    System.out.println(PeerProcess.READY);
    while (System.in.read() >= 0) {
      // Until the process that started this one is done.
    }
    node.close();
    // Threads of jinterface may be left.
    System.exit(0);
  }

  private void answer() {
    try {
      while (true) {
        answer((OtpErlangTuple) mailbox.receive());
      }
    } catch (OtpErlangExit | OtpErlangDecodeException | OtpErlangRangeException e) {
      throw new IllegalStateException(e);
    }
  }

  private void answer(OtpErlangTuple message) throws OtpErlangRangeException {
    String tag = ((OtpErlangAtom) message.elementAt(0)).atomValue();
    switch (tag) {
      case "item" -> items++;
      case "ping" -> reply(message, PONG, message.elementAt(2));
      case "count" -> {
        reply(message, COUNTED, new OtpErlangInt(items));
        items = 0;
      }
      case "send" -> sendItems((OtpErlangPid) message.elementAt(1), intAt(message, 2));
      case "size" -> {
        int bytes = ((OtpErlangBinary) message.elementAt(2)).size();
        reply(message, SIZE, new OtpErlangInt(bytes));
      }
      case "make" -> {
        binary = new OtpErlangBinary(JetsPeer.pattern(intAt(message, 2)));
        reply(message, MADE, new OtpErlangInt(binary.size()));
      }
      case "binary" -> reply(message, BINARY, binary);
      default -> throw new IllegalStateException("a message " + tag);
    }
  }

  private void reply(OtpErlangTuple message, OtpErlangAtom tag, OtpErlangObject value) {
    mailbox.send((OtpErlangPid) message.elementAt(1), tuple(tag, value));
  }

  private void sendItems(OtpErlangPid to, int count) {
    for (int left = count; left > 0; left--) {
      mailbox.send(to, tuple(ITEM, new OtpErlangInt(left)));
    }
  }

  private static OtpErlangTuple tuple(OtpErlangObject tag, OtpErlangObject value) {
    return new OtpErlangTuple(new OtpErlangObject[] {tag, value});
  }

  private static int intAt(OtpErlangTuple message, int index) throws OtpErlangRangeException {
    return ((OtpErlangLong) message.elementAt(index)).intValue();
  }
}
