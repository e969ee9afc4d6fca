package org.jets.node.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManagerFactory;
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
  private static final String PROTOCOL = "TLS";
  private static final char[] NO_PASSWORD = new char[0];

  /** Checks the context. */
  public TlsContext {
    Objects.requireNonNull(context, "context");
  }

  /**
   * Reads PEM files, as Erlang's {@code ssl_dist_opt} does. Both sides must show a certificate, and
   * it must be for their host.
   *
   * @param certificates the node's certificate, and those between it and one that others trust
   * @param key its private key, not encrypted
   * @param trusted the certificates that this node trusts
   * @throws IOException if a file cannot be read, or contains no entry of its kind
   */
  public static TlsContext ofPem(Path certificates, Path key, Path trusted) throws IOException {
    try {
      KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
      keys.load(null, null);
      var chain = PemFile.certificates(certificates);
      keys.setKeyEntry(
          "node", PemFile.privateKey(key, chain[0].getPublicKey()), NO_PASSWORD, chain);
      KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
      authorities.load(null, null);
      var roots = PemFile.certificates(trusted);
      for (int i = 0; i < roots.length; i++) {
        authorities.setCertificateEntry("trusted" + i, roots[i]);
      }
      return of(keys, NO_PASSWORD, authorities);
    } catch (GeneralSecurityException e) {
      throw new IOException("certificate " + certificates + " and key " + key + " do not fit", e);
    }
  }

  /**
   * Reads a key store that has the node's key, its certificates, and those that it trusts. Both
   * sides must show a certificate, and it must be for their host.
   *
   * @param file a store of the type PKCS12 or JKS
   * @throws IOException if it cannot be read, or not with this password
   */
  public static TlsContext ofKeyStore(Path file, char[] password) throws IOException {
    try (InputStream input = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(input, password);
      return of(store, password, store);
    } catch (GeneralSecurityException e) {
      throw new IOException("key store " + file + ": " + e.getMessage(), e);
    }
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

  private static TlsContext of(KeyStore keys, char[] password, KeyStore trusted)
      throws GeneralSecurityException {
    KeyManagerFactory keyManagers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keyManagers.init(keys, password);
    TrustManagerFactory trustManagers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trustManagers.init(trusted);
    SSLContext context = SSLContext.getInstance(PROTOCOL);
    context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), null);
    return new TlsContext(context, true, true);
  }
}
