package org.jets.app.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS from files in PEM format, as OpenSSL and Erlang have them. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

  /** The key store never leaves this JVM. */
  private static final char[] PASSWORD = {};

  private PemFiles() {}

  /**
   * Reads what a node shows to others and whom it trusts.
   *
   * @param certificate the node's certificate, and those above it that others need to know
   * @param key its private key, in PKCS #8 and not encrypted
   * @param authorities the certificates of those who sign the other nodes' certificates
   * @throws IOException if a file cannot be read or has something else in it
   */
  static SSLContext context(Path certificate, Path key, Path authorities) throws IOException {
    try {
      KeyStore own = emptyStore();
      own.setKeyEntry("node", privateKey(key), PASSWORD, certificates(certificate));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, PASSWORD);
      KeyStore trusted = emptyStore();
      int number = 0;
      for (Certificate authority : certificates(authorities)) {
        trusted.setCertificateEntry("authority" + number++, authority);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS: " + e.getMessage(), e);
    }
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Certificate[] certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate[] all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(in)
              .toArray(new Certificate[0]);
      if (all.length == 0) {
        throw new IOException(file + ": no certificate in it");
      }
      return all;
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    if (!pem.find()) {
      throw new IOException(file + ": no BEGIN PRIVATE KEY in it (openssl pkcs8 -topk8 -nocrypt)");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // A key of another algorithm.
      }
    }
    throw new IOException(file + ": no private key of " + String.join(", ", ALGORITHMS));
  }
}
