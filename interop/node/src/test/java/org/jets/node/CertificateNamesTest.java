package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nodes for which a certificate is valid. */
class CertificateNamesTest {
  private static final String PASSWORD = "password";

  @TempDir Path folder;

  private X509Certificate certificate(String subject, String... extension) throws Exception {
    Path store = folder.resolve("store");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "node",
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString()));
    command.addAll(List.of(extension));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(output).isZero();
    return read(store);
  }

  private static X509Certificate read(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream input = Files.newInputStream(store)) {
      keys.load(input, PASSWORD.toCharArray());
    }
    return (X509Certificate) keys.getCertificate("node");
  }

  @Test
  void speaksFor_hosts_allNodesOfThese() throws Exception {
    X509Certificate certificate =
        certificate("CN=node", "-ext", "san=dns:a.example,dns:*.b.example,ip:127.0.0.1");

    assertThat(CertificateNames.speaksFor("any@a.example", certificate)).isTrue();
    assertThat(CertificateNames.speaksFor("any@A.Example", certificate)).isTrue();
    assertThat(CertificateNames.speaksFor("any@x.b.example", certificate)).isTrue();
    assertThat(CertificateNames.speaksFor("any@127.0.0.1", certificate)).isTrue();
    assertThat(CertificateNames.speaksFor("any@b.example", certificate)).isFalse();
    assertThat(CertificateNames.speaksFor("any@c.example", certificate)).isFalse();
    assertThat(CertificateNames.speaksFor("any@node", certificate)).isFalse();
  }

  @Test
  void speaksFor_namesOfNodes_theseAlone() throws Exception {
    X509Certificate certificate =
        certificate("CN=node", "-ext", "san=email:jets@a.example,dns:a.example");

    assertThat(CertificateNames.speaksFor("jets@a.example", certificate)).isTrue();
    assertThat(CertificateNames.speaksFor("other@a.example", certificate)).isFalse();
  }

  @Test
  void speaksFor_commonNameAlone_thatNodeOrHost() throws Exception {
    X509Certificate certificate = certificate("CN=a.example");

    assertThat(CertificateNames.speaksFor("jets@a.example", certificate)).isTrue();
    assertThat(CertificateNames.speaksFor("jets@b.example", certificate)).isFalse();
  }
}
