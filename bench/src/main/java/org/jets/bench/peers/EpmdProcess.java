package org.jets.bench.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;

/** An epmd for the nodes of one run, at a port that was free, and not the one of the machine. */
final class EpmdProcess implements AutoCloseable {
  private static final long SECONDS_TO_START = 10;
  private static final long POLL_MILLIS = 5;
  private static final String PATH_QUESTION =
      "io:format(\"~s/erts-~s/bin/epmd~n\", [code:root_dir(), erlang:system_info(version)]), halt().";

  private final Process process;
  private final int port;

  private EpmdProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts the one that belongs to the {@linkplain ErlangCommand Erlang}. */
  static EpmdProcess start() throws IOException, InterruptedException {
    int port = freePort();
    List<String> words = command();
    words.addAll(List.of("-port", Integer.toString(port)));
    // It complains of jinterface, which wants it to end a name's registration.
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("ERL_EPMD_ADDRESS", "127.0.0.1");
    Process process = builder.start();
    EpmdProcess epmd = new EpmdProcess(process, port);
    try {
      epmd.awaitListening();
      return epmd;
    } catch (IOException | InterruptedException e) {
      epmd.close();
      throw e;
    }
  }

  /** The words before {@code erl} lead to its file system, and there it has its epmd. */
  private static List<String> command() throws IOException {
    List<String> erlang = ErlangCommand.words();
    List<String> question = new ArrayList<>(erlang);
    question.addAll(List.of("-noshell", "-eval", PATH_QUESTION));
    List<String> words = new ArrayList<>(erlang.subList(0, erlang.size() - 1));
    try (LineProcess asked = LineProcess.start(new ProcessBuilder(question))) {
      words.add(asked.read());
    }
    return words;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitListening() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_START);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw new IOException("epmd does not start", e);
        }
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(SECONDS_TO_START, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
