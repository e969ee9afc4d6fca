package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the work of a table for each lookup does not allocate. */
class TermAllocationTest {
  private static final int WARM_UP = 50_000;
  private static final int MEASURED = 10_000;

  static Stream<Arguments> operations() {
    Term integer = IntegerTerm.of(123_456);
    Term sameInteger = IntegerTerm.of(123_456);
    Term large = IntegerTerm.of(1L << 40);
    Term sameLarge = IntegerTerm.of(1L << 40);
    Atom atom = Atom.of("an atom");
    Atom otherAtom = Atom.of("an atom, too");
    Term pair = Tuple.of(atom, integer);
    Term samePair = Tuple.of(atom, sameInteger);
    Term triple = Tuple.of(atom, integer, large);
    Term otherTriple = Tuple.of(atom, sameInteger, IntegerTerm.of(1L << 41));
    Term real = FloatTerm.of(0.5);
    return Stream.of(
        operation("equal integers", () -> integer.equals(sameInteger) ? 1 : 0),
        operation("equal 64-bit integers", () -> large.equals(sameLarge) ? 1 : 0),
        operation("equal atoms", () -> atom.equals(otherAtom) ? 1 : 0),
        operation("equal pairs", () -> pair.equals(samePair) ? 1 : 0),
        operation("hash of an integer", integer::hashCode),
        operation("hash of a 64-bit integer", large::hashCode),
        operation("hash of an atom", atom::hashCode),
        operation("hash of a pair", pair::hashCode),
        operation("compare integers", () -> compare(integer, sameInteger)),
        operation("compare integers of two sizes", () -> compare(integer, large)),
        operation("compare an integer with a float", () -> compare(integer, real)),
        operation("compare atoms", () -> compare(atom, otherAtom)),
        operation("compare triples", () -> compare(triple, otherTriple)),
        operation("compare other types", () -> compare(triple, atom)));
  }

  private static Arguments operation(String name, IntSupplier operation) {
    return Arguments.of(name, operation);
  }

  private static int compare(Term a, Term b) {
    return TermOrder.STANDARD.compare(a, b);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("operations")
  void operation_onKeys_allocatesNothing(String name, IntSupplier operation) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    repeat(operation, WARM_UP);
    threads.getThreadAllocatedBytes(thread);
    long before = threads.getThreadAllocatedBytes(thread);
    int sum = repeat(operation, MEASURED);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;
    // The measurement itself may take some bytes; one object each time would be 160,000.
    assertThat(sum).isEqualTo(MEASURED * operation.getAsInt());
    assertThat(allocated).isLessThan(MEASURED);
  }

  private static int repeat(IntSupplier operation, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) {
      sum += operation.getAsInt();
    }
    return sum;
  }
}
