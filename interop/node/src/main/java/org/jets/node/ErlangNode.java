package org.jets.node;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jets.ets.TableLogException;
import org.jets.ets.TableSpace;
import org.jets.node.distribution.Distribution;
import org.jets.node.distribution.DistributionOptions;
import org.jets.node.distribution.NodeName;
import org.jets.node.process.Session;
import org.jets.node.services.CodeModule;
import org.jets.node.services.ErlangModule;
import org.jets.node.services.ListsModule;
import org.jets.node.services.NetAdmModule;
import org.jets.node.services.NetKernel;
import org.jets.node.services.ObserverBackend;
import org.jets.node.services.Processes;
import org.jets.node.services.RuntimeFacts;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * An Erlang node in Java: it has {@linkplain Mailbox processes}, calls functions of other nodes and
 * offers its own to them. To Erlang it is a hidden node: it is in {@code nodes(hidden)}. Other
 * nodes do not connect with it merely because one of them has.
 *
 * <p>Connections are made on demand. From the start, a node offers the modules {@code ets} and
 * {@code jets}, with its tables, and a few functions of {@code erlang}, {@code lists}, {@code
 * net_adm} and {@code code}, and those of {@code observer_backend} and {@code appmon_info} that
 * Erlang's {@code observer} and {@code etop} call. {@link #expose} adds modules. Nothing else can
 * be called.
 *
 * <p>Safe for use by many threads.
 */
public final class ErlangNode extends Caller implements AutoCloseable {
  private final NodeKernel kernel;

  private ErlangNode(NodeKernel kernel) {
    super(kernel.self(), kernel.self().calls(), kernel.messenger());
    this.kernel = kernel;
  }

  /**
   * Starts a node. Other nodes can connect with it once this returns.
   *
   * @param name the name, such as {@code jets@127.0.0.1}. If the nodes that it talks to have long
   *     names, with a dot in the host, its own must be long too
   * @throws IOException if the port is not free, there is no epmd, epmd knows a node of that name,
   *     or there is no cookie
   * @throws IllegalArgumentException if the name is malformed, or the options give one node more
   *     threads or room for calls than all nodes together
   * @throws IllegalStateException if the table space in the options already has owners
   * @throws TableLogException if the data folder in the options cannot be opened
   */
  public static ErlangNode start(String name, NodeOptions options) throws IOException {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(options, "options").settings.check();
    DistributionOptions connections = options.connections(NodeName.of(name));
    return start(new SocketTransport(Distribution.open(connections)), options);
  }

  /**
   * Starts a node that does not listen and to which another node gives a name. This suits
   * short-lived nodes that need no name of their own.
   *
   * @param peer the node that gives the name, with which this node connects first
   * @param host the part of the name after the {@code @}
   * @throws IOException if the other node cannot be reached or gives no names, or there is no
   *     cookie
   */
  public static ErlangNode startNamedBy(String peer, String host, NodeOptions options)
      throws IOException {
    Objects.requireNonNull(peer, "peer");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(options, "options").settings.check();
    DistributionOptions connections = options.connectionsNamedBy(NodeName.of(peer), host);
    return start(new SocketTransport(Distribution.open(connections)), options);
  }

  /** Starts a node that other nodes reach through a transport, which the node closes. */
  static ErlangNode start(NodeTransport transport, NodeOptions options) {
    NodeKernel kernel;
    try {
      kernel = new NodeKernel(transport, options);
    } catch (RuntimeException e) {
      transport.close();
      throw e;
    }
    ErlangNode node = new ErlangNode(kernel);
    node.offer("ets", kernel.ets());
    node.offer("jets", kernel.ets().jets());
    RuntimeFacts facts = kernel.facts();
    node.offer("erlang", ErlangModule.of(facts, kernel.modules(), options.settings.decodeBudget()));
    node.offer("lists", ListsModule.of());
    node.offer("net_adm", NetAdmModule.of(other -> node.ping(other.name())));
    node.offer("code", CodeModule.of(kernel.modules()));
    node.offer("appmon_info", ObserverBackend.applications(kernel.processes()));
    node.offer("observer_backend", ObserverBackend.of(facts, kernel.processes(), kernel.modules()));
    boolean isOpen = false;
    try {
      kernel.openData();
      isOpen = true;
    } finally {
      if (!isOpen) {
        kernel.close();
      }
    }
    kernel.serve();
    return node;
  }

  /** Returns the name of this node. */
  public String name() {
    return kernel.table().node().name();
  }

  /**
   * Returns the creation of this node: an unsigned number that tells its incarnation from others of
   * the same name.
   */
  public int creation() {
    return kernel.table().creation();
  }

  /** Returns the port at which other nodes reach this one; 0 if they cannot. */
  public int port() {
    return kernel.transport().port();
  }

  /** Returns the tables that this node serves. */
  public TableSpace tables() {
    return kernel.tables();
  }

  /** Creates a process for Java code. */
  public Mailbox newMailbox() {
    return newMailbox(kernel.options().settings.mailbox);
  }

  /** Creates a process for Java code, with options of its own. */
  public Mailbox newMailbox(MailboxOptions options) {
    return kernel.newMailbox(Objects.requireNonNull(options, "options"));
  }

  /**
   * Creates a process for Java code that is registered by a name.
   *
   * @throws IllegalArgumentException if another process has the name
   */
  public Mailbox newMailbox(String name) {
    Mailbox mailbox = newMailbox();
    try {
      mailbox.register(name);
    } catch (IllegalArgumentException e) {
      mailbox.close();
      throw e;
    }
    return mailbox;
  }

  /**
   * Lets other nodes call a module. Replaces the module that had the name, if there was one.
   *
   * @param name the name of the module, as other nodes call it
   * @throws IllegalArgumentException if it is {@code ets}, {@code jets}, {@code erlang}, {@code
   *     lists}, {@code net_adm}, {@code code}, {@code observer_backend} or {@code appmon_info}:
   *     {@link #replaceModule} replaces these
   */
  public void expose(String name, ExposedModule module) {
    kernel.modules().expose(Atom.of(name), Objects.requireNonNull(module, "module"));
  }

  private void offer(String name, ExposedModule module) {
    kernel.modules().offer(Atom.of(name), module);
  }

  /**
   * Replaces a module that the node offers from the start. Other nodes depend on these modules: to
   * connect, to call and to use tables. Calls that have begun end in the replaced module. The
   * modules {@code ets} and {@code jets} change the same tables: to restrict the use of tables,
   * replace both.
   *
   * @param name {@code ets}, {@code jets}, {@code erlang}, {@code lists}, {@code net_adm}, {@code
   *     code}, {@code observer_backend} or {@code appmon_info}
   * @throws IllegalArgumentException if it is none of these
   */
  public void replaceModule(String name, ExposedModule module) {
    kernel.modules().replace(Atom.of(name), Objects.requireNonNull(module, "module"));
  }

  /**
   * Connects with a node, if it is not connected.
   *
   * @return a future that fails with an {@link IOException} if the node cannot be reached or
   *     refuses
   */
  public CompletableFuture<Void> connect(String node) {
    return kernel.router().session(Atom.of(node)).thenAcceptAsync(session -> {}, kernel.executor());
  }

  /** Closes the connection with a node; returns false if there is none. */
  public boolean disconnect(String node) {
    Session session = kernel.router().currentSession(Atom.of(node));
    if (session == null || node.equals(name())) {
      return false;
    }
    session.close("this node disconnects it");
    return true;
  }

  /**
   * Returns a future that tells whether a node accepts this one, as {@code net_adm:ping} does. The
   * future never fails.
   */
  public CompletableFuture<Boolean> ping(String node) {
    return genCall(NetKernel.NET_KERNEL.name(), node, NetKernel.isAuth(kernel.table().node()))
        .handle((answer, failure) -> answer == NetKernel.YES);
  }

  /** Returns the names of the nodes that are connected, in no order. */
  public List<String> nodes() {
    return kernel.router().sessions().stream()
        .map(session -> session.peer().name())
        .filter(peer -> !peer.equals(name()))
        .toList();
  }

  /**
   * Closes all connections, ends all mailboxes with the reason {@code shutdown}, and interrupts
   * calls that are being served. Futures of calls end. Tables that processes of other nodes own
   * pass to their heirs on this node, or are deleted. The tables of the data folder end, and their
   * logs stay there. All other tables stay.
   */
  @Override
  public void close() {
    kernel.close();
  }

  /**
   * Sets the observer of this node, instead of the one before. Without an observer, each call of
   * another node, refusal and connection reads one field for it.
   *
   * @param observer null for none, as at first
   */
  public void observe(@Nullable NodeObserver observer) {
    kernel.observer().set(observer);
  }

  /** Removes an observer, unless another one has taken its place. */
  public void unobserve(NodeObserver observer) {
    kernel.observer().remove(observer);
  }

  /** Returns the state of this node and of its connections. Linear in the number of these. */
  public NodeStatus status() {
    return kernel.status();
  }

  /** Returns how many calls of other nodes are being served or wait. */
  int callCount() {
    return kernel.callCount();
  }

  /** Returns how many links and monitors other nodes have with processes of this one. */
  long linkCount() {
    return kernel.linkCount();
  }

  /** Returns how many owners and fixations of tables count for other nodes. */
  int ownerCount() {
    return kernel.ownerCount();
  }

  /**
   * Returns about how many bytes the texts take that other nodes have written and that still wait.
   */
  long outputBytes() {
    return kernel.outputBytes();
  }

  /** Returns the access to processes that the services of this node use. */
  Processes processes() {
    return kernel.processes();
  }

  @Override
  public String toString() {
    return name();
  }
}
