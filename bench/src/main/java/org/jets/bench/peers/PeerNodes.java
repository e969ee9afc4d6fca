package org.jets.bench.peers;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jets.bench.harness.LineProcess;
import org.jets.bench.harness.LiveProgram;
import org.jets.bench.harness.MeasurementException;
import org.jspecify.annotations.Nullable;

/**
 * A node of jets, one of jinterface and one of Erlang, each in a process of its own, as an Erlang
 * node sees them through the loopback: that one is asked. Before its first answer it does {@value
 * #WARMUPS} times all that it may be asked for: the compiler optimizes the same methods for each
 * workload, so that the first one would be slower than the last. All that is started ends with
 * {@link #end}.
 */
final class PeerNodes implements LiveProgram {
  private static final int COOKIE_BITS = 128;
  private static final int WARMUPS = 2;

  private final @Nullable Path otpErlangJar;
  private final List<String> jvmFlags;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Set<String> questions = new LinkedHashSet<>();
  private @Nullable LineProcess driver;

  /**
   * Says what is to be started at the first question.
   *
   * @param otpErlangJar jinterface as it comes with Erlang; null if it is not there
   * @param jvmFlags of the nodes in Java
   */
  PeerNodes(@Nullable Path otpErlangJar, List<String> jvmFlags) {
    this.otpErlangJar = otpErlangJar;
    this.jvmFlags = List.copyOf(jvmFlags);
  }

  /** Adds what will be asked for, before the first question. */
  void add(String question) {
    questions.add(question);
  }

  private LineProcess start() throws MeasurementException {
    try {
      EpmdProcess epmd = keep(EpmdProcess.start());
      String cookie = new BigInteger(COOKIE_BITS, new SecureRandom()).toString(Character.MAX_RADIX);
      PeerProcess processes = new PeerProcess(epmd, cookie, jvmFlags);
      LineProcess asking = keep(processes.startDriver());
      keep(processes.startJvm(JetsPeer.class, Peer.JETS, List.of()));
      if (otpErlangJar != null) {
        keep(processes.startJvm(JinterfacePeer.class, Peer.JINTERFACE, List.of(otpErlangJar)));
      }
      keep(processes.startErlang());
      return asking;
    } catch (IOException | RuntimeException e) {
      end();
      throw new MeasurementException("the nodes do not start: " + e);
    } catch (InterruptedException e) {
      end();
      Thread.currentThread().interrupt();
      throw new MeasurementException("interrupted");
    }
  }

  private <T extends AutoCloseable> T keep(T process) {
    started.push(process);
    return process;
  }

  @Override
  public double ask(String question) throws MeasurementException {
    LineProcess asking = driver;
    if (asking == null) {
      asking = start();
      driver = asking;
      warmUp(asking);
    }
    return number(question, asking.ask(question));
  }

  private static double number(String question, String answer) throws MeasurementException {
    if (!answer.matches("[0-9]+")) {
      throw new MeasurementException(question + ": " + answer);
    }
    return Double.parseDouble(answer);
  }

  private void warmUp(LineProcess asking) throws MeasurementException {
    for (int i = 0; i < WARMUPS; i++) {
      for (String question : questions) {
        number(question, asking.ask(question));
      }
    }
  }

  /** Ends the nodes, those that were started last first, and the epmd at last. */
  @Override
  public void end() {
    driver = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
