package org.jets.node.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A bad network: a proxy for TCP at the loopback address. It connects each of its clients to the
 * target, and applies its {@link Fault}s, one for each direction.
 *
 * <p>Faults apply to later connections. A test that wants another fault for each connection sets it
 * before it lets one come. Safe for use by many threads.
 */
public final class FaultProxy implements AutoCloseable {
  private static final int BUFFER = 16 * 1024;

  private final InetSocketAddress target;
  private final ServerSocket server;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Guarded by this, as are all fields below. */
  private final List<Socket> sockets = new ArrayList<>();

  private final List<Thread> threads = new ArrayList<>();
  private Fault toTarget = Fault.none();
  private Fault fromTarget = Fault.none();
  private long passedToTarget;
  private long passedFromTarget;
  private int connections;
  private boolean closed;

  private FaultProxy(InetSocketAddress target, ServerSocket server) {
    this.target = target;
    this.server = server;
  }

  /** Starts a proxy for a port, without faults. */
  public static FaultProxy to(int targetPort) throws IOException {
    return to(Loopback.address(targetPort));
  }

  /** Starts a proxy for an address, without faults. */
  public static FaultProxy to(InetSocketAddress target) throws IOException {
    ServerSocket server = new ServerSocket();
    server.bind(Loopback.address(0));
    FaultProxy proxy = new FaultProxy(target, server);
    proxy.start("fault-proxy", proxy::accept);
    return proxy;
  }

  /** Returns the port to connect to. */
  public int port() {
    return server.getLocalPort();
  }

  /** Sets the fault of later connections in the direction to the target. */
  public synchronized FaultProxy toTarget(Fault fault) {
    toTarget = fault;
    return this;
  }

  /** Sets the fault of later connections in the direction from the target. */
  public synchronized FaultProxy fromTarget(Fault fault) {
    fromTarget = fault;
    return this;
  }

  /** Returns how many bytes have been passed on to the target, on all connections. */
  public synchronized long passedToTarget() {
    return passedToTarget;
  }

  /** Returns how many bytes have been passed on from the target, on all connections. */
  public synchronized long passedFromTarget() {
    return passedFromTarget;
  }

  /** Returns how many connections have been accepted. */
  public synchronized int connections() {
    return connections;
  }

  /** Closes all connections, and accepts new ones. */
  public synchronized void cutAll() {
    for (Socket socket : sockets) {
      close(socket);
    }
    sockets.clear();
  }

  private void accept() {
    try {
      while (true) {
        connect(server.accept());
      }
    } catch (IOException e) {
      // The proxy is closed.
    }
  }

  private void connect(Socket client) {
    Socket far = new Socket();
    try {
      far.connect(target);
      client.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
    } catch (IOException e) {
      // As if the target were connected to itself: it accepts no connection.
      close(client);
      close(far);
      return;
    }
    synchronized (this) {
      if (closed) {
        close(client);
        close(far);
        return;
      }
      connections++;
      sockets.add(client);
      sockets.add(far);
      Fault there = toTarget;
      Fault back = fromTarget;
      start("fault-proxy-there", () -> pump(client, far, there, true));
      start("fault-proxy-back", () -> pump(far, client, back, false));
    }
  }

  private synchronized void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void pump(Socket source, Socket sink, Fault fault, boolean there) {
    byte[] buffer = new byte[BUFFER];
    long left = fault.bytes();
    try {
      InputStream in = source.getInputStream();
      OutputStream out = sink.getOutputStream();
      while (left > 0) {
        int n = in.read(buffer, 0, (int) Math.min(Math.min(buffer.length, fault.chunk()), left));
        if (n < 0) {
          sink.shutdownOutput();
          return;
        }
        Thread.sleep(fault.delay().toMillis());
        out.write(buffer, 0, n);
        left -= n;
        count(n, there);
      }
      switch (fault.kind()) {
        case CUT -> {
          close(source);
          close(sink);
        }
        case HALF_CLOSE -> sink.shutdownOutput();
        case STALL -> closing.await();
      }
    } catch (IOException e) {
      close(source);
      close(sink);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void count(int n, boolean there) {
    if (there) {
      passedToTarget += n;
    } else {
      passedFromTarget += n;
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Then it is closed.
    }
  }

  /** Closes all connections, accepts no more, and waits for its threads. */
  @Override
  public void close() throws IOException {
    List<Thread> ending;
    synchronized (this) {
      closed = true;
      ending = List.copyOf(threads);
    }
    server.close();
    closing.countDown();
    cutAll();
    for (Thread thread : ending) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
