package org.jets.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jets.ets.TableSpace;
import org.jets.ets.log.SyncMode;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.Cookie;
import org.jets.node.distribution.DistributionOptions;
import org.jets.node.distribution.NodeName;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.node.distribution.TlsContext;
import org.jets.node.jobs.RefusalLog;

/** Options of an {@link ErlangNode}: its connections, its services and their limits. Immutable. */
public final class NodeOptions {
  /** A name with which settings are checked. */
  private static final NodeName ANY_NAME = NodeName.of("any@host");

  private static final Cookie ANY_COOKIE = Cookie.of("any");

  /**
   * The limit of the array of messages that wait to be sent to one peer, which is allocated at
   * once.
   */
  private static final int MAX_PLACES = 1 << 20;

  private static final int MAX_THREADS = 4096;

  /** Enough for a handshake message, or a small call, of a node with the longest name. */
  private static final int LEAST_MESSAGE_BYTES = 1024;

  final AuditLog audit = new AuditLog();
  final RateLimitedLog log = new RateLimitedLog();
  final RefusalLog refusals = new RefusalLog();

  /** The settings, which never change once this is constructed. */
  final NodeSettings settings;

  private NodeOptions(NodeSettings settings) {
    this.settings = settings;
  }

  /** Returns the default options of a node. Each method names its default. */
  public static NodeOptions defaults() {
    return new NodeOptions(new NodeSettings());
  }

  private NodeOptions change(Consumer<NodeSettings> change) {
    NodeSettings changed = settings.copy();
    change.accept(changed);
    return new NodeOptions(changed);
  }

  /** Changes a setting of connections, after checking it. */
  private NodeOptions connect(Consumer<DistributionOptions.Builder> setting) {
    setting.accept(DistributionOptions.of(ANY_NAME, ANY_COOKIE));
    return change(changed -> changed.connect(setting));
  }

  /**
   * Returns the options of the connections of a node of this name.
   *
   * @throws IOException if no cookie has been set, and that of the user cannot be read
   */
  DistributionOptions connections(NodeName name) throws IOException {
    return with(DistributionOptions.of(name, sharedCookie()));
  }

  /** Returns the options of the connections of a node to which another node gives a name. */
  DistributionOptions connectionsNamedBy(NodeName peer, String host) throws IOException {
    return with(DistributionOptions.namedBy(peer, host, sharedCookie()));
  }

  private Cookie sharedCookie() throws IOException {
    return settings.cookie == null ? Cookie.ofUser() : settings.cookie;
  }

  private DistributionOptions with(DistributionOptions.Builder builder) {
    builder.certificateCheck(CertificateNames::speaksFor).audit(audit).log(log);
    settings.connections.forEach(setting -> setting.accept(builder));
    return builder.build();
  }

  /**
   * Sets the cookie, which all nodes share that connect with each other: by default that of the
   * user, in Erlang's file {@code .erlang.cookie}. Any node that knows the cookie can use all that
   * this node offers.
   *
   * @throws IllegalArgumentException if these are not 1 to 255 printable characters of ASCII
   */
  public NodeOptions withCookie(String characters) {
    Cookie checked = Cookie.of(characters);
    return change(changed -> changed.cookie = checked);
  }

  /**
   * Sets the cookie from a file, which only its owner may be able to read.
   *
   * @throws IOException if the file cannot be read, other users have access to it, or its content
   *     is no cookie
   */
  public NodeOptions withCookieFile(Path file) throws IOException {
    Cookie checked = Cookie.read(file);
    return change(changed -> changed.cookie = checked);
  }

  /**
   * Sets the cookie that this node shares with one other.
   *
   * @param node a name such as {@code a@host}
   * @param characters 1 to 255 printable characters of ASCII
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withPeerCookie(String node, String characters) {
    NodeName peer = NodeName.of(Objects.requireNonNull(node, "node"));
    Cookie shared = Cookie.of(characters);
    return connect(options -> options.peerCookie(peer, shared));
  }

  /** Sets the address to listen at: by default that of the loopback interface. */
  public NodeOptions withBindAddress(InetAddress address) {
    Objects.requireNonNull(address, "address");
    return connect(options -> options.bindAddress(address));
  }

  /**
   * Sets the port to listen at: by default 0, for any free port.
   *
   * @param number 0 to 65,535
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withPort(int number) {
    return connect(options -> options.port(number));
  }

  /** Sets whether other nodes can connect with this one: by default they can. */
  public NodeOptions withListen(boolean enabled) {
    return connect(options -> options.listen(enabled));
  }

  /**
   * Sets the address of this host's epmd: by default at the loopback interface, at the port that
   * the environment variable {@code ERL_EPMD_PORT} says, else at 4369. The epmd of any other host
   * is expected at the same port.
   */
  public NodeOptions withEpmd(InetSocketAddress address) {
    Objects.requireNonNull(address, "address");
    return connect(options -> options.epmd(address));
  }

  /** Turns epmd off: the nodes must know each other's ports. */
  public NodeOptions withoutEpmd() {
    return connect(DistributionOptions.Builder::withoutEpmd);
  }

  /**
   * Sets the address of a node, which then is not looked up.
   *
   * @param node a name such as {@code a@host}
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withPeerAddress(String node, InetSocketAddress address) {
    NodeName peer = NodeName.of(Objects.requireNonNull(node, "node"));
    Objects.requireNonNull(address, "address");
    return connect(options -> options.peerAddress(peer, address));
  }

  /**
   * Sets the port at which all other nodes listen: Erlang's {@code -erl_epmd_port}.
   *
   * @param number 1 to 65,535
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withPeerPort(int number) {
    return connect(options -> options.defaultPeerPort(number));
  }

  /**
   * Makes all connections go through TLS: Erlang's {@code -proto_dist inet_tls}.
   *
   * @param context the node's certificate and key, and the certificates that it trusts
   * @param requireClientCertificate whether nodes that connect with this one must show a
   *     certificate that it trusts
   * @param verifyHost whether the certificate of a node with which this one connects must be for
   *     the host in the node's name
   */
  public NodeOptions withTls(
      SSLContext context, boolean requireClientCertificate, boolean verifyHost) {
    TlsContext tls = new TlsContext(context, requireClientCertificate, verifyHost);
    return connect(options -> options.tls(tls));
  }

  /**
   * Sets for which nodes a certificate is valid. This node does not connect with a node whose
   * certificate is not valid for its name. By default, the names in the certificate decide:
   *
   * <ul>
   *   <li>e-mail names (rfc822Name), such as {@code jets@host}: it is valid for these nodes only;
   *   <li>else names of hosts: it is valid for all nodes of these hosts;
   *   <li>else the common name: it is valid for the node or host of that name.
   * </ul>
   *
   * @param check returns whether the certificate, the second argument, is valid for the node of
   *     this name
   */
  public NodeOptions withTlsNames(BiPredicate<? super String, ? super X509Certificate> check) {
    return connect(options -> options.certificateCheck(check));
  }

  /**
   * Sets the limit of time for connecting, with the handshake: by default 7 seconds.
   *
   * @param time more than 0
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withHandshakeTimeout(Duration time) {
    return connect(options -> options.handshakeTimeout(time));
  }

  /**
   * Sets the time without a byte after which a node is considered down: by default 60 seconds. It
   * should be the same on all nodes.
   *
   * @param time more than 0
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withNetTickTime(Duration time) {
    return connect(options -> options.netTickTime(time));
  }

  /**
   * Sets the limit of bytes of a handshake message: by default 64 KiB. A node that sends more is
   * not connected.
   *
   * @param limit 1,024 or more, for the longest names
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMaxHandshakeBytes(int limit) {
    OptionChecks.atLeast(LEAST_MESSAGE_BYTES, limit, "limit");
    return connect(options -> options.maxHandshakeBytes(limit));
  }

  /**
   * Sets how many handshakes that other nodes began may be under way at once: by default 64 of one
   * address, and 128 in all. If there is one more, the oldest is dropped.
   *
   * @param ofAddress 1 or more
   * @param ofAll no less than {@code ofAddress}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withMaxHandshakes(int ofAddress, int ofAll) {
    OptionChecks.ofOneAndAll(1, ofAddress, "ofAddress", ofAll);
    return connect(options -> options.maxHandshakesOfAddress(ofAddress).maxHandshakes(ofAll));
  }

  /**
   * Sets the limits of connections made by nodes at one address, whatever their names, and of all.
   * By default all may make one connection for each MiB of the maximum heap, but at least 128 and
   * at most 1,024. Half of them may come from one address. A node that makes one more is refused.
   *
   * @param ofAddress 1 or more
   * @param ofAll no less than {@code ofAddress}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withMaxConnections(int ofAddress, int ofAll) {
    OptionChecks.ofOneAndAll(1, ofAddress, "ofAddress", ofAll);
    return connect(options -> options.maxConnectionsOfAddress(ofAddress).maxConnections(ofAll));
  }

  /**
   * Sets the limit of bytes of a message of another node, in one piece or in fragments: by default
   * 256 MiB. The connection of a node that sends more is closed.
   *
   * @param limit 1,024 or more, for a small call of a node with the longest name
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMaxMessageBytes(int limit) {
    OptionChecks.atLeast(LEAST_MESSAGE_BYTES, limit, "limit");
    return connect(options -> options.maxFrameBytes(limit).maxMessageBytes(limit));
  }

  /**
   * Sets how many messages of a connection, which come in fragments, may be incomplete at once, and
   * how many bytes they may have together. By default 1,024, and 512 MiB. The connection of a node
   * that sends more is closed. {@link #withReceiveBytes} bounds those of all connections.
   *
   * @param messages 1 or more
   * @param bytes 1 or more
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withMaxFragments(int messages, long bytes) {
    OptionChecks.atLeast(1, messages, "messages");
    OptionChecks.atLeast(1, bytes, "bytes");
    return connect(options -> options.maxFragmentedMessages(messages).maxFragmentedBytes(bytes));
  }

  /**
   * Sets the limit of nesting of received terms: by default 1,000,000.
   *
   * @param limit 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMaxDepth(int limit) {
    return connect(options -> options.maxDepth(limit));
  }

  /**
   * Sets how many new atoms a connection may bring in a minute: by default 1,048,576.
   *
   * @param limit 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMaxNewAtomsPerMinute(int limit) {
    return connect(options -> options.maxNewAtomsPerMinute(limit));
  }

  /**
   * Sets how many messages may wait to be written to a connection before their senders block. By
   * default they are 8,192, and fewer if the maximum heap is below 1 GiB. Each connection has an
   * array of that length.
   *
   * @param messages 1 to 1,048,576
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withSendQueue(int messages) {
    OptionChecks.between(1, MAX_PLACES, messages, "messages");
    return connect(options -> options.sendQueueMessages(messages));
  }

  /**
   * Sets how many more messages of threads that must not wait may wait, such as answers to signals.
   * By default they are 24,576, and fewer if the maximum heap is below 1 GiB. Beyond that the
   * connection is closed. The array of each connection is longer by that number.
   *
   * @param messages 1 to 1,048,576
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withSendReserve(int messages) {
    OptionChecks.between(1, MAX_PLACES, messages, "messages");
    return connect(options -> options.sendReserveMessages(messages));
  }

  /**
   * Sets how many bytes may wait to be written to a connection before their senders block. By
   * default 16 MiB, and less if the maximum heap is below 1 GiB. While that many bytes wait for a
   * node, no call of that node begins.
   *
   * @param bytes 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withSendQueueBytes(long bytes) {
    OptionChecks.atLeast(1, bytes, "bytes");
    return connect(options -> options.sendQueueBytes(bytes));
  }

  /**
   * Sets how many bytes may wait to be written to all connections: by default a quarter of the
   * maximum heap. A call whose result exceeds the room ends with {@code system_limit}. A result
   * counts once it is complete. The partial result of a running call does not count: only a heap
   * above its mark ends such a call.
   *
   * @param bytes 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withSendBytes(long bytes) {
    OptionChecks.atLeast(1, bytes, "bytes");
    return connect(options -> options.sendBytes(bytes));
  }

  /**
   * Sets how many bytes the incomplete messages of all connections, in fragments or in one piece,
   * and the atoms that connections remember may have together. By default a quarter of the maximum
   * heap. Beyond that, the connection of a node that adds to more than half of its equal share is
   * closed.
   *
   * @param bytes 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withReceiveBytes(long bytes) {
    OptionChecks.atLeast(1, bytes, "bytes");
    return connect(options -> options.receiveBytes(bytes));
  }

  /**
   * Sets the time in which an incomplete message must grow by 32 KiB, and by a 32nd of the bytes
   * that it takes: by default 2 minutes. Else the connection of the node that sends it is closed.
   * Only time counts in which this node waits for the other.
   *
   * @param time more than 0
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMessageProgress(Duration time) {
    return connect(options -> options.messageProgress(time));
  }

  /**
   * Sets how many new atoms a message may bring: by default 65,536. The connection of a node that
   * sends more is closed, with a line in the log.
   *
   * @param limit 1 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMaxNewAtomsPerMessage(int limit) {
    return connect(options -> options.maxNewAtomsPerMessage(limit));
  }

  /** Sets the names of the nodes with which there may be connections: by default all. */
  public NodeOptions withAllowedNodes(Predicate<? super String> names) {
    Objects.requireNonNull(names, "names");
    return connect(options -> options.allowedNodes(names));
  }

  /**
   * Sets the names of the nodes whose processes may only read tables: by default none. Their calls
   * that change or create a table or write a file end with {@code error:eacces}.
   */
  public NodeOptions withReadOnlyPeers(Predicate<? super String> names) {
    Predicate<? super String> checked = Objects.requireNonNull(names, "names");
    return change(changed -> changed.readOnlyPeers = checked);
  }

  /**
   * Sets whether the node connects with others, when it or a client needs them: by default it does.
   */
  public NodeOptions withDial(boolean enabled) {
    return connect(options -> options.dial(enabled));
  }

  /**
   * Sets the tables that the node serves: by default a new space. The space takes the node's name
   * and creation, and must have no owners yet.
   */
  public NodeOptions withTables(TableSpace space) {
    TableSpace checked = Objects.requireNonNull(space, "space");
    return change(changed -> changed.tables = checked);
  }

  /**
   * Sets the folder of the node's durable tables, which the option <code>{durable, true}</code> of
   * {@code ets:new/2} makes: by default there is none. The tables that are there belong to the node
   * when it starts, and end with it. See {@link TableSpace#openData}.
   *
   * <p>The content of these tables becomes the content of files. Any node that may connect may then
   * fill the disk. A call that writes such a table holds a thread of the node until the write is
   * safe.
   *
   * @param folder made if it is absent; a node does not start if it is that of {@link
   *     EtsOptions#withFiles}, or in it or around it
   */
  public NodeOptions withData(Path folder) {
    Path checked = Objects.requireNonNull(folder, "folder");
    return change(changed -> changed.data = checked);
  }

  /** Sets the moment at which a write to a durable table returns: by default when it is on disk. */
  public NodeOptions withDataSync(SyncMode mode) {
    SyncMode checked = Objects.requireNonNull(mode, "mode");
    return change(changed -> changed.dataSync = checked);
  }

  /** Returns the options for the access of other nodes' processes to the tables. */
  public EtsOptions ets() {
    return settings.ets;
  }

  /** Sets the options for the access of other nodes' processes to the tables. */
  public NodeOptions withEts(EtsOptions options) {
    EtsOptions checked = Objects.requireNonNull(options, "options");
    return change(changed -> changed.ets = checked);
  }

  /**
   * Sets how many calls of other nodes are served at once: by default 4 for each processor, and at
   * least 16.
   *
   * @param count 1 to 4,096
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withJobThreads(int count) {
    OptionChecks.between(1, MAX_THREADS, count, "count");
    return change(changed -> changed.jobThreads = count);
  }

  /**
   * Sets how many calls of one other node are served at once: by default half of {@link
   * #withJobThreads}. Scans that have stepped aside, and calls that wait for other nodes, are not
   * counted.
   *
   * @param count 1 to 4,096; a node does not start with more than {@link #withJobThreads} has
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withPeerJobThreads(int count) {
    OptionChecks.between(1, MAX_THREADS, count, "count");
    return change(changed -> changed.peerJobThreads = count);
  }

  /**
   * Sets how many calls of other nodes may wait to be served: by default 40,000. Further calls are
   * refused with {@code system_limit}, except for a few of each node.
   *
   * @param length 0 or more
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withJobQueue(int length) {
    OptionChecks.atLeast(0, length, "length");
    return change(changed -> changed.jobQueue = length);
  }

  /**
   * Sets how many calls of one other node may wait to be served: by default 10,000. Further calls
   * are refused with {@code system_limit}.
   *
   * @param length 0 or more; a node does not start with more than {@link #withJobQueue} has
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withPeerJobQueue(int length) {
    OptionChecks.atLeast(0, length, "length");
    return change(changed -> changed.peerJobQueue = length);
  }

  /**
   * Sets how many calls may have given up their place and do not count among those that are served.
   * By default 64 of one other node, and 1,024 in all. These are scans whose turn is over, and
   * calls that wait for another node. Further ones count as if they were served.
   *
   * @param ofPeer 0 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withSuspendedCalls(int ofPeer, int ofAll) {
    OptionChecks.ofOneAndAll(0, ofPeer, "ofPeer", ofAll);
    return change(
        changed -> {
          changed.peerAside = ofPeer;
          changed.aside = ofAll;
        });
  }

  /**
   * Sets how long a scan runs before it gives way to waiting calls: by default 10 ms.
   *
   * @param time more than 0
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withScanTurn(Duration time) {
    Duration checked = OptionChecks.positive(time);
    return change(changed -> changed.scanTurn = checked);
  }

  /**
   * Sets how many bytes all calls that wait or are served may have. By default a 16th of the
   * maximum heap for all nodes, and a 64th for one. Further calls are refused with {@code
   * system_limit}, except for one call of each node.
   *
   * @param ofPeer 1 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withJobBytes(long ofPeer, long ofAll) {
    OptionChecks.ofOneAndAll(1, ofPeer, "ofPeer", ofAll);
    return change(
        changed -> {
          changed.peerJobBytes = ofPeer;
          changed.jobBytes = ofAll;
        });
  }

  /**
   * Sets to how many bytes {@code binary_to_term} may expand compressed terms. By default a 64th of
   * the maximum heap for one call, and a 32nd for all running calls. A larger expansion ends with
   * {@code system_limit}.
   *
   * @param ofOne 1 or more
   * @param ofAll no less than {@code ofOne}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withUncompressedBytes(long ofOne, long ofAll) {
    OptionChecks.ofOneAndAll(1, ofOne, "ofOne", ofAll);
    return change(
        changed -> {
          changed.uncompressedBytes = ofOne;
          changed.allUncompressed = ofAll;
        });
  }

  /**
   * Sets the limit of time for a call of another node: by default 10 minutes. A call that takes
   * longer is interrupted, and ends with {@code exit:timeout}.
   *
   * @param time more than 0
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withMaxCallTime(Duration time) {
    Duration checked = OptionChecks.positive(time);
    return change(changed -> changed.maxCallTime = checked);
  }

  /**
   * Sets how many links and monitors processes of other nodes may have with processes of this one.
   * By default 10,000 for one node and 40,000 for all, and more if the maximum heap exceeds 160
   * MiB. Further ones end at once with the reason {@code system_limit}. If the limit of all is
   * reached, each node still has a fourth of the limit of one, and at most 64.
   *
   * @param ofPeer 1 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withLinks(int ofPeer, int ofAll) {
    OptionChecks.ofOneAndAll(1, ofPeer, "ofPeer", ofAll);
    return change(
        changed -> {
          changed.peerLinks = ofPeer;
          changed.links = ofAll;
        });
  }

  /** Returns the options of mailboxes that are created without options. */
  public MailboxOptions mailbox() {
    return settings.mailbox;
  }

  /**
   * Sets the options of mailboxes that are created without options: by default {@link
   * MailboxOptions#defaults()}.
   */
  public NodeOptions withMailbox(MailboxOptions options) {
    MailboxOptions checked = Objects.requireNonNull(options, "options");
    return change(changed -> changed.mailbox = checked);
  }

  /**
   * Sets how many threads complete futures and call listeners, unless there is an {@linkplain
   * #withExecutor executor}: by default 2 for each processor, and at least 4.
   *
   * @param count 1 to 4,096
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withCallbackThreads(int count) {
    OptionChecks.between(1, MAX_THREADS, count, "count");
    return change(changed -> changed.callbackThreads = count);
  }

  /**
   * Sets the executor that completes futures and calls listeners: by default a pool of the node.
   * Its threads may be virtual ones. It must not run a task in the submitting thread, which may be
   * one that reads from a connection. The node does not close it.
   */
  public NodeOptions withExecutor(Executor callbacks) {
    Executor checked = Objects.requireNonNull(callbacks, "callbacks");
    return change(changed -> changed.executor = checked);
  }

  /**
   * Sets the consumer of the output of functions that other nodes run for this one, as far as it is
   * text. By default it is the logger {@code org.jets.node.output}, with the first 8,192 characters
   * of each text, and 100 texts in ten seconds. Further texts are counted. The texts of one node
   * arrive one after the other, those of several nodes in several threads.
   */
  public NodeOptions withOutput(Consumer<? super String> consumer) {
    Consumer<? super String> checked = Objects.requireNonNull(consumer, "consumer");
    return change(changed -> changed.output = checked);
  }

  /**
   * Sets how many texts of other nodes may wait until the {@linkplain #withOutput consumer} takes
   * them: by default 1,024 of one node and 4,096 of all. Beyond the limit of one node, the writer
   * is told {@code {error,enomem}}. Beyond the limit of all, the writers of other nodes are told so
   * too, except for one small text of each of 64 nodes.
   *
   * @param ofPeer 1 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withOutputQueue(int ofPeer, int ofAll) {
    OptionChecks.ofOneAndAll(1, ofPeer, "ofPeer", ofAll);
    return change(
        changed -> {
          changed.peerTexts = ofPeer;
          changed.texts = ofAll;
        });
  }

  /**
   * Sets how many bytes of the heap the {@linkplain #withOutputQueue waiting} texts may take. By
   * default a 256th of the maximum heap for one node, and a 64th for all. A byte of a list counts
   * as 8.
   *
   * @param ofPeer 1 or more
   * @param ofAll no less than {@code ofPeer}
   * @throws IllegalArgumentException if they are not
   */
  public NodeOptions withOutputBytes(long ofPeer, long ofAll) {
    OptionChecks.ofOneAndAll(1, ofPeer, "ofPeer", ofAll);
    return change(
        changed -> {
          changed.peerTextBytes = ofPeer;
          changed.textBytes = ofAll;
        });
  }

  /**
   * Sets the high-water mark of the heap, as a share of the maximum heap: by default 0.9. While
   * more is in use after a full collection, two things happen:
   *
   * <ul>
   *   <li>Calls of other nodes that would let tables grow, and their links and monitors, are
   *       refused with {@code system_limit}.
   *   <li>Full collections run, twice within the {@linkplain #withHeapPatience patience}.
   * </ul>
   *
   * <p>After half of the patience, connections are closed, those of the nodes that hold most first.
   * When there are none left, the node gives up.
   *
   * @param share more than 0, and at most 1: 1 for no mark
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withHeapMark(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share: " + share + " (expected: > 0, and <= 1)");
    }
    return change(changed -> changed.heapMark = share);
  }

  /**
   * Sets the patience with a heap above its mark: by default 10 seconds. After half of the
   * patience, the connection of the node that holds most is closed. After as much time again two
   * are closed, then four, and so on. After the last one, the node gives up once the whole patience
   * has passed: it tells the {@linkplain #withFailureListener failure listener}.
   *
   * @param time more than 0
   * @throws IllegalArgumentException if it is not
   */
  public NodeOptions withHeapPatience(Duration time) {
    Duration checked = OptionChecks.positive(time);
    return change(changed -> changed.heapPatience = checked);
  }

  /**
   * Sets the listener that is told, with a readable text, that the node can no longer work. The
   * heap has been above its mark for too long, or an error has ended a thread that is not replaced.
   * By default the text is logged. A program under a supervisor should then end.
   */
  public NodeOptions withFailureListener(Consumer<? super String> listener) {
    Consumer<? super String> checked = Objects.requireNonNull(listener, "listener");
    return change(changed -> changed.failureListener = checked);
  }

  /** Returns the options except cookies, functions and objects of the program. */
  @Override
  public String toString() {
    return "NodeOptions["
        + with(DistributionOptions.of(ANY_NAME, ANY_COOKIE))
        + ", "
        + settings
        + ']';
  }
}
