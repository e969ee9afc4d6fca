package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that terms nested a million deep are encoded and decoded on a thread with the default
 * stack.
 */
class ExternalTermFormatDepthTest {
  private static final int DEPTH = 1_000_000;
  private static final Pid PID = Pid.of(Atom.of("a@b"), 1, 2, 3);

  static Stream<Arguments> nestings() {
    return Stream.of(
        nesting("heads of lists", ListTerm::of),
        nesting("heads of lists with more", term -> ListTerm.of(term, Atom.OK)),
        nesting("heads of improper lists", term -> ListTerm.cons(term, Atom.OK)),
        nesting("tuples of one", Tuple::of),
        nesting("tuples of four", term -> Tuple.of(Atom.OK, Atom.OK, term, Atom.OK)),
        nesting("values of records", ExternalTermFormatDepthTest::record),
        nesting("values of maps", term -> MapTerm.of(Atom.OK, term)),
        nesting("keys of maps", term -> MapTerm.of(term, Atom.OK)),
        nesting("captured terms", ExternalTermFormatDepthTest::capture),
        nesting("everything", everything()));
  }

  private static Arguments nesting(String name, UnaryOperator<Term> wrap) {
    return Arguments.of(name, wrap);
  }

  private static Term record(Term term) {
    return RecordTerm.of(Atom.OK, Atom.OK, true, List.of(Atom.OK), List.of(term));
  }

  private static Term capture(Term term) {
    return LocalFun.of(Atom.OK, 0, new byte[16], 0, 0, 0, PID, List.of(term));
  }

  private static UnaryOperator<Term> everything() {
    int[] level = {0};
    return term ->
        switch (level[0]++ % 6) {
          case 0 -> ListTerm.of(Atom.OK, term);
          case 1 -> Tuple.of(term, Atom.OK);
          case 2 -> MapTerm.of(Atom.OK, term);
          case 3 -> ListTerm.cons(Atom.OK, Tuple.of(term));
          case 4 -> record(term);
          default -> capture(term);
        };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nestings")
  void decode_nestedDeep_isWhatWasEncoded(String name, UnaryOperator<Term> wrap)
      throws IOException {
    Term term = Tuple.of();
    for (int i = 1; i < DEPTH; i++) {
      term = wrap.apply(term);
    }

    byte[] bytes = ExternalTermFormat.encode(term);
    Term decoded = ExternalTermFormat.decode(bytes);

    assertThat(decoded.equals(term)).isTrue();
    assertThat(Arrays.equals(ExternalTermFormat.encode(decoded), bytes)).isTrue();
    ByteArrayInputStream input = new ByteArrayInputStream(bytes);
    assertThat(ExternalTermFormat.decode(input, DecodeOptions.defaults()).equals(term)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("chains")
  void decode_chainOfCells_isWhatWasEncoded(Term head, Term lastTail) {
    Term list = lastTail;
    for (int i = 0; i < DEPTH; i++) {
      list = ListTerm.cons(head, list);
    }

    Term decoded = ExternalTermFormat.decode(ExternalTermFormat.encode(list));

    assertThat(decoded.equals(list)).isTrue();
  }

  static Stream<Arguments> chains() {
    return Stream.of(
        Arguments.of(IntegerTerm.of(7), ListTerm.empty()),
        Arguments.of(Tuple.of(Atom.OK), ListTerm.ofText("end")),
        Arguments.of(Atom.OK, Atom.OK));
  }

  @ParameterizedTest
  @MethodSource("listsOfOneCell")
  void decode_listsWrittenAsTails_areOneList(byte[] cell) {
    ByteBuffer bytes = ByteBuffer.allocate(1 + cell.length * DEPTH + 1).put((byte) 131);
    for (int i = 0; i < DEPTH; i++) {
      bytes.put(cell);
    }
    bytes.put((byte) 106);

    ListTerm list = (ListTerm) ExternalTermFormat.decode(bytes.array());

    assertThat(list.size()).isEqualTo(DEPTH);
    assertThat(ExternalTermFormat.decode(ExternalTermFormat.encode(list)).equals(list)).isTrue();
  }

  static Stream<byte[]> listsOfOneCell() {
    return Stream.of(new byte[] {108, 0, 0, 0, 1, 97, 7}, new byte[] {108, 0, 0, 0, 1, 104, 0});
  }
}
