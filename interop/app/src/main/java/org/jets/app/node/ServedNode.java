package org.jets.app.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jets.app.CommandLines;
import org.jets.app.UsageException;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableLogException;
import org.jets.ets.TableSpace;
import org.jets.ets.log.LogReport;
import org.jets.ets.log.TableLog;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** A node whose tables belong to the program. It serves them until the JVM is told to end. */
public final class ServedNode implements AutoCloseable {
  private static final String SHELL_LINES =
      """
      To try it from %s:
        T = erpc:call('%s', ets, new, [t, [ordered_set, public]]).
        erpc:call('%2$s', ets, insert, [T, [{K, K*K} || K <- lists:seq(1,1000)]]).
        rpc:call('%2$s', ets, select, [T, ets:fun2ms(fun({K,V}) when K > 10, K < 14 -> V end)]).
      """;

  private static final int FAILURE = 1;

  /** The limit of time for closing, which takes longer only if a call does not return. */
  private static final Duration CLOSE_BOUND = Duration.ofSeconds(10);

  /** Allocated in advance, and written without a buffer: a full heap has no room for either. */
  private static final byte[] HEAP_IS_FULL = line("the heap is full");

  private static final FileOutputStream ERRORS = new FileOutputStream(FileDescriptor.err);

  /** The same if tables are saved before the end. */
  private static final Duration SAVE_BOUND = Duration.ofMinutes(10);

  private final ErlangNode node;
  private final Owner owner;

  /** Saved when the node is closed; null for none. */
  private volatile @Nullable SavedTables saved;

  private ServedNode(ErlangNode node, Owner owner) {
    this.node = node;
    this.owner = owner;
  }

  /**
   * Starts a node.
   *
   * @param cookie null for the one in the options, or else the user's
   * @throws IOException if other nodes cannot reach it, or there is no cookie
   * @throws UsageException if the name or the cookie is malformed
   */
  public static ServedNode start(String name, @Nullable String cookie, NodeOptions options)
      throws IOException, UsageException {
    TableSpace space = new TableSpace();
    try {
      NodeOptions shared = cookie == null ? options : options.withCookie(cookie);
      ErlangNode node =
          ErlangNode.start(name, shared.withTables(space).withFailureListener(ServedNode::fail));
      return new ServedNode(node, space.newOwner());
    } catch (TableLogException e) {
      throw new IOException("--data: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new UsageException(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  /** Ends the JVM at once, with a message. It must not depend on memory. */
  private static void fail(String message) {
    try {
      print(bytesOf(message));
    } finally {
      Runtime.getRuntime().halt(FAILURE);
    }
  }

  private static byte[] bytesOf(String message) {
    try {
      return line(message);
    } catch (OutOfMemoryError e) {
      return HEAP_IS_FULL;
    }
  }

  /** Returns a line of the command's messages. */
  static byte[] line(String message) {
    return ("jets: node: " + CommandLines.oneLine(message) + System.lineSeparator())
        .getBytes(UTF_8);
  }

  private static void print(byte[] line) {
    try {
      ERRORS.write(line);
    } catch (IOException e) {
      // The error stream has failed, so this cannot be reported.
    }
  }

  /** Returns the node. */
  ErlangNode node() {
    return node;
  }

  /** Returns lines about the durable tables that are there, and about what their logs have lost. */
  List<String> data() {
    List<String> lines = new ArrayList<>();
    int tables = 0;
    for (Term name : owner.space().all()) {
      Optional<TableLog> log = logOf(name);
      tables += log.isPresent() ? 1 : 0;
      log.map(each -> each.recovered().cut())
          .ifPresent(cut -> lines.add("--data: the table " + name + ": " + textOf(cut)));
    }
    if (tables > 0) {
      lines.add(0, "--data: durable tables: " + tables);
    }
    return lines;
  }

  private Optional<TableLog> logOf(Term name) {
    try {
      return owner.open(name).log();
    } catch (NoSuchTableException e) {
      return Optional.empty(); // Another node has just deleted it.
    }
  }

  private static String textOf(LogReport.Cut cut) {
    return cut.file()
        + ", byte "
        + cut.position()
        + ": "
        + cut.cause()
        + "; the last "
        + cut.bytes()
        + " bytes are left out";
  }

  /** Returns the owner of the tables that the program creates. */
  public Owner owner() {
    return owner;
  }

  /**
   * Prints that the node is ready and how to try it, and waits. When the JVM is told to end, by
   * SIGTERM or from its terminal, it closes the node and ends the JVM with status 0.
   */
  public void serve(PrintStream out) throws InterruptedException {
    serve(out, true);
  }

  /**
   * Serves as the other method does. Prints how to try it from a shell only if the name is enough
   * to find the node.
   */
  void serve(PrintStream out, boolean isFoundByName) throws InterruptedException {
    NodeLogManager.keepHandlers();
    Duration bound = saved == null ? CLOSE_BOUND : SAVE_BOUND;
    Ending ending = new Ending(this, bound, ServedNode::print, Runtime.getRuntime()::halt);
    Runtime.getRuntime().addShutdownHook(new Thread(ending::run, "jets-node-end"));
    out.println("jets node " + node.name() + " ready");
    if (isFoundByName) {
      out.print(shellLines(node.name()));
    }
    out.flush();
    new CountDownLatch(1).await();
  }

  /** Returns the lines to type into an Erlang shell. */
  static String shellLines(String name) {
    String host = name.substring(name.indexOf('@') + 1);
    boolean isLong = host.indexOf('.') >= 0 || host.indexOf(':') >= 0;
    String shell =
        (isLong ? "erl -name shell@" : "erl -sname shell@") + host + " -setcookie COOKIE";
    return SHELL_LINES.formatted(shell, name);
  }

  /** Makes {@link #close} save tables. */
  void saveAtEnd(SavedTables tables) {
    saved = tables;
  }

  /**
   * Closes the node, saves tables if they are to be saved, and ends the tables.
   *
   * @throws IOException if a table cannot be saved. All has been closed nevertheless
   */
  @Override
  public void close() throws IOException {
    SavedTables tables = saved;
    if (tables == null) {
      closeAll();
      return;
    }
    saved = null;
    try (owner) {
      try {
        node.close();
      } finally {
        tables.save();
      }
    }
  }

  private void closeAll() {
    try {
      owner.close();
    } finally {
      node.close();
    }
  }
}
