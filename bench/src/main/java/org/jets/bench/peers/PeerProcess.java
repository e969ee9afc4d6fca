package org.jets.bench.peers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;

/** Starts the nodes, each in a process of its own, which ends with its standard input. */
final class PeerProcess {
  /** The process and the table that each node has. */
  static final String NAME = "bench";

  /** The line with which a JVM says that its node can be connected with. */
  static final String READY = "ready";

  /** Enough for the keys that the driver looks up. */
  private static final int KEYS = 1000;

  private static final String PROGRAM = "jets_peers.erl";

  private final EpmdProcess epmd;
  private final String cookie;
  private final List<String> jvmFlags;

  PeerProcess(EpmdProcess epmd, String cookie, List<String> jvmFlags) {
    this.epmd = epmd;
    this.cookie = cookie;
    this.jvmFlags = List.copyOf(jvmFlags);
  }

  /** Starts a node in Java; the first entries of the class path come before this JVM's. */
  LineProcess startJvm(Class<?> program, Peer peer, List<Path> firstOnClassPath)
      throws IOException {
    List<String> classPath = new ArrayList<>();
    firstOnClassPath.forEach(path -> classPath.add(path.toString()));
    classPath.add(System.getProperty("java.class.path"));
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(jvmFlags);
    words.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
    words.add(program.getName());
    words.addAll(JetsPeer.arguments(peer.nodeName(), cookie, KEYS));
    LineProcess process = start(words);
    String said = process.read();
    if (!said.equals(READY)) {
      process.close();
      throw new IOException(peer.title() + ": " + said + " (expected: " + READY + ")");
    }
    return process;
  }

  /** Starts an Erlang node that is measured. */
  LineProcess startErlang() throws IOException {
    LineProcess process = startErlang(Peer.ERLANG.nodeName());
    process.ask("offer " + KEYS);
    return process;
  }

  /** Starts the Erlang node that measures. */
  LineProcess startDriver() throws IOException {
    return startErlang("driver@127.0.0.1");
  }

  private LineProcess startErlang(String name) throws IOException {
    List<String> options =
        List.of(
            "-name",
            name,
            "-setcookie",
            cookie,
            "-start_epmd",
            "false",
            "-kernel",
            "inet_dist_use_interface",
            "{127,0,0,1}");
    return start(ErlangCommand.running(PeerProcess.class, PROGRAM, options));
  }

  private LineProcess start(List<String> words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().put("ERL_EPMD_PORT", Integer.toString(epmd.port()));
    return LineProcess.start(builder);
  }
}
