package org.jets.node;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jets.ets.TableSpace;
import org.jets.node.distribution.Cookie;
import org.jets.node.distribution.DistributionOptions;
import org.jets.node.distribution.NodeName;
import org.jets.node.distribution.TlsContext;
import org.jspecify.annotations.Nullable;

/** How an {@link ErlangNode} is connected and runs what it is asked for. Immutable. */
public final class NodeOptions {
  private static final Logger OUTPUT = System.getLogger("org.jets.node.output");

  private final List<Consumer<DistributionOptions.Builder>> connections;
  private final @Nullable Cookie cookie;
  final @Nullable TableSpace tables;
  final EtsOptions ets;
  final int jobThreads;
  final int jobQueue;
  final MailboxOptions mailbox;
  final @Nullable Executor executor;
  final Consumer<? super String> output;

  private NodeOptions(Builder builder) {
    connections = List.copyOf(builder.connections);
    cookie = builder.cookie;
    tables = builder.tables;
    ets = builder.ets;
    jobThreads = builder.jobThreads;
    jobQueue = builder.jobQueue;
    mailbox = builder.mailbox;
    executor = builder.executor;
    output = builder.output;
  }

  /** Begins the options of a node. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns how a node of this name is connected.
   *
   * @throws IOException if no cookie has been set, and that of the user cannot be read
   */
  DistributionOptions connections(NodeName name) throws IOException {
    return with(DistributionOptions.of(name, sharedCookie()));
  }

  /** Returns how a node is connected that has its name given by another. */
  DistributionOptions connectionsNamedBy(NodeName peer, String host) throws IOException {
    return with(DistributionOptions.namedBy(peer, host, sharedCookie()));
  }

  private Cookie sharedCookie() throws IOException {
    return cookie == null ? Cookie.ofUser() : cookie;
  }

  private DistributionOptions with(DistributionOptions.Builder builder) {
    connections.forEach(setting -> setting.accept(builder));
    return builder.build();
  }

  /** What the options are made with. Each option has a default, which it names. */
  public static final class Builder {
    private final List<Consumer<DistributionOptions.Builder>> connections = new ArrayList<>();
    private @Nullable Cookie cookie;
    private @Nullable TableSpace tables;
    private EtsOptions ets = EtsOptions.DEFAULT;
    private int jobThreads = Math.max(16, 4 * Runtime.getRuntime().availableProcessors());
    private int jobQueue = 10_000;
    private MailboxOptions mailbox = MailboxOptions.DEFAULT;
    private @Nullable Executor executor;
    private Consumer<? super String> output = text -> OUTPUT.log(Level.INFO, text);

    private Builder() {}

    private Builder with(Consumer<DistributionOptions.Builder> setting) {
      connections.add(setting);
      return this;
    }

    /**
     * Sets the cookie, which all nodes share that connect with each other: by default that of the
     * user, in the file {@code .erlang.cookie} where Erlang has it. Whoever knows it can do what a
     * node offers.
     *
     * @throws IllegalArgumentException if these are not 1 to 255 printable characters of ASCII
     */
    public Builder cookie(String characters) {
      cookie = Cookie.of(characters);
      return this;
    }

    /**
     * Sets the cookie from a file, which only its owner may be able to read.
     *
     * @throws IOException if it cannot be read, others may read it, or what is in it is no cookie
     */
    public Builder cookieFile(Path file) throws IOException {
      cookie = Cookie.read(file);
      return this;
    }

    /** Sets the cookie that this node shares with one other. */
    public Builder peerCookie(String node, String characters) {
      NodeName peer = NodeName.of(node);
      Cookie shared = Cookie.of(characters);
      return with(options -> options.peerCookie(peer, shared));
    }

    /** Sets the address to listen at: by default that of the loopback interface. */
    public Builder bind(InetAddress address) {
      Objects.requireNonNull(address, "address");
      return with(options -> options.bindAddress(address));
    }

    /** Sets the port to listen at: by default 0, for whichever is free. */
    public Builder port(int number) {
      return with(options -> options.port(number));
    }

    /** Whether other nodes can connect with this one: by default they can. */
    public Builder listen(boolean enabled) {
      return with(options -> options.listen(enabled));
    }

    /**
     * Sets where the epmd of this host is: by default at the loopback interface, at the port that
     * the environment variable {@code ERL_EPMD_PORT} says, else at 4369. Those of other hosts are
     * taken to be at the same port.
     */
    public Builder epmd(InetSocketAddress address) {
      Objects.requireNonNull(address, "address");
      return with(options -> options.epmd(address));
    }

    /** Does without epmd: other nodes must know the port, and so must this one know theirs. */
    public Builder withoutEpmd() {
      return with(DistributionOptions.Builder::withoutEpmd);
    }

    /** Sets where a node is, which then is not looked up. */
    public Builder peerAddress(String node, InetSocketAddress address) {
      NodeName peer = NodeName.of(node);
      Objects.requireNonNull(address, "address");
      return with(options -> options.peerAddress(peer, address));
    }

    /** Sets the port at which all other nodes are: Erlang's {@code -erl_epmd_port}. */
    public Builder peerPort(int number) {
      return with(options -> options.defaultPeerPort(number));
    }

    /**
     * Has all connections go through TLS: Erlang's {@code -proto_dist inet_tls}.
     *
     * @param context the node's certificate and key, and whom it trusts
     * @param requireClientCertificate whether nodes that connect with this one must show a
     *     certificate that it trusts
     * @param verifyHost whether the certificate of a node with which this one connects must be for
     *     the host in the node's name
     */
    public Builder tls(SSLContext context, boolean requireClientCertificate, boolean verifyHost) {
      TlsContext tls = new TlsContext(context, requireClientCertificate, verifyHost);
      return with(options -> options.tls(tls));
    }

    /** Sets how long connecting, with the handshake, may take: by default 7 seconds. */
    public Builder handshakeTimeout(Duration time) {
      return with(options -> options.handshakeTimeout(time));
    }

    /**
     * Sets after how long without a byte from a node it is taken for gone, which should be the same
     * on all nodes: by default 60 seconds.
     */
    public Builder netTickTime(Duration time) {
      return with(options -> options.netTickTime(time));
    }

    /** Sets how many connections there may be: by default 1,024. */
    public Builder maxConnections(int limit) {
      return with(options -> options.maxConnections(limit));
    }

    /**
     * Sets how many bytes a message of another node may have, in one piece or in fragments: by
     * default 256 MiB. A node that sends more loses its connection.
     */
    public Builder maxMessageBytes(int limit) {
      return with(options -> options.maxFrameBytes(limit).maxMessageBytes(limit));
    }

    /** Sets how deep terms may be nested that other nodes send: by default 1,000,000. */
    public Builder maxDepth(int limit) {
      return with(options -> options.maxDepth(limit));
    }

    /**
     * Sets how many atoms a connection may bring in a minute that there were not: by default
     * 1,048,576.
     */
    public Builder maxNewAtomsPerMinute(int limit) {
      return with(options -> options.maxNewAtomsPerMinute(limit));
    }

    /**
     * Sets how many messages may wait to be written to a connection before their senders do: by
     * default 8,192.
     */
    public Builder sendQueue(int messages) {
      return with(options -> options.sendQueueMessages(messages));
    }

    /**
     * Sets the tables that the node serves: by default a new space. The space takes the node's name
     * and creation, and must have no owners yet.
     */
    public Builder tables(TableSpace space) {
      tables = Objects.requireNonNull(space, "space");
      return this;
    }

    /** Sets what processes of other nodes may do with the tables. */
    public Builder ets(EtsOptions options) {
      ets = Objects.requireNonNull(options, "options");
      return this;
    }

    /**
     * Sets how many calls of other nodes are served at a time: by default 4 for each processor, and
     * 16 at least.
     */
    public Builder jobThreads(int count) {
      jobThreads = atLeast(1, count, "count");
      return this;
    }

    /**
     * Sets how many calls of other nodes may wait to be served: by default 10,000. Those above are
     * refused with {@code system_limit}.
     */
    public Builder jobQueue(int length) {
      jobQueue = atLeast(0, length, "length");
      return this;
    }

    /** Sets how mailboxes keep their messages that are made without options. */
    public Builder mailbox(MailboxOptions options) {
      mailbox = Objects.requireNonNull(options, "options");
      return this;
    }

    /**
     * Sets who completes futures and calls listeners: by default a pool of the node. Its threads
     * may be virtual ones. It must not run a task in the thread that brings it, which may be one
     * that reads from a connection. The node does not close it.
     */
    public Builder executor(Executor callbacks) {
      executor = Objects.requireNonNull(callbacks, "callbacks");
      return this;
    }

    /**
     * Sets who gets what functions write that other nodes run for this one, as far as it is text:
     * by default the logger {@code org.jets.node.output}.
     */
    public Builder output(Consumer<? super String> consumer) {
      output = Objects.requireNonNull(consumer, "consumer");
      return this;
    }

    /** Returns the options. */
    public NodeOptions build() {
      return new NodeOptions(this);
    }

    private static int atLeast(int least, int value, String name) {
      if (value < least) {
        throw new IllegalArgumentException(name + ": " + value + " (expected: >= " + least + ")");
      }
      return value;
    }
  }
}
