package org.jets.node.distribution;

import java.nio.ByteBuffer;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of a node's connections.
 *
 * @param context the node's certificate and key, and the certificates that it trusts
 * @param requireClientCertificate whether nodes that connect with this one must show a certificate
 *     that it trusts
 * @param verifyHost whether the certificate of a node with which this one connects must be for the
 *     host in the node's name
 */
public record TlsContext(SSLContext context, boolean requireClientCertificate, boolean verifyHost) {
  /** Checks the context. */
  public TlsContext {
    Objects.requireNonNull(context, "context");
  }

  /**
   * Returns the certificate that the node shows to one that connects with it, by the beginning of a
   * handshake with itself.
   *
   * @return null if it shows none, or that cannot be found out
   */
  @Nullable X509Certificate ownCertificate() {
    SSLEngine server = context.createSSLEngine();
    server.setUseClientMode(false);
    try {
      ByteBuffer hello = clientHello();
      server.unwrap(hello, ByteBuffer.allocate(server.getSession().getApplicationBufferSize()));
      Runnable task = server.getDelegatedTask();
      while (task != null) {
        task.run();
        task = server.getDelegatedTask();
      }
    } catch (SSLException e) {
      return null;
    }
    SSLSession session = server.getHandshakeSession();
    Certificate[] shown = session == null ? null : session.getLocalCertificates();
    return shown != null && shown[0] instanceof X509Certificate own ? own : null;
  }

  private ByteBuffer clientHello() throws SSLException {
    SSLEngine client = context.createSSLEngine();
    client.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
    client.wrap(ByteBuffer.allocate(0), hello);
    return hello.flip();
  }
}
