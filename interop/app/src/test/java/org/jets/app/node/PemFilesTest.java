package org.jets.app.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PemFilesTest {
  private static final String PASSWORD = "secret";
  private static final int BOUND_SECONDS = 30;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void context_keyOfEachAlgorithm_isShownToBothSides(String algorithm) throws Exception {
    Path certificate = folder.resolve("cert.pem");
    Path key = folder.resolve("key.pem");
    makeFiles(algorithm, certificate, key);

    SSLContext context =
        PemFiles.context(
            PemFiles.certificates(certificate),
            PemFiles.privateKey(key),
            PemFiles.certificates(certificate));

    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (SSLServerSocket server =
            (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, loopback);
        SSLSocket client =
            (SSLSocket) context.getSocketFactory().createSocket(loopback, server.getLocalPort())) {
      server.setNeedClientAuth(true);
      CompletableFuture<Integer> received =
          CompletableFuture.supplyAsync(
              () -> {
                try (SSLSocket peer = (SSLSocket) server.accept()) {
                  return peer.getInputStream().read();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      client.getOutputStream().write(7);

      assertThat(received.get(BOUND_SECONDS, TimeUnit.SECONDS)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA", "Ed25519"})
  void belongs_keyAndCertificates_onlyToItsOwn(String algorithm) throws Exception {
    Path certificate = folder.resolve("cert.pem");
    Path same = folder.resolve("same.pem");
    Path other = folder.resolve("other.pem");
    Path key = folder.resolve("key.pem");
    makeFiles(algorithm, same, folder.resolve("same.key"));
    makeFiles(algorithm.equals("EC") ? "RSA" : "EC", other, folder.resolve("other.key"));
    makeFiles(algorithm, certificate, key);
    PrivateKey own = PemFiles.privateKey(key);

    assertThat(PemFiles.belongs(own, PemFiles.certificates(certificate).get(0))).isTrue();
    assertThat(PemFiles.belongs(own, PemFiles.certificates(same).get(0))).isFalse();
    assertThat(PemFiles.belongs(own, PemFiles.certificates(other).get(0))).isFalse();
  }

  private void makeFiles(String algorithm, Path certificate, Path key) throws Exception {
    Path store = folder.resolve(certificate.getFileName() + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "node",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    write(certificate, "CERTIFICATE", keys.getCertificate("node").getEncoded());
    write(key, "PRIVATE KEY", keys.getKey("node", PASSWORD.toCharArray()).getEncoded());
  }

  private static void write(Path file, String kind, byte[] bytes) throws IOException {
    Files.writeString(
        file,
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind));
  }

  @Test
  void read_noSuchFile_saysWhich() {
    Path missing = folder.resolve("missing.pem");

    assertThatIOException()
        .isThrownBy(() -> PemFiles.certificates(missing))
        .isInstanceOf(NoSuchFileException.class)
        .withMessageContaining("missing.pem");
    assertThatIOException()
        .isThrownBy(() -> PemFiles.privateKey(missing))
        .isInstanceOf(NoSuchFileException.class)
        .withMessageContaining("missing.pem");
  }

  @Test
  void privateKey_ofAnotherFormat_saysHowToConvertIt() throws IOException {
    Path key = folder.resolve("key.pem");
    Files.writeString(
        key, "-----BEGIN RSA PRIVATE KEY-----\nAA==\n-----END RSA PRIVATE KEY-----\n");

    assertThatIOException()
        .isThrownBy(() -> PemFiles.privateKey(key))
        .withMessageContaining("no BEGIN PRIVATE KEY in it (openssl pkcs8 -topk8 -nocrypt)");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000})
  void read_fileOfSomethingElse_saysWhatIsMissing(int bytes) throws IOException {
    Path file = folder.resolve("other.pem");
    byte[] content = new byte[bytes];
    Arrays.fill(content, (byte) 0xe9);
    Files.write(file, content);

    assertThatIOException()
        .isThrownBy(() -> PemFiles.certificates(file))
        .withMessageContaining("other.pem: no certificate in it");
    assertThatIOException()
        .isThrownBy(() -> PemFiles.privateKey(file))
        .withMessageContaining("other.pem: no BEGIN PRIVATE KEY in it");
  }
}
