package org.jets.terms.oracle;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jets.testkit.ErlangProcess;
import org.jets.testkit.ErlangProgram;

/**
 * A live Erlang that answers questions. It is a process of its own. Its standard input and output
 * carry packets with a length of four bytes.
 *
 * <p>The Erlang program is the resource {@code jets_oracle.erl}, which lists the operations. It is
 * sent over the standard input and compiled in memory, so that the command may run in another file
 * system ({@code chroot}, a container, {@code ssh}). Questions are sent in batches to save round
 * trips.
 *
 * <p>The process ends with {@link #close}, when the JVM exits, when the JVM is killed (its input
 * closes), and when it does not answer within {@code jets.oracle.seconds}. Its error output is part
 * of every failure's message. Questions are synchronized: one thread at a time.
 */
public final class ErlangOracle implements AutoCloseable {
  private static final String PROGRAM = "jets_oracle.erl";
  private static final byte[] NO_OPTION = {(byte) 131, 106};

  /** The expressions that receive the program and run it. */
  private static final String STARTER =
      "P = open_port({fd, 0, 1}, [{packet, 4}, binary, eof]),"
          + " receive {P, {data, Source}} -> ok end,"
          + ErlangProgram.LOADER
          + " M:serve(P).";

  private final List<String> command;
  private final ErlangProcess process;
  private final DataOutputStream requests;
  private final DataInputStream replies;
  private final ScheduledExecutorService watchdog;
  private int release;

  private ErlangOracle(List<String> command, ErlangProcess process) {
    this.command = command;
    this.process = process;
    this.requests = new DataOutputStream(process.handle().getOutputStream());
    this.replies = new DataInputStream(process.handle().getInputStream());
    this.watchdog = Executors.newSingleThreadScheduledExecutor(ErlangOracle::watchdogThread);
  }

  /**
   * Starts an Erlang.
   *
   * @param command the words that start {@code erl}, such as {@code [chroot, /opt/erlang, erl]}
   * @throws IOException if the command cannot be started
   * @throws AssertionError if the process does not become an oracle
   */
  public static ErlangOracle start(List<String> command) throws IOException {
    List<String> words = new ArrayList<>(command);
    // No output of Erlang's own may get into standard output. One scheduler that does not spin
    // suffices, since tests run on few cores. The atom table has room for generated terms.
    words.addAll(List.of("-noinput", "-boot", "no_dot_erlang", "-kernel", "logger_level", "none"));
    words.addAll(List.of("+S", "2:2", "+sbwt", "none", "+t", "8000000", "-eval", STARTER));
    ProcessBuilder process = new ProcessBuilder(words);
    process.environment().put("ERL_CRASH_DUMP_SECONDS", "0");
    ErlangOracle oracle = new ErlangOracle(List.copyOf(command), ErlangProcess.start(process));
    oracle.load();
    return oracle;
  }

  private synchronized void load() throws IOException {
    byte[] source = ErlangProgram.source(ErlangOracle.class, PROGRAM);
    try {
      send(source);
    } catch (IOException e) {
      throw failure("ended at once", e);
    }
    release = Integer.parseInt(ask("release", List.of(new byte[0])).get(0).text());
  }

  private static Thread watchdogThread(Runnable task) {
    Thread thread = new Thread(task, "erlang-oracle-watchdog");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the words that start {@code erl}. */
  public List<String> command() {
    return command;
  }

  /** Returns the number of the OTP release, such as 25. */
  public int release() {
    return release;
  }

  /** Starts another process of the same command, for a test that breaks it. */
  public ErlangOracle another() throws IOException {
    return start(command);
  }

  /**
   * Has the process load another module, for the operation {@code apply}.
   *
   * @param user the class beside which the resource is
   * @param program the resource, an Erlang module
   */
  public void load(Class<?> user, String program) throws IOException {
    String source = Base64.getEncoder().encodeToString(ErlangProgram.source(user, program));
    String loading = "Source = base64:decode(\"" + source + "\")," + ErlangProgram.LOADER + " ok";
    ask("eval", List.of(loading.getBytes(StandardCharsets.UTF_8))).get(0).bytes();
  }

  /** Returns whether the process is alive. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Asks an operation that takes no option. */
  public List<Answer> ask(String operation, List<byte[]> items) {
    return ask(operation, NO_OPTION, items);
  }

  /**
   * Asks one question for each item, in one packet.
   *
   * @param operation one of those in {@code jets_oracle.erl}
   * @param option the operation's option, in external term format
   * @return an answer for each item, in their order
   * @throws AssertionError if the process died or did not answer in time
   */
  public synchronized List<Answer> ask(String operation, byte[] option, List<byte[]> items) {
    long seconds = Long.getLong("jets.oracle.seconds", 120);
    Future<?> timeout = watchdog.schedule(process::kill, seconds, TimeUnit.SECONDS);
    try {
      send(request(operation, option, items));
      return readAnswers(items.size());
    } catch (IOException e) {
      throw failure(
          timeout.isDone() ? "gave no answer within " + seconds + " seconds" : "ended", e);
    } finally {
      timeout.cancel(false);
    }
  }

  private static byte[] request(String operation, byte[] option, List<byte[]> items)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream packet = new DataOutputStream(bytes);
    byte[] name = operation.getBytes(StandardCharsets.US_ASCII);
    packet.writeByte(name.length);
    packet.write(name);
    packet.writeInt(option.length);
    packet.write(option);
    for (byte[] item : items) {
      packet.writeInt(item.length);
      packet.write(item);
    }
    return bytes.toByteArray();
  }

  private void send(byte[] packet) throws IOException {
    requests.writeInt(packet.length);
    requests.write(packet);
    requests.flush();
  }

  private List<Answer> readAnswers(int count) throws IOException {
    byte[] packet = new byte[replies.readInt()];
    replies.readFully(packet);
    ByteBuffer reply = ByteBuffer.wrap(packet);
    List<Answer> answers = new ArrayList<>(count);
    while (reply.hasRemaining()) {
      boolean error = reply.get() != 0;
      byte[] bytes = new byte[reply.getInt()];
      reply.get(bytes);
      answers.add(new Answer(bytes, error));
    }
    if (answers.size() != count) {
      throw new IOException(answers.size() + " answers to " + count + " questions");
    }
    return answers;
  }

  private AssertionError failure(String what, IOException cause) {
    close();
    return new AssertionError(this + " " + what + "; its error output: " + process.output(), cause);
  }

  /** Ends the process, and waits until it has ended. */
  @Override
  public void close() {
    process.close();
    watchdog.shutdownNow();
  }

  /** Returns the release and the command, for a test's display name. */
  @Override
  public String toString() {
    return "OTP " + (release == 0 ? "?" : release) + " (" + String.join(" ", command) + ")";
  }
}
