package org.jets.bench.peers;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.node.ErlangNode;
import org.jets.node.Mailbox;
import org.jets.node.MailboxClosedException;
import org.jets.node.NodeOptions;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** The node that is measured as jets' own, in a JVM of its own; it ends with its standard input. */
final class JetsPeer {
  /** Kept, since the JDK forgets an unreachable logger, and its level. */
  private static final Logger JETS = Logger.getLogger("org.jets");

  private static final Atom ITEM = Atom.of("item");
  private static final Atom PING = Atom.of("ping");
  private static final Atom PONG = Atom.of("pong");
  private static final Atom COUNT = Atom.of("count");
  private static final Atom COUNTED = Atom.of("counted");
  private static final Atom SEND = Atom.of("send");
  private static final Atom SIZE = Atom.of("size");
  private static final Atom MAKE = Atom.of("make");
  private static final Atom MADE = Atom.of("made");
  private static final Atom BINARY = Atom.of("binary");

  private final Mailbox mailbox;
  private Binary binary = Binary.of("");
  private int items;

  private JetsPeer(Mailbox mailbox) {
    this.mailbox = mailbox;
  }

  /**
   * Takes the node's name and cookie, and how many keys its table is to have. The error output is
   * that of the benchmark, so only warnings are logged there, and no lines about connections.
   */
  public static void main(String[] args) throws IOException {
    JETS.setLevel(Level.WARNING);
    TableSpace space = new TableSpace();
    try (ErlangNode node =
            ErlangNode.start(
                args[0], NodeOptions.defaults().withCookie(args[1]).withTables(space));
        Owner owner = space.newOwner();
        Mailbox mailbox = node.newMailbox(PeerProcess.NAME)) {
      EtsTable table =
          owner.newTable(PeerProcess.NAME, TableOptions.set().withNamedTable().withPublicAccess());
      for (int key = 1; key <= Integer.parseInt(args[2]); key++) {
        table.insert(Tuple.of(IntegerTerm.of(key), IntegerTerm.of((long) key * key)));
      }
      JetsPeer peer = new JetsPeer(mailbox);
      Thread answering = new Thread(peer::answer, "answering");
      answering.setDaemon(true);
      answering.start();
      System.out.println(PeerProcess.READY);
      while (System.in.read() >= 0) {
        // Until the process that started this one is done.
      }
    }
  }

  private void answer() {
    try {
      while (true) {
        answer((Tuple) mailbox.receive());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (MailboxClosedException e) {
      // The node is being closed.
    }
  }

  private void answer(Tuple message) throws InterruptedException {
    Term tag = message.element(1);
    if (tag == ITEM) {
      items++;
    } else if (tag == PING) {
      mailbox.send((Pid) message.element(2), Tuple.of(PONG, message.element(3)));
    } else if (tag == COUNT) {
      mailbox.send((Pid) message.element(2), Tuple.of(COUNTED, IntegerTerm.of(items)));
      items = 0;
    } else if (tag == SEND) {
      sendItems((Pid) message.element(2), ((IntegerTerm) message.element(3)).intValue());
    } else if (tag == SIZE) {
      int bytes = ((Binary) message.element(3)).byteSize();
      mailbox.send((Pid) message.element(2), Tuple.of(SIZE, IntegerTerm.of(bytes)));
    } else if (tag == MAKE) {
      binary = Binary.of(pattern(((IntegerTerm) message.element(3)).intValue()));
      mailbox.send((Pid) message.element(2), Tuple.of(MADE, IntegerTerm.of(binary.byteSize())));
    } else if (tag == BINARY) {
      mailbox.send((Pid) message.element(2), Tuple.of(BINARY, binary));
    }
  }

  private void sendItems(Pid to, int count) throws InterruptedException {
    for (int left = count; left > 0; left--) {
      mailbox.send(to, Tuple.of(ITEM, IntegerTerm.of(left)));
    }
  }

  /** Returns so many bytes. */
  static byte[] pattern(int bytes) {
    byte[] pattern = new byte[bytes];
    Arrays.fill(pattern, (byte) 'x');
    return pattern;
  }

  /** Returns the arguments of {@link #main}. */
  static List<String> arguments(String name, String cookie, int keys) {
    return List.of(name, cookie, Integer.toString(keys));
  }
}
