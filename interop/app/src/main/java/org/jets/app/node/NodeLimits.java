package org.jets.app.node;

import java.io.File;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jets.app.UsageException;
import org.jets.ets.Quota;
import org.jets.ets.log.SyncMode;
import org.jets.node.EtsOptions;
import org.jets.node.NodeOptions;
import org.jspecify.annotations.Nullable;

/** The flags of {@code ./jets node} that set one option of the node by one value. */
final class NodeLimits {
  private static final int MAX_PORT = 65_535;

  private static final int MAX_THREADS = 4096;

  /** The longest time between a write and its force: an hour. */
  private static final int MAX_SYNC_MILLIS = 3_600_000;

  /** The minimum of NodeOptions.withMaxMessageBytes. */
  private static final int LEAST_MESSAGE_BYTES = 1024;

  /** The maximum number of places of the node, for each connection. */
  private static final int MAX_PLACES = 1 << 20;

  /** The greatest number of 18 digits. */
  private static final long MOST = 999_999_999_999_999_999L;

  private static final double LEAST_SHARE = 0.01;

  /** The unit of a limit that has a share: one node. */
  private static final String NODE = "node";

  private static final String CALL = "call";
  private static final String ADDRESS = "address";

  private static final long FRAGMENT_BYTES = 1L << 29;

  private static final Map<String, NodeLimits> LIMITS = new LinkedHashMap<>();
  private static final Map<String, NodeLimits> PLACES = new LinkedHashMap<>();

  static {
    threads("--job-threads", "calls that are served at a time", NodeOptions::withJobThreads);
    threads(
        "--peer-job-threads",
        "calls of one node that are served at a time",
        NodeOptions::withPeerJobThreads);
    count("--job-queue", 0, "calls that wait", NodeOptions::withJobQueue);
    count("--peer-job-queue", 0, "calls of one node that wait", NodeOptions::withPeerJobQueue);
    counts(
        "--suspended-calls",
        16,
        NODE,
        "calls that have given their place to others",
        NodeOptions::withSuspendedCalls);
    millis("--scan-turn", "the time of a scan before others run", NodeOptions::withScanTurn);
    seconds("--max-call-time", "the time of a call", NodeOptions::withMaxCallTime);
    amounts(
        "--job-bytes",
        4,
        NODE,
        "the bytes of calls that are served or wait",
        NodeOptions::withJobBytes);
    amounts(
        "--uncompressed-bytes",
        2,
        CALL,
        "the bytes to which compressed terms expand",
        NodeOptions::withUncompressedBytes);
    counts(
        "--max-connections",
        2,
        ADDRESS,
        "connections, those of an address being made from there",
        NodeOptions::withMaxConnections);
    counts(
        "--max-handshakes",
        2,
        ADDRESS,
        "handshakes of other nodes under way",
        NodeOptions::withMaxHandshakes);
    count(
        "--max-handshake-bytes",
        LEAST_MESSAGE_BYTES,
        "the bytes of a message of the handshake",
        NodeOptions::withMaxHandshakeBytes);
    seconds("--handshake-timeout", "the time for connecting", NodeOptions::withHandshakeTimeout);
    seconds(
        "--tick-time", "the time of silence that ends a connection", NodeOptions::withNetTickTime);
    count(
        "--max-message-bytes",
        LEAST_MESSAGE_BYTES,
        "the bytes of a message",
        NodeOptions::withMaxMessageBytes);
    pair(
        "--max-fragments",
        "N[,BYTES]",
        "messages of a connection that are incomplete, and their bytes",
        "a number of messages, 1 to "
            + Integer.MAX_VALUE
            + ", or it, a comma and a number of bytes, 1 to "
            + MOST,
        text -> {
          long[] values = numbers(text.contains(",") ? text : text + "," + FRAGMENT_BYTES);
          return values.length == 2 && values[0] <= Integer.MAX_VALUE
              ? options -> options.withMaxFragments((int) values[0], values[1])
              : null;
        });
    count("--max-depth", 1, "the nesting of terms", NodeOptions::withMaxDepth);
    count(
        "--max-message-atoms", 1, "new atoms of a message", NodeOptions::withMaxNewAtomsPerMessage);
    count(
        "--max-minute-atoms",
        1,
        "new atoms of a connection in a minute",
        NodeOptions::withMaxNewAtomsPerMinute);
    places("--send-queue", "messages that wait for a slow reader", NodeOptions::withSendQueue);
    places(
        "--send-reserve",
        "messages more, of senders that must not wait",
        NodeOptions::withSendReserve);
    bytes(
        "--send-queue-bytes", "bytes that wait for a slow reader", NodeOptions::withSendQueueBytes);
    bytes("--send-bytes", "bytes that wait for all readers", NodeOptions::withSendBytes);
    bytes(
        "--receive-bytes",
        "bytes of the incomplete messages of all connections",
        NodeOptions::withReceiveBytes);
    seconds(
        "--message-progress",
        "the time in which an incomplete message must grow by 32 KiB and a 32nd",
        NodeOptions::withMessageProgress);
    counts("--links", 4, NODE, "links and monitors of other nodes", NodeOptions::withLinks);
    counts(
        "--owners",
        4,
        NODE,
        "processes of other nodes that have tables or keep some fixed, and tables that each keeps fixed",
        (options, ofPeer, ofAll) -> options.withEts(options.ets().withOwners(ofPeer, ofAll)));
    counts(
        "--output-queue",
        4,
        NODE,
        "texts of other nodes that wait to be written",
        NodeOptions::withOutputQueue);
    amounts("--output-bytes", 4, NODE, "the bytes that these take", NodeOptions::withOutputBytes);
    quota("--max-tables", "tables", Quota::withTables);
    quota("--max-objects", "objects in tables", Quota::withObjects);
    quota("--max-table-bytes", "the bytes of tables", Quota::withBytes);
    seconds(
        "--answer-bound",
        "the time to ask a node about a process",
        (options, time) -> options.withEts(options.ets().withAnswerBound(time)));
    count(
        "--mailbox-messages",
        1,
        "messages in a mailbox",
        (options, limit) -> options.withMailbox(options.mailbox().withCapacity(limit)));
    bytes(
        "--mailbox-bytes",
        "the bytes of the messages in a mailbox",
        (options, limit) -> options.withMailbox(options.mailbox().withMaxBytes(limit)));
    threads("--callback-threads", "threads for callbacks", NodeOptions::withCallbackThreads);
    share("--heap-mark", "the high-water mark of the heap", NodeOptions::withHeapMark);
    seconds(
        "--heap-patience",
        "the patience above the mark: after half of it connections are closed, and the whole of it after the last"
            + " that the node ends",
        NodeOptions::withHeapPatience);
  }

  static {
    place(
        "--listen",
        "yes|no",
        "whether other nodes can connect with this one",
        "yes or no",
        text -> text.matches("yes|no") ? options -> options.withListen(text.equals("yes")) : null);
    place(
        "--epmd",
        "HOST:PORT",
        "where the epmd of this host is",
        "a host, a colon and a port",
        text -> {
          InetSocketAddress address = address(text);
          return address == null ? null : options -> options.withEpmd(address);
        });
    place(
        "--peer-port",
        "N",
        "the port of all other nodes, which are not looked up",
        "1 to 65535",
        text ->
            isNumber(text, 1, MAX_PORT)
                ? options -> options.withPeerPort(Integer.parseInt(text))
                : null);
    place(
        "--peer-address",
        "NODE=HOST:PORT",
        "where a node is, which is not looked up",
        "a node's name, =, a host, a colon and a port",
        text -> {
          int equals = text.indexOf('=');
          InetSocketAddress address = address(text.substring(equals + 1));
          return equals < 1 || address == null
              ? null
              : options -> options.withPeerAddress(text.substring(0, equals), address);
        });
    place(
        "--peer-cookie",
        "NODE=COOKIE",
        "the cookie shared with one node",
        "a node's name, = and a cookie",
        text -> {
          int equals = text.indexOf('=');
          return equals < 1
              ? null
              : options ->
                  options.withPeerCookie(text.substring(0, equals), text.substring(equals + 1));
        });
    place(
        "--files",
        "FOLDER",
        "the folder where other nodes save and load tables",
        "an existing folder",
        text ->
            new File(text).isDirectory()
                ? options -> options.withEts(options.ets().withFiles(Path.of(text)))
                : null);
    place(
        "--data",
        "FOLDER",
        "the folder of the durable tables, which are there again after a restart",
        "a folder, or a name that is free",
        text ->
            !text.isEmpty() && (new File(text).isDirectory() || !new File(text).exists())
                ? options -> options.withData(Path.of(text))
                : null);
    place(
        "--data-sync",
        "MODE",
        "when their changes are on the disk: each, MILLISECONDS or never",
        "each, never, or 1 to 3,600,000 ms",
        text -> {
          SyncMode mode = syncMode(text);
          return mode == null ? null : options -> options.withDataSync(mode);
        });
  }

  private final String label;
  private final String description;
  private final String expected;
  private final Setting setting;

  /** Turns a text into an option; null for a text of the wrong form. */
  @FunctionalInterface
  private interface Setting {
    @Nullable UnaryOperator<NodeOptions> of(String text);
  }

  /** An option of two numbers, the limits of one node and of all. */
  @FunctionalInterface
  private interface OfTwo<N> {
    NodeOptions set(NodeOptions options, N ofPeer, N ofAll);
  }

  private NodeLimits(String label, String description, String expected, Setting setting) {
    this.label = label;
    this.description = description;
    this.expected = expected;
    this.setting = setting;
  }

  private static @Nullable SyncMode syncMode(String text) {
    if (text.equals("each")) {
      return SyncMode.each();
    }
    if (text.equals("never")) {
      return SyncMode.never();
    }
    int millis = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : 0;
    return millis < 1 || millis > MAX_SYNC_MILLIS
        ? null
        : SyncMode.every(Duration.ofMillis(millis));
  }

  private static void count(
      String flag,
      int least,
      String description,
      BiFunction<NodeOptions, Integer, NodeOptions> setting) {
    count(flag, least, Integer.MAX_VALUE, description, setting);
  }

  private static void threads(
      String flag, String description, BiFunction<NodeOptions, Integer, NodeOptions> setting) {
    count(flag, 1, MAX_THREADS, description, setting);
  }

  private static void count(
      String flag,
      int least,
      int most,
      String description,
      BiFunction<NodeOptions, Integer, NodeOptions> setting) {
    add(
        flag,
        "N",
        description,
        least + " to " + most,
        text ->
            isNumber(text, least, most)
                ? options -> setting.apply(options, Integer.valueOf(text))
                : null);
  }

  private static void places(
      String flag, String description, BiFunction<NodeOptions, Integer, NodeOptions> setting) {
    add(
        flag,
        "N",
        description,
        "1 to " + MAX_PLACES,
        text ->
            isNumber(text, 1, MAX_PLACES)
                ? options -> setting.apply(options, Integer.valueOf(text))
                : null);
  }

  private static void counts(
      String flag, int share, String one, String description, OfTwo<Integer> setting) {
    pair(
        flag,
        "N[,M]",
        description + shareOf(share, one),
        "1 to "
            + Integer.MAX_VALUE
            + ", or two such numbers and a comma between them, the first no more than the second",
        text -> {
          long[] values = ofPeerAndAll(text, share);
          return values.length == 2 && Math.max(values[0], values[1]) <= Integer.MAX_VALUE
              ? options -> setting.set(options, (int) values[0], (int) values[1])
              : null;
        });
  }

  private static void amounts(
      String flag, int share, String one, String description, OfTwo<Long> setting) {
    pair(
        flag,
        "N[,M]",
        description + shareOf(share, one),
        "1 to "
            + MOST
            + ", or two such numbers and a comma between them, the first no more than the second",
        text -> {
          long[] values = ofPeerAndAll(text, share);
          return values.length == 2 ? options -> setting.set(options, values[0], values[1]) : null;
        });
  }

  private static void quota(
      String flag, String description, BiFunction<Quota, Long, Quota> change) {
    OfTwo<Long> setting =
        (options, ofPeer, ofAll) -> {
          EtsOptions ets = options.ets();
          return options.withEts(
              ets.withQuotas(
                  change.apply(ets.peerQuota(), ofPeer), change.apply(ets.quota(), ofAll)));
        };
    amounts(flag, 2, NODE, description, setting);
  }

  private static String shareOf(int share, String one) {
    return "; 1/" + share + " of N is for one " + one + ", or N,M says what is for one and for all";
  }

  private static void pair(
      String flag, String label, String description, String expected, Setting setting) {
    add(flag, label, description, expected, setting);
  }

  /** Returns the limits of one node and of all; an empty array if the text has the wrong form. */
  private static long[] ofPeerAndAll(String text, int share) {
    long[] values = numbers(text);
    if (values.length == 1) {
      return new long[] {Math.max(1, values[0] / share), values[0]};
    }
    return values.length == 2 && values[0] > values[1] ? new long[0] : values;
  }

  private static long[] numbers(String text) {
    String[] parts = text.split(",", -1);
    long[] values = new long[parts.length];
    for (int i = 0; i < parts.length; i++) {
      if (!isNumber(parts[i], 1, Long.MAX_VALUE)) {
        return new long[0];
      }
      values[i] = Long.parseLong(parts[i]);
    }
    return values;
  }

  private static void bytes(
      String flag, String description, BiFunction<NodeOptions, Long, NodeOptions> setting) {
    add(
        flag,
        "N",
        description,
        "a number of bytes, 1 to " + MOST,
        text ->
            isNumber(text, 1, Long.MAX_VALUE)
                ? options -> setting.apply(options, Long.valueOf(text))
                : null);
  }

  private static void seconds(
      String flag, String description, BiFunction<NodeOptions, Duration, NodeOptions> setting) {
    add(
        flag,
        "SECONDS",
        description,
        "seconds, 1 to " + Integer.MAX_VALUE,
        text ->
            isNumber(text, 1, Integer.MAX_VALUE)
                ? options -> setting.apply(options, Duration.ofSeconds(Long.parseLong(text)))
                : null);
  }

  private static void millis(
      String flag, String description, BiFunction<NodeOptions, Duration, NodeOptions> setting) {
    add(
        flag,
        "MILLISECONDS",
        description,
        "milliseconds, 1 to " + Integer.MAX_VALUE,
        text ->
            isNumber(text, 1, Integer.MAX_VALUE)
                ? options -> setting.apply(options, Duration.ofMillis(Long.parseLong(text)))
                : null);
  }

  private static void share(
      String flag, String description, BiFunction<NodeOptions, Double, NodeOptions> setting) {
    add(
        flag,
        "SHARE",
        description,
        "a share of the heap, 0.01 to 1",
        text ->
            text.matches("1|0\\.[0-9]{1,6}") && Double.parseDouble(text) >= LEAST_SHARE
                ? options -> setting.apply(options, Double.valueOf(text))
                : null);
  }

  private static void add(
      String flag, String label, String description, String expected, Setting setting) {
    LIMITS.put(flag, new NodeLimits(label, description, expected, setting));
  }

  private static void place(
      String flag, String label, String description, String expected, Setting setting) {
    PLACES.put(flag, new NodeLimits(label, description, expected, setting));
  }

  private static @Nullable InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return colon > 0 && isNumber(text.substring(colon + 1), 1, MAX_PORT)
        ? new InetSocketAddress(
            text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)))
        : null;
  }

  private static boolean isNumber(String text, long least, long most) {
    return text.matches("[0-9]{1,18}")
        && Long.parseLong(text) >= least
        && Long.parseLong(text) <= most;
  }

  /** Returns the flags that take numbers, in their order. */
  static Set<String> flags() {
    return LIMITS.keySet();
  }

  /** Returns the flags that take other values, in their order. */
  static Set<String> places() {
    return PLACES.keySet();
  }

  /** Returns the placeholder for the value of a flag in the help. */
  static String label(String flag) {
    return get(flag).label;
  }

  /** Returns the description of the limit of a flag. */
  static String description(String flag) {
    return get(flag).description;
  }

  private static NodeLimits get(String flag) {
    NodeLimits limit = LIMITS.containsKey(flag) ? LIMITS.get(flag) : PLACES.get(flag);
    if (limit == null) {
      throw new IllegalArgumentException(flag + ": no such flag (expected: one of these)");
    }
    return limit;
  }

  /** Checks the value of a flag. */
  static void check(String flag, String value) throws UsageException {
    if (!isSetting(get(flag), value)) {
      throw new UsageException(flag + ": " + value + " (expected: " + get(flag).expected + ")");
    }
  }

  private static boolean isSetting(NodeLimits limit, String value) {
    UnaryOperator<NodeOptions> setting = limit.setting.of(value);
    try {
      return setting != null && setting.apply(NodeOptions.defaults()) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the options changed by a flag, whose value has been checked. */
  static NodeOptions apply(String flag, String value, NodeOptions options) {
    UnaryOperator<NodeOptions> setting = get(flag).setting.of(value);
    return setting == null ? options : setting.apply(options);
  }
}
