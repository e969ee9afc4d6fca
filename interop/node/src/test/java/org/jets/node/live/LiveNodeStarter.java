package org.jets.node.live;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jets.testkit.ErlangProgram;

/**
 * Settings of a {@link LiveNode} to be started. Each method except {@link #start} changes one
 * setting, and returns this.
 */
public final class LiveNodeStarter {
  private static final String PROGRAM = "jets_live.erl";

  private final List<String> command;
  private final int release;
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();
  private String name = Loopback.uniqueName("erl") + "@" + Loopback.HOST;
  private String cookie = Loopback.uniqueCookie();
  private String address = "{127,0,0,1}";
  private int schedulers = 1;

  LiveNodeStarter(List<String> command, int release, Epmd epmd) {
    this.command = command;
    this.release = release;
    epmd(epmd);
  }

  /** Sets the epmd by which the node finds others and is found. */
  public LiveNodeStarter epmd(Epmd epmd) {
    environment.put("ERL_EPMD_PORT", Integer.toString(epmd.port()));
    return this;
  }

  /**
   * Turns epmd off. The node listens on a port and expects all other nodes on the same port, at
   * other addresses. (All of 127.0.0.0/8 is the loopback.)
   */
  public LiveNodeStarter withoutEpmd(int port) throws IOException {
    // A port without a listener: a node that an epmd finds would prove nothing.
    environment.put("ERL_EPMD_PORT", Integer.toString(Loopback.freePort()));
    return arguments("-erl_epmd_port", Integer.toString(port))
        .arguments("-kernel", "inet_dist_listen_min", Integer.toString(port))
        .arguments("-kernel", "inet_dist_listen_max", Integer.toString(port));
  }

  /** Sets the node's whole name; by default it is unique. */
  public LiveNodeStarter name(String fullName) {
    name = fullName;
    return this;
  }

  /** Sets the node's cookie; by default it is unique. */
  public LiveNodeStarter cookie(String secret) {
    cookie = secret;
    return this;
  }

  /** Makes the node hidden, as a node in Java is; by default it is visible. */
  public LiveNodeStarter hidden() {
    return arguments("-hidden");
  }

  /** Makes the node use IPv6, with a name that has the loopback address of IPv6. */
  public LiveNodeStarter ipv6() {
    name = Loopback.uniqueName("erl") + "@::1";
    address = "{0,0,0,0,0,0,0,1}";
    return arguments("-proto_dist", "inet6_tcp");
  }

  /**
   * Makes the node use TLS.
   *
   * @param optionsFile a file for {@code -ssl_dist_optfile}, which the node has to be able to read
   */
  public LiveNodeStarter tls(String optionsFile) {
    return arguments("-proto_dist", "inet_tls", "-ssl_dist_optfile", optionsFile);
  }

  /** Sets how many threads run Erlang; by default one. */
  public LiveNodeStarter schedulers(int count) {
    schedulers = count;
    return this;
  }

  /** Adds arguments of {@code erl}. */
  public LiveNodeStarter arguments(String... more) {
    arguments.addAll(Arrays.asList(more));
    return this;
  }

  /**
   * Starts the node.
   *
   * @throws IOException if the command cannot be started
   * @throws AssertionError if the process does not become a node; the message has its output
   */
  public LiveNode start() throws IOException {
    try (ServerSocket server = new ServerSocket()) {
      server.bind(Loopback.address(0));
      ProcessBuilder builder = new ProcessBuilder(words(server.getLocalPort()));
      // Evaluated expressions may print.
      builder.redirectErrorStream(true);
      builder.environment().put("ERL_CRASH_DUMP_SECONDS", "0");
      builder.environment().putAll(environment);
      return LiveNode.start(
          new LiveNode.Identity(name, cookie, release),
          builder,
          server,
          ErlangProgram.source(LiveNode.class, PROGRAM));
    }
  }

  private List<String> words(int port) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(isLong(name) ? "-name" : "-sname", name, "-setcookie", cookie));
    words.addAll(List.of("-start_epmd", "false", "-noinput", "-boot", "no_dot_erlang"));
    words.addAll(List.of("-kernel", "inet_dist_use_interface", address));
    words.addAll(List.of("+S", schedulers + ":" + schedulers, "+sbwt", "none"));
    words.addAll(arguments);
    words.addAll(List.of("-eval", starter(port)));
    return words;
  }

  private static boolean isLong(String name) {
    return name.indexOf('.') >= 0 || name.indexOf(':') >= 0;
  }

  /** Returns code that connects to this JVM, receives the program and lets it serve. */
  private static String starter(int port) {
    return "{ok, S} = gen_tcp:connect({127,0,0,1}, "
        + port
        + ", [binary, {packet, 4}, {active, true}, {nodelay, true}]),"
        + " receive {tcp, S, Source} -> ok end,"
        + ErlangProgram.LOADER
        + " P = spawn(fun() -> receive go -> M:serve(S) end end),"
        + " ok = gen_tcp:controlling_process(S, P), P ! go.";
  }
}
