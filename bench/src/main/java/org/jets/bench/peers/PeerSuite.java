package org.jets.bench.peers;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Configuration;
import org.jets.bench.harness.ErlangCommand;
import org.jets.bench.harness.LineProcess;
import org.jets.bench.harness.UsageException;

/**
 * {@code ./jets bench node}: a node of jets beside one of jinterface and one of Erlang, each in a
 * process of its own, as an Erlang node sees them through the loopback. In each round the nodes
 * take turns at each workload, each round with another one first: what the driver's node has just
 * done for one, it does with less effort for the next. All that is started here ends with it.
 */
public final class PeerSuite implements AutoCloseable {
  /** What the suite is called on the command line. */
  public static final String TITLE = "node";

  /** What it is, for the list of suites. */
  public static final String DESCRIPTION =
      "a node beside jinterface's and Erlang's own, through the loopback; about 4 minutes";

  /** As the other suites have them; both JVMs get the same. */
  private static final List<String> JVM_FLAGS =
      List.of("-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch", "-XX:+UseParallelGC");

  private static final int COOKIE_BITS = 128;
  private static final String NO_JINTERFACE =
      "jinterface: not there (install erlang-jinterface, or give --otp-erlang-jar FILE)";

  private final EpmdProcess epmd;
  private final LineProcess driver;
  private final Map<Peer, LineProcess> peers = new EnumMap<>(Peer.class);
  private final PeerOptions options;

  private PeerSuite(PeerOptions options, EpmdProcess epmd, PeerProcess processes)
      throws IOException {
    this.options = options;
    this.epmd = epmd;
    this.driver = processes.startDriver();
    try {
      peers.put(Peer.JETS, processes.startJvm(JetsPeer.class, Peer.JETS, List.of()));
      if (options.otpErlangJar() != null) {
        List<Path> first = List.of(options.otpErlangJar());
        peers.put(
            Peer.JINTERFACE, processes.startJvm(JinterfacePeer.class, Peer.JINTERFACE, first));
      }
      peers.put(Peer.ERLANG, processes.startErlang());
    } catch (IOException | RuntimeException e) {
      closeNodes();
      throw e;
    }
  }

  /** Starts the nodes; those in Java with these flags. */
  static PeerSuite start(PeerOptions options, List<String> jvmFlags)
      throws IOException, InterruptedException {
    EpmdProcess epmd = EpmdProcess.start();
    try {
      String cookie = new BigInteger(COOKIE_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
      return new PeerSuite(options, epmd, new PeerProcess(epmd, cookie, jvmFlags));
    } catch (IOException | RuntimeException e) {
      epmd.close();
      throw e;
    }
  }

  /**
   * Measures, prints the report and writes it with all samples.
   *
   * @param folder where to, made if need be
   * @throws UsageException if the arguments are wrong
   */
  public static void run(List<String> arguments, Path folder, PrintStream out, PrintStream progress)
      throws IOException, InterruptedException, UsageException {
    PeerOptions options = PeerOptions.parse(arguments);
    Counts counts = Counts.of(options.rounds());
    List<String> lines = new ArrayList<>(Configuration.lines());
    try (PeerSuite suite = start(options, JVM_FLAGS)) {
      lines.addAll(suite.plan(counts));
      PeerTimes samples = suite.measure(counts, progress);
      lines.add("");
      lines.addAll(PeerReport.lines(samples, counts));
      Files.createDirectories(folder);
      Files.write(folder.resolve("samples.txt"), samples.lines());
    }
    Files.write(folder.resolve("report.txt"), lines);
    lines.forEach(out::println);
    out.println();
    out.println("written to " + folder);
  }

  /** What the numbers stand on, for the report. */
  List<String> plan(Counts counts) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "erl      " + String.join(" ", ErlangCommand.words()) + ", OTP " + driver.ask("release"));
    lines.add("JVMs     of jets and jinterface: " + String.join(" ", JVM_FLAGS));
    lines.add(
        options.otpErlangJar() == null ? NO_JINTERFACE : "jinterface " + options.otpErlangJar());
    lines.add(
        String.format(
            "samples  %d rounds after %d: %,d round trips, %,d sends, %,d bytes, %,d or %,d calls",
            counts.rounds(),
            counts.warmups(),
            counts.roundTrips(),
            counts.messages(),
            counts.binaryBytes(),
            counts.calls(1),
            counts.calls(2)));
    return lines;
  }

  /**
   * Measures all workloads of all nodes that are there.
   *
   * @throws IllegalStateException if a node does not do as it should
   */
  PeerTimes measure(Counts counts, PrintStream progress) {
    PeerTimes samples = new PeerTimes();
    List<Peer> turns = new ArrayList<>(peers.keySet());
    for (int round = 1 - counts.warmups(); round <= counts.rounds(); round++) {
      progress.println(round <= 0 ? "warming up" : "round " + round + " of " + counts.rounds());
      for (Workload workload : Workload.values()) {
        for (Peer peer : turns) {
          if (workload.suits(peer)) {
            double nanos = nanos(workload.question(peer, counts));
            if (round > 0) {
              samples.add(workload, peer, nanos);
            }
          }
        }
      }
      Collections.rotate(turns, 1);
    }
    return samples;
  }

  private double nanos(String question) {
    String answer = driver.ask(question);
    if (!answer.matches("[0-9]+")) {
      throw new IllegalStateException(question + ": " + answer);
    }
    return Double.parseDouble(answer);
  }

  private void closeNodes() {
    peers.values().forEach(LineProcess::close);
    driver.close();
  }

  @Override
  public void close() {
    closeNodes();
    epmd.close();
  }
}
