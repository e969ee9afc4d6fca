package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests of pids, ports, references and funs: their parts, and the parts that count for equality.
 */
class IdentifierTest {
  private static final Atom NODE = Atom.of("a@b");
  private static final Atom OTHER = Atom.of("b@a");

  @Test
  void pid_parts_areKeptAndAllCount() {
    Pid pid = Pid.of(NODE, -1, 2, 3);
    assertThat(pid.node()).isSameAs(NODE);
    assertThat(pid.id()).isEqualTo(-1);
    assertThat(pid.serial()).isEqualTo(2);
    assertThat(pid.creation()).isEqualTo(3);
    assertThat(pid).isEqualTo(Pid.of(NODE, -1, 2, 3)).hasSameHashCodeAs(Pid.of(NODE, -1, 2, 3));
    assertThat(pid)
        .isNotEqualTo(Pid.of(OTHER, -1, 2, 3))
        .isNotEqualTo(Pid.of(NODE, 1, 2, 3))
        .isNotEqualTo(Pid.of(NODE, -1, 1, 3))
        .isNotEqualTo(Pid.of(NODE, -1, 2, 1));
  }

  @Test
  void port_parts_areKeptAndAllCount() {
    Port port = Port.of(NODE, 1L << 40, 3);
    assertThat(port.node()).isSameAs(NODE);
    assertThat(port.id()).isEqualTo(1L << 40);
    assertThat(port.creation()).isEqualTo(3);
    Port same = Port.of(NODE, 1L << 40, 3);
    assertThat(port).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(port)
        .isNotEqualTo(Port.of(OTHER, 1L << 40, 3))
        .isNotEqualTo(Port.of(NODE, 1L << 41, 3))
        .isNotEqualTo(Port.of(NODE, 1L << 40, 1));
  }

  @Test
  void reference_parts_areKeptAndAllCount() {
    Reference reference = Reference.of(NODE, 3, 1, 2, 3, 4, 5);
    assertThat(reference.node()).isSameAs(NODE);
    assertThat(reference.creation()).isEqualTo(3);
    assertThat(reference.wordCount()).isEqualTo(5);
    for (int i = 0; i < 5; i++) {
      assertThat(reference.word(i)).isEqualTo(i + 1);
      int[] words = {1, 2, 3, 4, 5};
      words[i] = 9;
      assertThat(reference).isNotEqualTo(Reference.of(NODE, 3, words));
    }
    assertThat(reference)
        .isNotEqualTo(Reference.of(OTHER, 3, 1, 2, 3, 4, 5))
        .isNotEqualTo(Reference.of(NODE, 1, 1, 2, 3, 4, 5));
  }

  @Test
  void reference_missingHighWords_countAsZero() {
    Reference two = Reference.of(NODE, 1, 1, 2);
    Reference four = Reference.of(NODE, 1, 1, 2, 0, 0);
    assertThat(two).isEqualTo(four).hasSameHashCodeAs(four);
    assertThat(TermOrder.EXACT.compare(two, four)).isZero();
    assertThat(two.wordCount()).isEqualTo(2);
    assertThatThrownBy(() -> two.word(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void reference_moreThan5Words_isRefused() {
    assertThatThrownBy(() -> Reference.of(NODE, 1, new int[6]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("words.length: 6 (expected: 0..5)");
  }

  /**
   * Compares with the numbers and bytes of OTP 29. The second input has the older form
   * NEW_REFERENCE_EXT.
   */
  @Test
  void reference_withoutWords_isThatOfZero() {
    Atom node = Atom.of("a@b");
    byte[] bytes = HexFormat.of().parseHex("835a0000770361406200000003");
    Term read = ExternalTermFormat.decode(bytes);
    assertThat(read).isEqualTo(Reference.of(node, 3)).isEqualTo(Reference.of(node, 3, 0));
    assertThat(ExternalTermFormat.decode(HexFormat.of().parseHex("83720000770361406203")))
        .isEqualTo(read);
    assertThat(ExternalTermFormat.encode(read)).isEqualTo(bytes);
    assertThat(((Reference) read).wordCount()).isZero();
    assertThat(Phash2.of(read)).isEqualTo(83047960).isEqualTo(Phash2.of(Reference.of(node, 3, 0)));
    assertThat(read).hasSameHashCodeAs(Reference.of(node, 3, 0)).hasToString("#Ref<a@b,3>");
    assertThat(TermOrder.EXACT.compare(read, Reference.of(node, 3, 1))).isNegative();
  }

  @Test
  void externalFun_parts_areKeptAndAllCount() {
    ExternalFun fun = ExternalFun.of(NODE, OTHER, 255);
    assertThat(fun.module()).isSameAs(NODE);
    assertThat(fun.function()).isSameAs(OTHER);
    assertThat(fun.arity()).isEqualTo(255);
    ExternalFun same = ExternalFun.of(NODE, OTHER, 255);
    assertThat(fun).isEqualTo(same).hasSameHashCodeAs(same);
    assertThat(fun)
        .isNotEqualTo(ExternalFun.of(OTHER, OTHER, 255))
        .isNotEqualTo(ExternalFun.of(NODE, NODE, 255))
        .isNotEqualTo(ExternalFun.of(NODE, OTHER, 0));
  }

  @Test
  void fun_arityBeyond255_isRefused() {
    for (int arity : new int[] {-1, 256}) {
      assertThatThrownBy(() -> ExternalFun.of(NODE, NODE, arity))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("arity: " + arity + " (expected: 0..255)");
      assertThatThrownBy(() -> localFun(arity, new byte[16], 1, 1, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void localFun_parts_areKept() {
    byte[] uniq = new byte[16];
    Arrays.fill(uniq, (byte) 7);
    Pid pid = Pid.of(NODE, 1, 2, 3);
    LocalFun fun = LocalFun.of(NODE, 2, uniq, 3, 4, 5, pid, List.of(OTHER, NODE));
    uniq[0] = 0;
    fun.uniq()[0] = 0;
    assertThat(fun.module()).isSameAs(NODE);
    assertThat(fun.arity()).isEqualTo(2);
    assertThat(fun.uniq()).containsOnly(7).hasSize(16);
    assertThat(fun.index()).isEqualTo(3);
    assertThat(fun.oldIndex()).isEqualTo(4);
    assertThat(fun.oldUniq()).isEqualTo(5);
    assertThat(fun.pid()).isEqualTo(pid);
    assertThat(fun.freeCount()).isEqualTo(2);
    assertThat(fun.free(1)).isSameAs(NODE);
    assertThatThrownBy(() -> fun.free(2)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void localFun_allButThePid_count() {
    byte[] uniq = new byte[16];
    byte[] otherUniq = new byte[16];
    otherUniq[15] = 1;
    LocalFun fun = localFun(1, uniq, 1, 1, 1);
    Pid otherPid = Pid.of(OTHER, 9, 9, 9);
    LocalFun ofOtherProcess = LocalFun.of(NODE, 1, uniq, 1, 1, 1, otherPid, List.of());
    assertThat(fun).isEqualTo(ofOtherProcess).hasSameHashCodeAs(ofOtherProcess);
    assertThat(fun)
        .isNotEqualTo(localFun(2, uniq, 1, 1, 1))
        .isNotEqualTo(localFun(1, otherUniq, 1, 1, 1))
        .isNotEqualTo(localFun(1, uniq, 2, 1, 1))
        .isNotEqualTo(localFun(1, uniq, 1, 2, 1))
        .isNotEqualTo(localFun(1, uniq, 1, 1, 2))
        .isNotEqualTo(LocalFun.of(NODE, 1, uniq, 1, 1, 1, otherPid, List.of(NODE)));
  }

  @Test
  void localFun_uniqOfOtherLength_isRefused() {
    for (int length : new int[] {0, 15, 17}) {
      assertThatThrownBy(() -> localFun(1, new byte[length], 1, 1, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("uniq.length: " + length + " (expected: 16)");
    }
  }

  private static LocalFun localFun(int arity, byte[] uniq, int index, int oldIndex, int oldUniq) {
    Pid pid = Pid.of(NODE, 1, 2, 3);
    return LocalFun.of(NODE, arity, uniq, index, oldIndex, oldUniq, pid, List.of());
  }
}
