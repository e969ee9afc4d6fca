package org.jets.node.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jets.terms.Atom;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.oracle.Answer;

/**
 * A certificate for the loopback address, which OTP takes for a host's name. An authority of its
 * own signs it. It exists as a key store and as PEM files. The JDK's {@code keytool} makes it.
 */
public record TestCertificates(
    Path keyStore, Path certificate, Path key, Path authority, Path optionsFile) {
  private static final String PASSWORD = "password";

  private static final List<String> KEY = List.of("-keyalg", "EC", "-groupname", "secp256r1");

  /** Creates all files in a folder. */
  public static TestCertificates make(Path folder) throws IOException, InterruptedException {
    Path store = folder.resolve("node.p12");
    keytool(store, "-genkeypair", "-alias", "authority", "-dname", "CN=authority", "-ext", "bc:c");
    keytool(store, "-genkeypair", "-alias", "node", "-dname", "CN=node");
    Path request = folder.resolve("node.csr");
    Path signed = folder.resolve("node.crt");
    keytool(store, "-certreq", "-alias", "node", "-file", request.toString());
    keytool(
        store,
        "-gencert",
        "-alias",
        "authority",
        "-ext",
        "san=ip:127.0.0.1,dns:127.0.0.1",
        "-infile",
        request.toString(),
        "-outfile",
        signed.toString());
    keytool(store, "-importcert", "-alias", "node", "-file", signed.toString());
    // A key entry is not trusted: the authority's certificate needs an entry of its own.
    Path authority = folder.resolve("authority.pem");
    keytool(store, "-exportcert", "-alias", "authority", "-rfc", "-file", authority.toString());
    keytool(store, "-delete", "-alias", "authority");
    keytool(store, "-importcert", "-alias", "trusted", "-file", authority.toString());
    return writePem(folder, store, authority);
  }

  private static void keytool(Path store, String command, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.add(command);
    words.addAll(Arrays.asList(options));
    if (command.equals("-genkeypair")) {
      words.addAll(KEY);
    }
    words.addAll(List.of("-noprompt", "-storetype", "PKCS12", "-storepass", PASSWORD));
    words.addAll(List.of("-keystore", store.toString()));
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  private static TestCertificates writePem(Path folder, Path store, Path authority)
      throws IOException {
    Path certificate = folder.resolve("node.pem");
    Path key = folder.resolve("node.key");
    try (InputStream input = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(input, PASSWORD.toCharArray());
      Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate("node").getEncoded()));
      byte[] encoded = keys.getKey("node", PASSWORD.toCharArray()).getEncoded();
      Files.writeString(key, pem("PRIVATE KEY", encoded));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
    Path options = folder.resolve("ssl_dist.conf");
    String common =
        "{certfile,\"%s\"},{keyfile,\"%s\"},{cacertfile,\"%s\"},{verify,verify_peer}"
            .formatted(certificate, key, authority);
    Files.writeString(
        options,
        "[{server,[%s,{fail_if_no_peer_cert,true}]},{client,[%s]}].\n".formatted(common, common));
    return new TestCertificates(store, certificate, key, authority, options);
  }

  /** Returns a context with the key store's certificate and key, and the authority to trust. */
  public SSLContext context() throws IOException {
    char[] password = PASSWORD.toCharArray();
    try (InputStream input = Files.newInputStream(keyStore)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(input, password);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trusted.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private static String pem(String kind, byte[] encoded) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }

  /**
   * Returns whether an Erlang can read these files, which it cannot from inside another file
   * system.
   */
  public boolean areReadableBy(ErlangRelease erlang) {
    String question = "filelib:is_regular(\"" + optionsFile + "\")";
    Answer answer =
        erlang.oracle().ask("eval", List.of(question.getBytes(StandardCharsets.UTF_8))).get(0);
    return ExternalTermFormat.decode(answer.bytes()) == Atom.TRUE;
  }
}
