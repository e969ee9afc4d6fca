package org.jets.bench.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.node.ErlangNode;
import org.jets.node.NodeOptions;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.junit.jupiter.api.io.TempDir;

class JetsPeerTest {
  private static final String COOKIE = "peertest";
  private static final long BOUND_SECONDS = 60;

  @LiveErlangTest
  void main_connectionOfANode_isNotLogged(ErlangOracle isThere, @TempDir Path folder)
      throws Exception {
    Path errors = folder.resolve("errors.txt");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), JetsPeer.class.getName()));
    words.addAll(JetsPeer.arguments(Peer.JETS.nodeName(), COOKIE, 1));
    try (EpmdProcess epmd = EpmdProcess.start()) {
      ProcessBuilder builder = new ProcessBuilder(words).redirectError(errors.toFile());
      builder.environment().put("ERL_EPMD_PORT", Integer.toString(epmd.port()));
      Process peer = builder.start();
      try (BufferedReader output = peer.inputReader(UTF_8)) {
        assertThat(output.readLine()).isEqualTo(PeerProcess.READY);
        InetSocketAddress address =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), epmd.port());
        NodeOptions options = NodeOptions.defaults().withCookie(COOKIE).withEpmd(address);
        try (ErlangNode node = ErlangNode.start("asking@127.0.0.1", options)) {
          assertThat(node.ping(Peer.JETS.nodeName()).get(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
        peer.getOutputStream().close();
        assertThat(peer.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
      } finally {
        peer.destroyForcibly();
      }
    }
    assertThat(Files.readAllLines(errors)).noneMatch(line -> line.startsWith("INFO"));
  }
}
