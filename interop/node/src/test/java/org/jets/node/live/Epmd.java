package org.jets.node.live;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.testkit.ErlangProcess;

/** An epmd of the tests, in the foreground, on another port than the usual one. */
public final class Epmd implements AutoCloseable {
  private static final Duration START_BOUND = Duration.ofSeconds(30);
  private static final int ATTEMPTS = 5;
  private static final int POLL_MILLIS = 10;

  private static final int ALIVE2_REQ = 120;
  private static final int HIDDEN_NODE = 72;
  private static final int VERSION = 6;
  private static final int FIXED_BYTES = 13;

  private final List<String> command;
  private final int port;
  private ErlangProcess process;

  private Epmd(List<String> command, int port, ErlangProcess process) {
    this.command = command;
    this.port = port;
    this.process = process;
  }

  /** Starts the epmd that belongs to an Erlang, on a free port. */
  public static Epmd start(ErlangOracle erlang) throws IOException {
    List<String> command = commandOf(erlang);
    for (int attempt = 1; ; attempt++) {
      int port = Loopback.freePort();
      try {
        return new Epmd(command, port, startProcess(command, port));
      } catch (IOException e) {
        // Another process may have taken the port.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Returns the command. The words before {@code erl} lead to its file system, in which the
   * emulator has its epmd.
   */
  private static List<String> commandOf(ErlangOracle erlang) {
    String question =
        "unicode:characters_to_list(["
            + "code:root_dir(), \"/erts-\", erlang:system_info(version), \"/bin/epmd\"])";
    Term path =
        ExternalTermFormat.decode(
            erlang.ask("eval", List.of(question.getBytes(StandardCharsets.UTF_8))).get(0).bytes());
    List<String> words = erlang.command();
    List<String> command = new ArrayList<>(words.subList(0, words.size() - 1));
    command.add(((ListTerm) path).toText().orElseThrow());
    return List.copyOf(command);
  }

  private static ErlangProcess startProcess(List<String> command, int port) throws IOException {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("-port", Integer.toString(port)));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("ERL_EPMD_ADDRESS", Loopback.HOST);
    ErlangProcess process = ErlangProcess.start(builder);
    try {
      awaitListening(process, port);
      return process;
    } catch (IOException e) {
      process.close();
      throw new IOException(String.join(" ", words) + ": " + process.output(), e);
    }
  }

  private static void awaitListening(ErlangProcess process, int port) throws IOException {
    long deadline = System.nanoTime() + START_BOUND.toNanos();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(Loopback.address(port));
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Returns the port, for {@code ERL_EPMD_PORT}. */
  public int port() {
    return port;
  }

  /**
   * Registers a name for a port, such as that of a {@link FaultProxy}, until the result is closed.
   *
   * @param name of a node, without its host
   * @throws IOException if the name is taken
   */
  public Closeable register(String name, int nodePort) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(Loopback.address(port));
      byte[] nameBytes = name.getBytes(StandardCharsets.US_ASCII);
      DataOutputStream request = new DataOutputStream(socket.getOutputStream());
      request.writeShort(FIXED_BYTES + nameBytes.length);
      request.writeByte(ALIVE2_REQ);
      request.writeShort(nodePort);
      request.writeByte(HIDDEN_NODE);
      request.writeByte(0);
      request.writeShort(VERSION);
      request.writeShort(VERSION);
      request.writeShort(nameBytes.length);
      request.write(nameBytes);
      request.writeShort(0);
      request.flush();
      DataInputStream response = new DataInputStream(socket.getInputStream());
      response.readByte();
      int result = response.readUnsignedByte();
      if (result != 0) {
        throw new IOException("epmd does not register " + name + ": " + result);
      }
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Ends epmd, which ends the registrations of its nodes. */
  public void stop() {
    process.close();
  }

  /** Starts epmd again, on the same port. */
  public void restart() throws IOException {
    process.close();
    process = startProcess(command, port);
  }

  @Override
  public void close() {
    process.close();
  }
}
