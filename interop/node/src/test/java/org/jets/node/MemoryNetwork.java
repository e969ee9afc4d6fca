package org.jets.node;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.node.distribution.Connection;
import org.jets.node.distribution.ConnectionListener;
import org.jets.node.distribution.ControlMessage;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in one JVM that are connected without sockets. The other node's reader thread takes the
 * sent messages in order, as from a socket. Nothing is encoded.
 */
public final class MemoryNetwork {
  private final Map<Atom, Endpoint> endpoints = new ConcurrentHashMap<>();

  /** Guards the set of connections. */
  private final ReentrantLock connecting = new ReentrantLock();

  /** True while messages that are sent in turn find no memory. */
  private volatile boolean isMemoryShort;

  private final AtomicInteger refusals = new AtomicInteger();

  /** Sets whether messages that are sent in turn fail for want of memory. */
  public void setMemoryShort(boolean isShort) {
    isMemoryShort = isShort;
  }

  /** Returns how many messages have found no memory. */
  public int refusals() {
    return refusals.get();
  }

  /** Returns the transport of a node, which other nodes reach once it serves. */
  NodeTransport transport(String node, int creation) {
    return new Endpoint(Atom.of(node), creation);
  }

  /** Starts a node that is reached through this network. */
  public ErlangNode start(String node, int creation, NodeOptions options) {
    return ErlangNode.start(transport(node, creation), options);
  }

  private final class Endpoint implements NodeTransport {
    private final Atom node;
    private final int creation;
    private final Map<Atom, End> connections = new ConcurrentHashMap<>();
    private volatile @Nullable ConnectionListener listener;

    Endpoint(Atom node, int creation) {
      this.node = node;
      this.creation = creation;
    }

    @Override
    public Atom node() {
      return node;
    }

    @Override
    public int creation() {
      return creation;
    }

    @Override
    public int port() {
      return 0;
    }

    @Override
    public void serve(ConnectionListener connectionListener) {
      listener = connectionListener;
      endpoints.put(node, this);
    }

    @Override
    public CompletableFuture<Connection> connect(Atom peer) {
      connecting.lock();
      try {
        Endpoint other = endpoints.get(peer);
        if (other == null || !endpoints.containsKey(node)) {
          return CompletableFuture.failedFuture(new IOException("no node " + peer));
        }
        End existing = connections.get(peer);
        if (existing != null && existing.isOpen) {
          return CompletableFuture.completedFuture(existing);
        }
        End ofOther = other.connections.get(node);
        if (existing != null || ofOther != null) {
          // Both sides are told of the end of one connection before they are told of the next.
          return CompletableFuture.allOf(endOf(existing), endOf(ofOther))
              .thenCompose(ended -> connect(peer));
        }
        End here = new End(this, other);
        End there = new End(other, this);
        here.other = there;
        there.other = here;
        connections.put(peer, here);
        other.connections.put(node, there);
        // Neither side gets a message from the other before it has been told of the connection.
        CompletableFuture<Void> bothTold = new CompletableFuture<>();
        here.start(bothTold);
        there.start(bothTold);
        bothTold.complete(null);
        return CompletableFuture.completedFuture(here);
      } finally {
        connecting.unlock();
      }
    }

    private static CompletableFuture<Void> endOf(@Nullable End end) {
      return end == null ? CompletableFuture.completedFuture(null) : end.ended;
    }

    @Override
    public void close() {
      connecting.lock();
      try {
        endpoints.remove(node, this);
      } finally {
        connecting.unlock();
      }
      for (End end : connections.values()) {
        end.close("its node is closed");
        end.awaitEnd();
      }
    }
  }

  /** One end of a connection. */
  private final class End implements Connection {
    private final Endpoint owner;
    private final Endpoint peer;
    private final ExecutorService reader =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "memory-reader");
              thread.setDaemon(true);
              return thread;
            });
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean isOpen = true;
    private volatile @Nullable End other;

    End(Endpoint owner, Endpoint peer) {
      this.owner = owner;
      this.peer = peer;
    }

    void start(CompletableFuture<Void> begin) {
      reader.execute(
          () -> {
            begin.join();
            owner.listener.connected(this);
          });
    }

    @Override
    public Atom peer() {
      return peer.node;
    }

    @Override
    public int peerCreation() {
      return peer.creation;
    }

    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public boolean send(ControlMessage message) {
      return sendWithoutWaiting(message);
    }

    @Override
    public boolean sendWithoutWaiting(ControlMessage message) {
      if (!isOpen) {
        return false;
      }
      try {
        other.reader.execute(() -> other.receive(message));
      } catch (RejectedExecutionException e) {
        return false;
      }
      return true;
    }

    @Override
    public boolean sendInTurn(ControlMessage message, boolean isAtOnce) {
      if (isMemoryShort) {
        refusals.incrementAndGet();
        throw new OutOfMemoryError("of the test");
      }
      return sendWithoutWaiting(message);
    }

    private void receive(ControlMessage message) {
      if (isOpen) {
        try {
          owner.listener.received(this, message);
        } catch (Exception e) {
          close(e.toString());
        }
      }
    }

    @Override
    public void close(String reason) {
      end();
      other.end();
    }

    private synchronized void end() {
      if (isOpen) {
        isOpen = false;
        reader.execute(
            () -> {
              owner.listener.disconnected(this);
              owner.connections.remove(peer.node, this);
              ended.complete(null);
            });
        reader.shutdown();
      }
    }

    void awaitEnd() {
      ended.orTimeout(Await.SECONDS, java.util.concurrent.TimeUnit.SECONDS).join();
    }
  }
}
