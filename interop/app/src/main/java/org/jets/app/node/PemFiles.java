package org.jets.app.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads TLS settings from files in PEM format, as OpenSSL and Erlang have them. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");
  private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");

  /**
   * The signature by which keys of an algorithm are compared; other algorithms have their own name.
   */
  private static final Map<String, String> SIGNATURES =
      Map.of("EC", "SHA256withECDSA", "RSA", "SHA256withRSA", "EdDSA", "EdDSA");

  /** The password of a key store that never leaves this JVM. */
  private static final char[] PASSWORD = {};

  private PemFiles() {}

  /**
   * Returns the TLS context of a node.
   *
   * @param certificates the node's certificate, and those above it that others need to know
   * @param key its private key
   * @param authorities the certificates of the authorities that sign other nodes' certificates
   * @throws IOException if they cannot be used together
   */
  static SSLContext context(
      List<Certificate> certificates, PrivateKey key, List<Certificate> authorities)
      throws IOException {
    try {
      KeyStore own = emptyStore();
      own.setKeyEntry("node", key, PASSWORD, certificates.toArray(new Certificate[0]));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(own, PASSWORD);
      KeyStore trusted = emptyStore();
      int number = 0;
      for (Certificate authority : authorities) {
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

  /** Returns whether a private key belongs to the public key of a certificate. */
  static boolean belongs(PrivateKey key, Certificate certificate) throws IOException {
    String name = SIGNATURES.get(key.getAlgorithm());
    try {
      byte[] text = {1};
      Signature signing = Signature.getInstance(name == null ? key.getAlgorithm() : name);
      signing.initSign(key);
      signing.update(text);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(signing.getAlgorithm());
      verifying.initVerify(certificate.getPublicKey());
      verifying.update(text);
      return verifying.verify(signature);
    } catch (InvalidKeyException | SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS: " + e.getMessage(), e);
    }
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /**
   * Reads certificates.
   *
   * @throws IOException if the file cannot be read or contains none
   */
  static List<Certificate> certificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      List<Certificate> all =
          List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (all.isEmpty()) {
        throw new IOException(file + ": no certificate in it");
      }
      return all;
    } catch (CertificateException e) {
      throw new IOException(file + ": no certificate in it: " + e.getMessage(), e);
    }
  }

  /**
   * Reads a private key, in PKCS #8 and not encrypted.
   *
   * @throws IOException if the file cannot be read or contains none
   */
  static PrivateKey privateKey(Path file) throws IOException {
    // Each byte is a character, so that a file of another kind is not malformed.
    Matcher pem = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!pem.find()) {
      throw new IOException(file + ": no BEGIN PRIVATE KEY in it (openssl pkcs8 -topk8 -nocrypt)");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (GeneralSecurityException e) {
        // The key has another algorithm.
      }
    }
    throw new IOException(file + ": no private key of " + String.join(", ", ALGORITHMS));
  }
}
