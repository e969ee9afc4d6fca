package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jets.node.distribution.ControlMessage.Demonitor;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.GroupLeader;
import org.jets.node.distribution.ControlMessage.Link;
import org.jets.node.distribution.ControlMessage.Monitor;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnReply;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.node.distribution.ControlMessage.Unlink;
import org.jets.node.distribution.ControlMessage.UnlinkAck;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermGenerator;

/** Messages stay the same through each form in which they can be written. */
class ControlMessagePropertiesTest {

  @Provide
  Arbitrary<Long> flags() {
    return Arbitraries.of(
        Flags.OURS,
        Wire.PASS_THROUGH,
        Wire.FRAGMENTS,
        Wire.ATOM_CACHE,
        Wire.PASS_THROUGH & ~Flags.EXIT_PAYLOAD);
  }

  /** Returns messages from BEAM to JAVA. */
  private static List<ControlMessage> messages(TermGenerator terms, Random random) {
    Pid from = Pid.of(Wire.BEAM, random.nextInt(), random.nextInt(), random.nextInt());
    Pid to = Pid.of(Wire.JAVA, random.nextInt(), random.nextInt(), random.nextInt());
    Reference ref = Reference.of(Wire.BEAM, random.nextInt(), random.nextInt(), random.nextInt());
    Atom name = Atom.of("name" + random.nextInt(10));
    long id = random.nextLong() | 1;
    Term term = terms.term(20);
    List<ControlMessage> all = new ArrayList<>();
    all.add(new Send(from, to, term));
    all.add(new Send(null, to, term));
    all.add(new SendToName(from, name, term));
    all.add(new SendToAlias(from, ref, term));
    all.add(new Link(from, to));
    all.add(new Exit(from, to, term));
    all.add(new ExitSignal(from, to, term));
    all.add(new Unlink(id, from, to));
    all.add(new UnlinkAck(id, from, to));
    all.add(new Monitor(from, random.nextBoolean() ? to : name, ref));
    all.add(new Demonitor(from, random.nextBoolean() ? to : name, ref));
    all.add(new MonitorExit(random.nextBoolean() ? from : name, to, ref, term));
    all.add(new GroupLeader(from, to));
    all.add(new SpawnRequest(ref, from, from, name, name, 1, term, ListTerm.of(term)));
    all.add(
        new SpawnReply(
            ref,
            to,
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean() ? from : name));
    Collections.shuffle(all, random);
    return all;
  }

  @Property(tries = 200)
  void write_anyMessages_areReadAsTheyAre(@ForAll long seed, @ForAll("flags") long flags)
      throws IOException {
    List<ControlMessage> messages = messages(new TermGenerator(seed), new Random(seed));
    byte[] bytes = Wire.write(flags, messages);

    assertThat(Wire.read(flags, bytes, Wire.JAVA, Wire.BEAM)).isEqualTo(messages);
  }

  @Property(tries = 200)
  void read_damagedBytes_givesMessagesOrTheOneException(
      @ForAll long seed, @ForAll("flags") long flags) throws IOException {
    Random random = new Random(seed);
    byte[] bytes = Wire.write(flags, messages(new TermGenerator(seed), random));
    for (int i = 0; i < 3; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    try {
      assertThat(Wire.read(flags, bytes, Wire.JAVA, Wire.BEAM)).isNotNull();
    } catch (ProtocolException | EOFException e) {
      assertThat(e).hasMessageNotContaining("name");
    }
  }
}
