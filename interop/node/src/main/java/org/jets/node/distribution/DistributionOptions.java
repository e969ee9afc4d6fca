package org.jets.node.distribution;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Options of a node's connections with other nodes, and the limits that it imposes on those nodes.
 * Immutable.
 */
public final class DistributionOptions {
  final NodeName name;
  final @Nullable NodeName namedBy;
  final Cookie cookie;
  final Map<Atom, Cookie> peerCookies;
  final boolean listens;
  final InetAddress bindAddress;
  final int port;
  final @Nullable InetSocketAddress epmd;
  final Map<Atom, InetSocketAddress> peerAddresses;
  final int defaultPeerPort;
  final @Nullable TlsContext tls;
  final @Nullable BiPredicate<? super String, ? super X509Certificate> certificateCheck;
  final int maxHandshakeBytes;
  final Duration handshakeTimeout;
  final int maxHandshakes;
  final int maxHandshakesOfAddress;
  final int maxConnections;
  final int maxConnectionsOfAddress;
  final int maxFrameBytes;
  final int maxMessageBytes;
  final int maxFragmentedMessages;
  final long maxFragmentedBytes;
  final int maxDepth;
  final int maxNewAtomsPerMessage;
  final int maxNewAtomsPerMinute;
  final int sendQueueMessages;
  final int sendReserveMessages;
  final long sendQueueBytes;
  final long sendBytes;
  final long receiveBytes;
  final Duration messageProgress;
  final Duration netTickTime;
  final Predicate<? super String> allowedNodes;
  final boolean dials;
  final AuditLog audit;
  final RateLimitedLog log;

  private DistributionOptions(Builder builder) {
    name = builder.name;
    namedBy = builder.namedBy;
    cookie = builder.cookie;
    peerCookies = Map.copyOf(builder.peerCookies);
    listens = builder.listens && builder.namedBy == null;
    bindAddress = builder.bindAddress;
    port = builder.port;
    epmd = builder.epmd;
    peerAddresses = Map.copyOf(builder.peerAddresses);
    defaultPeerPort = builder.defaultPeerPort;
    tls = builder.tls;
    certificateCheck = builder.certificateCheck;
    maxHandshakeBytes = builder.maxHandshakeBytes;
    handshakeTimeout = builder.handshakeTimeout;
    maxHandshakes = builder.maxHandshakes;
    maxHandshakesOfAddress = builder.maxHandshakesOfAddress;
    maxConnections = builder.maxConnections;
    maxConnectionsOfAddress = builder.maxConnectionsOfAddress;
    maxFrameBytes = builder.maxFrameBytes;
    maxMessageBytes = builder.maxMessageBytes;
    maxFragmentedMessages = builder.maxFragmentedMessages;
    maxFragmentedBytes = builder.maxFragmentedBytes;
    maxDepth = builder.maxDepth;
    maxNewAtomsPerMessage = builder.maxNewAtomsPerMessage;
    maxNewAtomsPerMinute = builder.maxNewAtomsPerMinute;
    sendQueueMessages = builder.sendQueueMessages;
    sendReserveMessages = builder.sendReserveMessages;
    sendQueueBytes = builder.sendQueueBytes;
    sendBytes = builder.sendBytes;
    receiveBytes = builder.receiveBytes;
    messageProgress = builder.messageProgress;
    netTickTime = builder.netTickTime;
    allowedNodes = builder.allowedNodes;
    dials = builder.dials;
    audit = builder.audit;
    log = builder.log;
  }

  /** Begins the options of a node with this name and cookie. */
  public static Builder of(NodeName name, Cookie cookie) {
    return new Builder(name, cookie, null);
  }

  /**
   * Begins the options of a node to which another node gives a name. It does not listen, and first
   * connects with that node.
   *
   * @param host the part of the name after the {@code @}
   */
  public static Builder namedBy(NodeName peer, String host, Cookie cookie) {
    return new Builder(new NodeName("undefined", host), cookie, peer);
  }

  /** Returns the time for connecting as the JDK's sockets take it: 1 millisecond at least. */
  int handshakeMillis() {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, handshakeTimeout.toMillis()));
  }

  /** Returns the cookie that this node and another share. */
  Cookie cookieFor(Atom peer) {
    return peerCookies.getOrDefault(peer, cookie);
  }

  /**
   * Checks that the node's own certificate is valid for its name: else other nodes refuse it.
   *
   * @throws IOException if it is not
   */
  void checkOwnCertificate() throws IOException {
    BiPredicate<? super String, ? super X509Certificate> check = certificateCheck;
    X509Certificate own = tls == null ? null : tls.ownCertificate();
    if (check != null && own != null && !check.test(name.toString(), own)) {
      throw new IOException(
          "the certificate of "
              + own.getSubjectX500Principal()
              + " does not speak for this node, "
              + name
              + " (--tls-cert, withTls, withTlsNames)");
    }
  }

  /** Returns the options except the name, the cookies and all functions. */
  @Override
  public String toString() {
    return "listen="
        + listens
        + ", bindAddress="
        + bindAddress.getHostAddress()
        + ", port="
        + port
        + ", epmd="
        + (epmd == null ? "none" : epmd)
        + ", peerAddresses="
        + peerAddresses
        + ", peerPort="
        + defaultPeerPort
        + ", tls="
        + (tls != null)
        + ", dial="
        + dials
        + ", handshakeTimeout="
        + handshakeTimeout
        + ", netTickTime="
        + netTickTime
        + ", maxHandshakeBytes="
        + maxHandshakeBytes
        + ", maxHandshakes="
        + pair(maxHandshakesOfAddress, maxHandshakes)
        + ", maxConnections="
        + pair(maxConnectionsOfAddress, maxConnections)
        + ", maxMessageBytes="
        + maxMessageBytes
        + ", maxFragments="
        + pair(maxFragmentedMessages, maxFragmentedBytes)
        + ", maxDepth="
        + maxDepth
        + ", maxNewAtomsPerMessage="
        + maxNewAtomsPerMessage
        + ", maxNewAtomsPerMinute="
        + maxNewAtomsPerMinute
        + ", sendQueue="
        + sendQueueMessages
        + ", sendReserve="
        + sendReserveMessages
        + ", sendQueueBytes="
        + sendQueueBytes
        + ", sendBytes="
        + sendBytes
        + ", receiveBytes="
        + receiveBytes
        + ", messageProgress="
        + messageProgress;
  }

  private static String pair(long first, long second) {
    return "(" + first + ", " + second + ")";
  }

  /** Collects options. Each option has a default, which its method names. */
  public static final class Builder {
    private final NodeName name;
    private final @Nullable NodeName namedBy;
    private final Cookie cookie;
    private final Map<Atom, Cookie> peerCookies = new HashMap<>();
    private final Map<Atom, InetSocketAddress> peerAddresses = new HashMap<>();
    private boolean listens = true;
    private InetAddress bindAddress = InetAddress.getLoopbackAddress();
    private int port;
    private @Nullable InetSocketAddress epmd = Epmd.localAddress();
    private int defaultPeerPort;
    private @Nullable TlsContext tls;
    private @Nullable BiPredicate<? super String, ? super X509Certificate> certificateCheck;
    private int maxHandshakeBytes = 1 << 16;
    private Duration handshakeTimeout = Duration.ofSeconds(7);
    private int maxHandshakes = 128;
    private int maxHandshakesOfAddress = 64;
    private int maxConnections = Math.max(128, ofHeap(1024));
    private int maxConnectionsOfAddress = maxConnections / 2;
    private int maxFrameBytes = 1 << 28;
    private int maxMessageBytes = 1 << 28;
    private int maxFragmentedMessages = 1024;
    private long maxFragmentedBytes = 1L << 29;
    private int maxDepth = 1_000_000;
    private int maxNewAtomsPerMessage = 1 << 16;
    private int maxNewAtomsPerMinute = 1 << 20;
    private int sendQueueMessages = ofHeap(8192);
    private int sendReserveMessages = ofHeap(24_576);
    private long sendQueueBytes =
        Math.min(1 << 24, Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 64));
    private long sendBytes = Runtime.getRuntime().maxMemory() / 4;
    private long receiveBytes = Runtime.getRuntime().maxMemory() / 4;
    private Predicate<? super String> allowedNodes = name -> true;
    private boolean dials = true;
    private AuditLog audit = new AuditLog();
    private RateLimitedLog log = new RateLimitedLog();
    private Duration messageProgress = Duration.ofMinutes(2);
    private Duration netTickTime = Duration.ofSeconds(60);

    private Builder(NodeName name, Cookie cookie, @Nullable NodeName namedBy) {
      this.name = Objects.requireNonNull(name, "name");
      this.cookie = Objects.requireNonNull(cookie, "cookie");
      this.namedBy = namedBy;
    }

    /** Sets the cookie that this node shares with one other: by default the same as with all. */
    public Builder peerCookie(NodeName peer, Cookie shared) {
      peerCookies.put(peer.atom(), Objects.requireNonNull(shared, "shared"));
      return this;
    }

    /** Sets whether other nodes can connect with this one: by default they can. */
    public Builder listen(boolean enabled) {
      listens = enabled;
      return this;
    }

    /** Sets the address to listen at: by default that of the loopback interface. */
    public Builder bindAddress(InetAddress address) {
      bindAddress = Objects.requireNonNull(address, "address");
      return this;
    }

    /** Sets the port to listen at: by default 0, for any free port. */
    public Builder port(int number) {
      port = checkPort(number, 0);
      return this;
    }

    /**
     * Sets the address of this host's epmd: by default at the loopback interface, at the port that
     * the environment variable {@code ERL_EPMD_PORT} says, else at 4369. The epmd of any other host
     * is expected at the same port.
     */
    public Builder epmd(InetSocketAddress address) {
      epmd = Objects.requireNonNull(address, "address");
      return this;
    }

    /** Turns epmd off: the nodes must know each other's ports. */
    public Builder withoutEpmd() {
      epmd = null;
      return this;
    }

    /** Sets the address of a node, which then is not looked up. */
    public Builder peerAddress(NodeName peer, InetSocketAddress address) {
      peerAddresses.put(peer.atom(), Objects.requireNonNull(address, "address"));
      return this;
    }

    /** Sets the port at which all nodes listen: Erlang's {@code -erl_epmd_port}. */
    public Builder defaultPeerPort(int number) {
      defaultPeerPort = checkPort(number, 1);
      return this;
    }

    /** Makes all connections go through TLS: Erlang's {@code -proto_dist inet_tls}. */
    public Builder tls(TlsContext context) {
      tls = Objects.requireNonNull(context, "context");
      return this;
    }

    /**
     * Sets the check that a certificate is valid for the name of a node: by default there is none.
     */
    public Builder certificateCheck(BiPredicate<? super String, ? super X509Certificate> check) {
      certificateCheck = Objects.requireNonNull(check, "check");
      return this;
    }

    /** Sets the limit of bytes of a handshake message: by default 64 KiB. */
    public Builder maxHandshakeBytes(int limit) {
      maxHandshakeBytes = checkLimit(limit);
      return this;
    }

    /** Sets the limit of time for connecting, with the handshake: by default 7 seconds. */
    public Builder handshakeTimeout(Duration time) {
      handshakeTimeout = checkTime(time);
      return this;
    }

    /**
     * Sets how many handshakes that other nodes began may be under way at once: by default 128. If
     * there is one more, the oldest handshake of the address with the most is dropped.
     */
    public Builder maxHandshakes(int limit) {
      maxHandshakes = checkLimit(limit);
      return this;
    }

    /**
     * Sets how many handshakes of one address may be under way at once: by default 64. If there is
     * one more, the oldest is dropped.
     */
    public Builder maxHandshakesOfAddress(int limit) {
      maxHandshakesOfAddress = checkLimit(limit);
      return this;
    }

    /**
     * Sets the limit of connections: by default 1,024, or one for each MiB of a smaller heap, but
     * at least 128.
     */
    public Builder maxConnections(int limit) {
      maxConnections = checkLimit(limit);
      return this;
    }

    /** Sets the limit of connections that nodes at one address have made: by default 512. */
    public Builder maxConnectionsOfAddress(int limit) {
      maxConnectionsOfAddress = checkLimit(limit);
      return this;
    }

    /** Sets the limit of bytes of a frame: by default 256 MiB. */
    public Builder maxFrameBytes(int limit) {
      maxFrameBytes = checkLimit(limit);
      return this;
    }

    /** Sets the limit of bytes of a message that comes in fragments: by default 256 MiB. */
    public Builder maxMessageBytes(int limit) {
      maxMessageBytes = checkLimit(limit);
      return this;
    }

    /** Sets how many messages of a connection may be incomplete at once: by default 1,024. */
    public Builder maxFragmentedMessages(int limit) {
      maxFragmentedMessages = checkLimit(limit);
      return this;
    }

    /** Sets the limit of bytes of all incomplete messages of a connection: by default 512 MiB. */
    public Builder maxFragmentedBytes(long limit) {
      maxFragmentedBytes = checkLimit(limit);
      return this;
    }

    /** Sets the limit of nesting of terms: by default 1,000,000. */
    public Builder maxDepth(int limit) {
      maxDepth = checkLimit(limit);
      return this;
    }

    /** Sets how many new atoms a message may bring: by default 65,536. */
    public Builder maxNewAtomsPerMessage(int limit) {
      maxNewAtomsPerMessage = checkLimit(limit);
      return this;
    }

    /** Sets how many new atoms a connection may bring in a minute: by default 1,048,576. */
    public Builder maxNewAtomsPerMinute(int limit) {
      maxNewAtomsPerMinute = checkLimit(limit);
      return this;
    }

    /**
     * Sets how many messages may wait to be written to a connection: by default 8,192, and fewer if
     * the maximum heap is below 1 GiB.
     */
    public Builder sendQueueMessages(int limit) {
      sendQueueMessages = checkLimit(limit);
      return this;
    }

    /**
     * Sets how many more messages may wait that come from threads that must not wait: by default
     * 24,576, and fewer if the maximum heap is below 1 GiB.
     */
    public Builder sendReserveMessages(int limit) {
      sendReserveMessages = checkLimit(limit);
      return this;
    }

    /**
     * Sets how many bytes may wait to be written to a connection: by default 16 MiB, and less if
     * the maximum heap is below 1 GiB.
     */
    public Builder sendQueueBytes(long limit) {
      sendQueueBytes = checkLimit(limit);
      return this;
    }

    /**
     * Sets how many bytes may wait to be written to all connections: by default a quarter of the
     * maximum heap.
     */
    public Builder sendBytes(long limit) {
      sendBytes = checkLimit(limit);
      return this;
    }

    /**
     * Sets how many bytes the incomplete messages of all connections, and the atoms that they
     * remember, may have together: by default a quarter of the maximum heap. Beyond that, the
     * connection of a node that adds to more than half of its equal share is closed.
     */
    public Builder receiveBytes(long limit) {
      receiveBytes = checkLimit(limit);
      return this;
    }

    /**
     * Sets the time in which an incomplete message must grow by 32 KiB, and by a 32nd of what it
     * takes: by default 2 minutes. Else its connection is closed.
     */
    public Builder messageProgress(Duration time) {
      messageProgress = checkTime(time);
      return this;
    }

    /**
     * Sets the time without a byte after which a node is considered down: by default 60 seconds. It
     * should be the same on all nodes.
     */
    public Builder netTickTime(Duration time) {
      netTickTime = checkTime(time);
      return this;
    }

    /** Sets the nodes with which there may be connections: by default all. */
    public Builder allowedNodes(Predicate<? super String> names) {
      allowedNodes = Objects.requireNonNull(names, "names");
      return this;
    }

    /** Sets whether this node connects with others: by default it does. */
    public Builder dial(boolean enabled) {
      dials = enabled;
      return this;
    }

    /** Sets the log of connections: by default a log that no thread writes. */
    public Builder audit(AuditLog log) {
      audit = Objects.requireNonNull(log, "log");
      return this;
    }

    /** Sets the log of connections that fail: by default a log of this node alone. */
    public Builder log(RateLimitedLog limited) {
      log = Objects.requireNonNull(limited, "limited");
      return this;
    }

    /** Returns the options. */
    public DistributionOptions build() {
      return new DistributionOptions(this);
    }

    private static int checkPort(int number, int least) {
      if (number < least || number > 0xffff) {
        throw new IllegalArgumentException(
            "number: " + number + " (expected: " + least + "..65535)");
      }
      return number;
    }

    /** Returns a default count: fewer in proportion if the maximum heap is below 1 GiB. */
    private static int ofHeap(int count) {
      long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
      return (int) Math.max(1, Math.min(count, (count * mebibytes) >> 10));
    }

    private static int checkLimit(int limit) {
      checkLimit((long) limit);
      return limit;
    }

    private static long checkLimit(long limit) {
      if (limit < 1) {
        throw new IllegalArgumentException("limit: " + limit + " (expected: >= 1)");
      }
      return limit;
    }

    private static Duration checkTime(Duration time) {
      Objects.requireNonNull(time, "time");
      if (time.isNegative() || time.isZero()) {
        throw new IllegalArgumentException("time: " + time + " (expected: more than 0)");
      }
      return time;
    }
  }
}
