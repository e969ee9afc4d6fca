package org.jets.node.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages with terms that are nested deeper than a node reads. */
class MessageDepthTest {
  private static final int MAX_DEPTH = 100;
  private static final Atom SYSTEM_LIMIT = Atom.of("system_limit");
  private static final Pid REMOTE = Pid.of(Wire.BEAM, 1, 0, 1);
  private static final Pid LOCAL = Pid.of(Wire.JAVA, 1, 0, 1);

  private static Term nested(int levels) {
    Term term = ListTerm.empty();
    for (int level = 0; level < levels; level++) {
      term = ListTerm.of(term);
    }
    return term;
  }

  private static SpawnRequest request(Term arguments) {
    Reference id = Reference.of(Wire.BEAM, 1, 1, 2, 3);
    Atom name = Atom.of("erpc");
    return new SpawnRequest(id, REMOTE, REMOTE, name, name, 1, ListTerm.empty(), arguments);
  }

  static LongStream wires() {
    return LongStream.of(Wire.PASS_THROUGH, Wire.FRAGMENTS, Wire.ATOM_CACHE);
  }

  @ParameterizedTest
  @MethodSource("wires")
  void read_payloadNestedTooDeep_leavesTheConnectionAlone(long flags) throws Exception {
    Term deep = ListTerm.of(nested(MAX_DEPTH));
    Term shallow = ListTerm.of(nested(MAX_DEPTH - 2));
    MonitorExit down = new MonitorExit(REMOTE, LOCAL, Reference.of(Wire.JAVA, 1, 1, 2, 3), deep);
    Send last = new Send(null, LOCAL, shallow);
    byte[] bytes =
        Wire.write(
            flags,
            List.of(request(deep), new Send(null, LOCAL, deep), down, request(shallow), last));
    RecordedLog log = new RecordedLog();
    DistributionOptions options =
        Wire.options().maxDepth(MAX_DEPTH).log(new RateLimitedLog(log, System::nanoTime)).build();

    assertThat(Wire.read(flags, bytes, Wire.JAVA, Wire.BEAM, options))
        .containsExactly(
            request(SYSTEM_LIMIT),
            new MonitorExit(REMOTE, LOCAL, down.ref(), SYSTEM_LIMIT),
            request(shallow),
            last);
    String node = Wire.BEAM.name();
    assertThat(log.lines())
        .containsExactlyElementsOf(
            Collections.nCopies(
                3,
                "a message of " + node + " is nested deeper than 100 (--max-depth, withMaxDepth)"));
  }
}
