package org.jets.node.distribution;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A socket on which nodes talk, encrypted or not, with the input that has been read from it.
 * Closing it ends reading and writing in any thread.
 */
final class Channel implements Closeable {
  private static final Logger LOG = System.getLogger("org.jets.node");

  /** The length in front of a frame has two bytes during the handshake, but four over TLS. */
  private static final int HANDSHAKE_PREFIX = Short.BYTES;

  private final Socket raw;
  private final Socket plain;
  private final FrameInput input;
  private final OutputStream output;
  private final int handshakePrefix;

  /** The address from which the other node has connected; null if this node has. */
  private final @Nullable InetAddress source;

  /** Allocated in advance: when it is needed there may be no memory. */
  private final UnclosedSockets.Entry unclosed;

  /** 1 once {@link #abort} has begun. */
  private final AtomicInteger aborted = new AtomicInteger();

  private Channel(
      Socket raw,
      Socket plain,
      boolean encrypted,
      int maxHandshakeBytes,
      @Nullable InetAddress source)
      throws IOException {
    this.raw = raw;
    this.source = source;
    this.unclosed = new UnclosedSockets.Entry(raw);
    this.plain = plain;
    this.handshakePrefix = encrypted ? Integer.BYTES : HANDSHAKE_PREFIX;
    this.input =
        new FrameInput(
            plain.getInputStream(), raw.getInputStream(), handshakePrefix, maxHandshakeBytes);
    this.output = plain.getOutputStream();
  }

  /** Connects with a node that should have this name. The socket is not yet connected. */
  static Channel connect(
      Socket raw, InetSocketAddress address, NodeName peer, DistributionOptions options)
      throws IOException {
    raw.connect(address, options.handshakeMillis());
    setUp(raw);
    TlsContext tls = options.tls;
    if (tls == null) {
      return new Channel(raw, raw, false, options.maxHandshakeBytes, null);
    }
    SSLSocket socket = layer(raw, peer.host(), tls);
    SSLParameters parameters = socket.getSSLParameters();
    if (tls.verifyHost()) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    socket.setSSLParameters(parameters);
    socket.setUseClientMode(true);
    socket.startHandshake();
    return new Channel(raw, socket, true, options.maxHandshakeBytes, null);
  }

  /** Takes a connection that another node has made. */
  static Channel accept(Socket raw, DistributionOptions options) throws IOException {
    setUp(raw);
    TlsContext tls = options.tls;
    if (tls == null) {
      return new Channel(raw, raw, false, options.maxHandshakeBytes, raw.getInetAddress());
    }
    SSLSocket socket = layer(raw, raw.getInetAddress().getHostAddress(), tls);
    socket.setUseClientMode(false);
    socket.setNeedClientAuth(tls.requireClientCertificate());
    socket.startHandshake();
    return new Channel(raw, socket, true, options.maxHandshakeBytes, raw.getInetAddress());
  }

  private static SSLSocket layer(Socket raw, String host, TlsContext tls) throws IOException {
    SSLSocketFactory factory = tls.context().getSocketFactory();
    SSLSocket socket = (SSLSocket) factory.createSocket(raw, host, raw.getPort(), true);
    socket.setEnabledProtocols(
        among(socket.getEnabledProtocols(), List.of("TLSv1.3", "TLSv1.2")::contains));
    socket.setEnabledCipherSuites(among(socket.getEnabledCipherSuites(), Channel::isSecure));
    return socket;
  }

  private static String[] among(String[] names, Predicate<String> isWanted) throws IOException {
    String[] wanted = Arrays.stream(names).filter(isWanted).toArray(String[]::new);
    if (wanted.length == 0) {
      throw new IOException("no protocol or cipher suite that is secure enough");
    }
    return wanted;
  }

  /** Returns whether a cipher suite has forward secrecy and authenticated encryption. */
  static boolean isSecure(String suite) {
    boolean isOfTls13 = suite.startsWith("TLS_AES_") || suite.startsWith("TLS_CHACHA20_");
    boolean hasForwardSecrecy = suite.contains("_ECDHE_") || suite.contains("_DHE_");
    boolean isAuthenticated = suite.contains("_GCM_") || suite.contains("_CHACHA20_");
    return isOfTls13 || (hasForwardSecrecy && isAuthenticated);
  }

  /**
   * Checks that the other node's certificate is valid for its name, if it has shown one.
   *
   * @throws HandshakeException if it is not
   */
  void checkCertificate(NodeName peer, DistributionOptions options) throws IOException {
    BiPredicate<? super String, ? super X509Certificate> check = options.certificateCheck;
    if (check == null || !(plain instanceof SSLSocket socket)) {
      return;
    }
    try {
      if (socket.getSession().getPeerCertificates()[0] instanceof X509Certificate certificate
          && !check.test(peer.toString(), certificate)) {
        throw new HandshakeException("its certificate does not speak for " + peer);
      }
    } catch (SSLPeerUnverifiedException e) {
      // It has shown none, and need not.
    }
  }

  private static void setUp(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
  }

  FrameInput input() {
    return input;
  }

  OutputStream output() {
    return output;
  }

  /** Writes a message of the handshake. */
  void writeHandshake(byte[] message) throws IOException {
    byte[] frame = new byte[handshakePrefix + message.length];
    frame[handshakePrefix - 2] = (byte) (message.length >> Byte.SIZE);
    frame[handshakePrefix - 1] = (byte) message.length;
    System.arraycopy(message, 0, frame, handshakePrefix, message.length);
    output.write(frame);
    output.flush();
  }

  /** Returns the address from which the other node has connected; null if this node has. */
  @Nullable InetAddress source() {
    return source;
  }

  /** Returns the address of the other side, for the log. */
  String remoteAddress() {
    return String.valueOf(raw.getRemoteSocketAddress());
  }

  /**
   * Closes the socket without a closing alert of TLS, which would wait for a thread that writes.
   */
  @Override
  public void close() {
    close(raw);
  }

  /**
   * Closes the socket as {@link #close} does, but shuts it down first. For want of memory, closing
   * can fail to wake a reader or writer, whereas a shutdown allocates nothing. If both fail, the
   * socket is left to {@link UnclosedSockets}.
   */
  void abort() {
    boolean isFirst = aborted.compareAndSet(0, 1);
    if (isFirst) {
      UnclosedSockets.OF_JVM.add(unclosed);
    }
    try {
      if (!raw.isClosed() && raw.isConnected()) {
        shutDown();
      }
    } finally {
      close(raw);
    }
    // Later attempts do not fail like the first: the JDK takes the socket to be closed.
    if (isFirst) {
      UnclosedSockets.OF_JVM.remove(unclosed);
    }
  }

  /** Leaves the socket to the collector, whatever closing it ends with. Allocates nothing. */
  void suspect() {
    UnclosedSockets.OF_JVM.suspect(unclosed);
  }

  /** Returns the entry of the socket while it is left to the collector. For tests. */
  UnclosedSockets.Entry unclosed() {
    return unclosed;
  }

  private void shutDown() {
    try {
      if (!raw.isOutputShutdown()) {
        raw.shutdownOutput();
      }
      if (!raw.isInputShutdown()) {
        raw.shutdownInput();
      }
    } catch (IOException e) {
      // The other side or another thread was faster.
    }
  }

  static void close(Closeable closeable) {
    try {
      closeable.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing", e);
    }
  }
}
