package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.vm.VM;

/** Tests of the sizes that the documentation promises, for a JVM with compressed references. */
class TermMemoryTest {
  private static final int COMPRESSED_HEADER = 12;
  private static final int COMPRESSED_REFERENCE = 4;
  private static final Atom NODE = Atom.of("a@b");
  private static final Term INTEGER = IntegerTerm.of(Integer.MIN_VALUE);

  static Stream<Arguments> sizes() {
    Term term = Atom.OK;
    return Stream.of(
        size(IntegerTerm.of(1), 16),
        size(IntegerTerm.of(Integer.MAX_VALUE), 16),
        size(IntegerTerm.of(Long.MAX_VALUE), 24),
        size(FloatTerm.of(1), 24),
        size(Tuple.of(term), 16),
        size(Tuple.of(term, term), 24),
        size(Tuple.of(term, term, term), 24),
        size(Tuple.of(term, term, term, term), 16),
        size(Tuple.of(INTEGER).packed(), 16),
        size(Tuple.of(INTEGER, INTEGER).packed(), 24),
        size(Tuple.of(INTEGER, term).packed(), 24),
        size(Tuple.of(term, INTEGER).packed(), 24),
        size(Tuple.of(INTEGER, term, term).packed(), 24),
        size(Tuple.of(term, INTEGER, term).packed(), 24),
        size(Tuple.of(term, term, INTEGER).packed(), 24),
        size(ListTerm.cons(term, term), 24),
        size(ListTerm.of(term), 32),
        size(ListTerm.ofText("text"), 24),
        size(RecordTerm.of(Atom.OK, Atom.OK, true, Map.of()), 24),
        size(MapTerm.of(term, term), 16),
        size(Binary.of("text"), 16),
        size(Binary.view(new byte[2], 0, 1), 24),
        size(Pid.of(NODE, 1, 2, 3), 32),
        size(Port.of(NODE, 1, 2), 32),
        size(Reference.of(NODE, 1, 2), 48));
  }

  private static Arguments size(Term term, long bytes) {
    return Arguments.of(term, bytes);
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void instance_compressedReferences_isNoLargerThanPromised(Term term, long bytes) {
    assumeCompressedReferences();
    assertThat(ClassLayout.parseInstance(term).instanceSize()).isLessThanOrEqualTo(bytes);
  }

  private static void assumeCompressedReferences() {
    assumeTrue(
        VM.current().objectHeaderSize() <= COMPRESSED_HEADER
            && VM.current().sizeOfField(Object.class.getName()) == COMPRESSED_REFERENCE,
        "this JVM has no compressed references");
  }

  /** The tuple and the objects that it refers to, without the shared ones. */
  @Test
  void packed_nestedIntegers_takesNoObjectsForThem() {
    assumeCompressedReferences();
    Tuple tuple = Tuple.of(Tuple.of(INTEGER, IntegerTerm.of(1 << 20)), IntegerTerm.of(1 << 21));
    assertThat(GraphLayout.parseInstance(tuple).totalSize()).isEqualTo(24 + 24 + 3 * 16);
    assertThat(GraphLayout.parseInstance(tuple.packed()).totalSize()).isEqualTo(24 + 24);
  }

  @Test
  void of_smallIntegers_areShared() {
    for (int i = -128; i <= 1023; i++) {
      assertThat(IntegerTerm.of(i)).isSameAs(IntegerTerm.of(i));
    }
  }
}
