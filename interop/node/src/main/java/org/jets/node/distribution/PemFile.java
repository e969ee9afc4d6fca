package org.jets.node.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and keys from text files of the format PEM. */
final class PemFile {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]*)-----END \\1PRIVATE KEY-----");

  /** PKCS#8's head for an RSA key: the bytes before the length of the key itself. */
  private static final byte[] RSA_HEAD = {
    2, 1, 0, 0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 13, 1, 1, 1, 5, 0
  };

  private static final int SEQUENCE = 0x30;
  private static final int OCTET_STRING = 4;

  /** The first byte of a length that has two more bytes. */
  private static final int LENGTH_OF_TWO_BYTES = 0x82;

  private static final int HEAD_BYTES = 4;

  private PemFile() {}

  /** Returns the certificates in a file, at least one. */
  static X509Certificate[] certificates(Path file) throws IOException, GeneralSecurityException {
    try (InputStream input = Files.newInputStream(file)) {
      X509Certificate[] certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(input).stream()
              .map(certificate -> (X509Certificate) certificate)
              .toArray(X509Certificate[]::new);
      if (certificates.length == 0) {
        throw new IOException(file + ": no certificate in it");
      }
      return certificates;
    }
  }

  /** Returns the private key in a file that belongs to a public key. */
  static PrivateKey privateKey(Path file, PublicKey publicKey)
      throws IOException, GeneralSecurityException {
    Matcher matcher = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    if (!matcher.find()) {
      throw new IOException(file + ": no private key in it (expected: one that is not encrypted)");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(matcher.group(2));
    byte[] encoded =
        switch (matcher.group(1)) {
          case "" -> bytes;
          case "RSA " -> wrapRsaKey(bytes);
          default ->
              throw new IOException(
                  file + ": a key in a form of its own (expected: PKCS#8, as of openssl pkcs8)");
        };
    return KeyFactory.getInstance(publicKey.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  /** Converts PKCS#1 to PKCS#8. An RSA key of any use is longer than 255 bytes. */
  private static byte[] wrapRsaKey(byte[] key) {
    int length = RSA_HEAD.length + HEAD_BYTES + key.length;
    return ByteBuffer.allocate(HEAD_BYTES + length)
        .put((byte) SEQUENCE)
        .put((byte) LENGTH_OF_TWO_BYTES)
        .putShort((short) length)
        .put(RSA_HEAD)
        .put((byte) OCTET_STRING)
        .put((byte) LENGTH_OF_TWO_BYTES)
        .putShort((short) key.length)
        .put(key)
        .array();
  }
}
