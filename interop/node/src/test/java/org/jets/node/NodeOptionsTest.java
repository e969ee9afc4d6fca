package org.jets.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.Quota;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeOptionsTest {
  private static final NodeOptions OPTIONS = NodeOptions.defaults();

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static void assertNull(ThrowingCallable call, String name) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  @Test
  void with_moreForOneThanForAll_namesBoth() {
    String both = "ofPeer: 10, ofAll: 2 (expected: ofPeer <= ofAll)";
    assertRefused(() -> OPTIONS.withSuspendedCalls(10, 2), both);
    assertRefused(() -> OPTIONS.withJobBytes(10, 2), both);
    assertRefused(() -> OPTIONS.withLinks(10, 2), both);
    assertRefused(
        () -> OPTIONS.withMaxHandshakes(10, 2),
        "ofAddress: 10, ofAll: 2 (expected: ofAddress <= ofAll)");
    assertRefused(
        () -> OPTIONS.withUncompressedBytes(10, 2),
        "ofOne: 10, ofAll: 2 (expected: ofOne <= ofAll)");
    assertThat(OPTIONS.withLinks(2, 2).toString()).contains("links=(2, 2)");
  }

  @Test
  void start_moreCallsOfOneThanOfAll_isRefusedByBothNames() {
    assertRefused(
        () -> ErlangNode.start("a@127.0.0.1", OPTIONS.withJobQueue(10).withPeerJobQueue(20)),
        "peer-job-queue: 20, job-queue: 10 (expected: peer-job-queue <= job-queue)");
    assertRefused(
        () -> ErlangNode.start("a@127.0.0.1", OPTIONS.withPeerJobThreads(3).withJobThreads(2)),
        "peer-job-threads: 3, job-threads: 2 (expected: peer-job-threads <= job-threads)");
    assertThat(OPTIONS.withJobQueue(10).toString()).contains("peerJobQueue=10");
  }

  /** Other nodes could replace the logs by the files of tables. */
  @Test
  void start_filesOfOthersAmongTheData_isRefused(@TempDir Path folder) throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    Path part = Files.createDirectory(folder.resolve("part"));
    List<List<Path>> overlaps =
        List.of(
            List.of(folder, folder),
            List.of(folder, folder.resolve("absent")),
            List.of(folder, link.resolve("absent").resolve("two")),
            List.of(part, folder),
            List.of(part, link));
    for (List<Path> each : overlaps) {
      NodeOptions options =
          OPTIONS.withEts(EtsOptions.defaults().withFiles(each.get(0))).withData(each.get(1));
      assertRefused(
          () -> ErlangNode.start("a@127.0.0.1", options), "data: " + each.get(1) + " (expected: ");
    }
    EtsOptions files = EtsOptions.defaults().withFiles(part);
    assertThat(files.overlapsFiles(folder.resolve("part2"))).isFalse();
    assertThat(EtsOptions.defaults().overlapsFiles(folder)).isFalse();
  }

  @Test
  void toString_threadsOfOnePeer_areThoseThatWereSet() {
    assertThat(OPTIONS.withJobThreads(8).withPeerJobThreads(3).toString())
        .contains("jobThreads=8", "peerJobThreads=3");
  }

  @Test
  void start_null_namesTheArgument() {
    assertNull(() -> ErlangNode.start((String) null, OPTIONS), "name");
    assertNull(() -> ErlangNode.start("a@127.0.0.1", null), "options");
    assertNull(() -> ErlangNode.startNamedBy(null, "127.0.0.1", OPTIONS), "peer");
    assertNull(() -> ErlangNode.startNamedBy("a@127.0.0.1", null, OPTIONS), "host");
    assertNull(() -> ErlangNode.startNamedBy("a@127.0.0.1", "127.0.0.1", null), "options");
    assertNull(() -> EtsOptions.defaults().withAnswerBound(null), "bound");
  }

  @Test
  void with_moreThreadsThanAJvmHas_isRefused() {
    assertRefused(() -> OPTIONS.withJobThreads(Integer.MAX_VALUE), "(expected: 1 to 4096)");
    assertRefused(() -> OPTIONS.withPeerJobThreads(4097), "(expected: 1 to 4096)");
    assertRefused(() -> OPTIONS.withCallbackThreads(4097), "(expected: 1 to 4096)");
  }

  @Test
  void with_tooLittle_namesTheArgument() {
    assertRefused(() -> OPTIONS.withMaxHandshakes(0, 2), "ofAddress: 0 (expected: >= 1)");
    assertRefused(() -> OPTIONS.withMaxFragments(0, 2), "messages: 0 (expected: >= 1)");
    assertRefused(() -> OPTIONS.withMaxFragments(1, 0), "bytes: 0 (expected: >= 1)");
    assertRefused(() -> OPTIONS.withSendQueue(0), "messages: 0 (expected: 1 to 1048576)");
    assertRefused(() -> OPTIONS.withSendReserve(0), "messages: 0 (expected: 1 to 1048576)");
    assertRefused(() -> OPTIONS.withSendQueueBytes(0), "bytes: 0 (expected: >= 1)");
    assertRefused(() -> OPTIONS.withSendBytes(0), "bytes: 0 (expected: >= 1)");
    assertRefused(() -> OPTIONS.withReceiveBytes(0), "bytes: 0 (expected: >= 1)");
    assertRefused(() -> OPTIONS.withScanTurn(Duration.ZERO), "time: PT0S (expected: more than 0)");
  }

  @Test
  void withSendQueue_morePlacesThanAnArrayMayHave_isRefused() {
    assertRefused(() -> OPTIONS.withSendQueue(Integer.MAX_VALUE), "(expected: 1 to 1048576)");
    assertRefused(() -> OPTIONS.withSendReserve((1 << 20) + 1), "(expected: 1 to 1048576)");
  }

  @Test
  @SuppressWarnings("NullAway")
  void with_null_namesTheArgument() {
    assertNull(() -> OPTIONS.withCookie(null), "characters");
    assertNull(() -> OPTIONS.withCookieFile(null), "file");
    assertNull(() -> OPTIONS.withPeerCookie(null, "c"), "node");
    assertNull(() -> OPTIONS.withPeerCookie("a@b", null), "characters");
    assertNull(() -> OPTIONS.withPeerAddress(null, null), "node");
    assertNull(() -> OPTIONS.withNetTickTime(null), "time");
    assertNull(() -> OPTIONS.withMaxCallTime(null), "time");
    assertNull(() -> OPTIONS.withTls(null, true, true), "context");
    assertNull(() -> OPTIONS.withTlsNames(null), "check");
  }

  @Test
  void toString_cookies_areNotInIt() {
    NodeOptions options =
        OPTIONS.withCookie("shared7").withPeerCookie("a@b", "private7").withPort(4711);

    assertThat(options.toString())
        .startsWith("NodeOptions[")
        .contains("port=4711", "heapPatience=PT10S")
        .doesNotContain("shared7", "private7");
  }

  @Test
  void withCookieFile_noFile_saysThatItDoesNotExist(@TempDir Path folder) {
    assertThatThrownBy(() -> OPTIONS.withCookieFile(folder.resolve("none")))
        .hasMessageEndingWith("none: does not exist");
  }

  @Test
  void withQuotas_moreForOnePeerThanForAll_isRefused() {
    Quota two = new Quota(2, 2, 2);
    for (Quota larger : List.of(two.withTables(3), two.withObjects(3), two.withBytes(3))) {
      assertThatThrownBy(() -> EtsOptions.defaults().withQuotas(larger, two))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("of one peer: 3 (expected: <= 2, those of all)");
    }
    assertThat(EtsOptions.defaults().withQuotas(two, two).peerQuota()).isEqualTo(two);
    assertThat(EtsOptions.defaults().withQuotas(Quota.UNLIMITED, two).quota()).isEqualTo(two);
  }

  @Test
  void withMaxBytes_tooFewForASmallCall_areRefused() {
    assertThatThrownBy(() -> OPTIONS.withMaxMessageBytes(1023))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit: 1023 (expected: >= 1024)");
    assertThatThrownBy(() -> OPTIONS.withMaxHandshakeBytes(1023))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit: 1023 (expected: >= 1024)");
    assertThat(OPTIONS.withMaxMessageBytes(1024).withMaxHandshakeBytes(1024)).isNotNull();
  }
}
