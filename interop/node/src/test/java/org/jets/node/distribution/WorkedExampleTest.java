package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;

/** Frames as a live node of OTP 25 has sent and understood them, byte for byte. */
class WorkedExampleTest {
  private static final String JAVA_ATOM = "770a68365f6a61766140766d";
  private static final String BEAM_ATOM = "770a68365f6265616d40766d";
  private static final int CREATION = 0x6b00df0f;
  private static final int BEAM_CREATION = 0x6b00dc54;
  private static final String ALIAS = "6c00000001 7705616c696173";
  private static final String P1_HEX = "58" + JAVA_ATOM + "00000001 00000000 6b00df0f";
  private static final String R1_HEX = "5a0003" + JAVA_ATOM + "6b00df0f 00000001 0000abcd 00000001";
  private static final String PROCESS_HEX = "58" + BEAM_ATOM + "00000535 00000000 6b00dc54";

  private static final Pid P1 = Pid.of(Wire.JAVA, 1, 0, CREATION);
  private static final Reference R1 = Reference.of(Wire.JAVA, CREATION, 1, 0xabcd, 1);
  private static final Pid PROCESS = Pid.of(Wire.BEAM, 0x535, 0, BEAM_CREATION);
  private static final Atom NET_KERNEL = Atom.of("net_kernel");
  private static final ListTerm ALIAS_TAG = ListTerm.improper(List.of(Atom.of("alias")), R1);

  private static void assertWritten(String expected, ControlMessage message) throws IOException {
    assertThat(Wire.hex(Wire.write(Wire.PASS_THROUGH, List.of(message))))
        .isEqualTo(Wire.hex(Wire.hex(expected)));
  }

  private static void assertRead(String frame, ControlMessage expected) throws IOException {
    assertThat(Wire.read(Wire.PASS_THROUGH, Wire.hex(frame), Wire.JAVA, Wire.BEAM))
        .containsExactly(expected);
  }

  @Test
  void write_ping_givesTheBytesThatErlangAnswered() throws IOException {
    assertWritten(
        "00000098 70 83 6804 6106"
            + P1_HEX
            + "7700 770a6e65745f6b65726e656c 83 6803 77092467656e5f63616c6c 6802"
            + P1_HEX
            + ALIAS
            + R1_HEX
            + "6802 770769735f61757468"
            + JAVA_ATOM,
        new SendToName(
            P1,
            NET_KERNEL,
            Tuple.of(
                Atom.of("$gen_call"),
                Tuple.of(P1, ALIAS_TAG),
                Tuple.of(Atom.of("is_auth"), Wire.JAVA))));
  }

  @Test
  void read_answerToPing_isMessageToThePid() throws IOException {
    assertRead(
        "0000006b 70 83 6803 6116 58"
            + BEAM_ATOM
            + "0000003d 00000000 6b00dc54"
            + P1_HEX
            + "83 6802"
            + ALIAS
            + R1_HEX
            + "7703796573",
        new Send(
            Pid.of(Wire.BEAM, 0x3d, 0, BEAM_CREATION), P1, Tuple.of(ALIAS_TAG, Atom.of("yes"))));
  }

  @Test
  void write_callOfErpc_givesTheBytesThatErlangAnswered() throws IOException {
    assertWritten(
        "000000b3 70 83 6806 611d"
            + R1_HEX
            + P1_HEX
            + P1_HEX
            + "6803 770465727063 770c657865637574655f63616c6c 6104"
            + "6c00000001 77076d6f6e69746f72 6a 83 6c00000004"
            + R1_HEX
            + "770665726c616e67 77046e6f6465 6a 6a",
        new SpawnRequest(
            R1,
            P1,
            P1,
            Atom.of("erpc"),
            Atom.of("execute_call"),
            4,
            ListTerm.of(Atom.of("monitor")),
            ListTerm.of(R1, Atom.of("erlang"), Atom.of("node"), ListTerm.empty())));
  }

  @Test
  void read_answersOfErpc_areReplyAndEndOfTheProcess() throws IOException {
    assertRead(
        "00000059 70 83 6805 611f" + R1_HEX + P1_HEX + "6102" + PROCESS_HEX,
        new SpawnReply(R1, P1, false, true, PROCESS));
    assertRead(
        "0000008d 70 83 6804 611c"
            + PROCESS_HEX
            + P1_HEX
            + R1_HEX
            + "83 6803"
            + R1_HEX
            + "770672657475726e"
            + BEAM_ATOM,
        new MonitorExit(PROCESS, P1, R1, Tuple.of(R1, Atom.of("return"), Wire.BEAM)));
  }

  @Test
  void read_pingOfErlang_isMonitorMessageAndDemonitor() throws IOException {
    String q = "58" + BEAM_ATOM + "00000538 00000000 6b00dc54";
    String s = "5a0003" + BEAM_ATOM + "6b00dc54 00000001 00000002 00000003";
    Pid caller = Pid.of(Wire.BEAM, 0x538, 0, BEAM_CREATION);
    Reference ref = Reference.of(Wire.BEAM, BEAM_CREATION, 1, 2, 3);

    assertRead(
        "0000004a 70 83 6804 6113" + q + "770a6e65745f6b65726e656c" + s,
        new Monitor(caller, NET_KERNEL, ref));
    assertRead(
        "0000004a 70 83 6804 6114" + q + "770a6e65745f6b65726e656c" + s,
        new Demonitor(caller, NET_KERNEL, ref));
  }

  @Test
  void write_answersToErlang_giveTheBytesThatItUnderstood() throws IOException {
    String s = "5a0003" + BEAM_ATOM + "6b00dc54 00000001 00000002 00000003";
    String q = "58" + BEAM_ATOM + "00000538 00000000 6b00dc54";
    Pid caller = Pid.of(Wire.BEAM, 0x538, 0, BEAM_CREATION);
    Reference ref = Reference.of(Wire.BEAM, BEAM_CREATION, 1, 2, 3);
    ListTerm tag = ListTerm.improper(List.of(Atom.of("alias")), ref);

    assertWritten(
        "00000071 70 83 6803 6121" + P1_HEX + s + "83 6802" + ALIAS + s + "7703796573",
        new SendToAlias(P1, ref, Tuple.of(tag, Atom.of("yes"))));
    assertWritten(
        "00000059 70 83 6805 611f" + s + q + "6102" + P1_HEX,
        new SpawnReply(ref, caller, false, true, P1));
    assertWritten(
        "0000008d 70 83 6804 611c"
            + P1_HEX
            + q
            + s
            + "83 6803"
            + s
            + "770672657475726e 6802 77046563686f 6b000107",
        new MonitorExit(
            P1,
            caller,
            ref,
            Tuple.of(
                ref,
                Atom.of("return"),
                Tuple.of(Atom.of("echo"), ListTerm.of(IntegerTerm.of(7))))));
  }
}
