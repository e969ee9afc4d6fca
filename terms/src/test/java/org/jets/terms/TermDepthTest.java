package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of terms nested a million deep, on a thread with a stack of the default size. */
class TermDepthTest {
  private static final int DEPTH = 1_000_000;
  private static final Atom A = Atom.of("a");

  static Stream<Arguments> nestings() {
    Pid pid = Pid.of(Atom.of("a@b"), 1, 0, 1);
    byte[] uniq = new byte[LocalFun.UNIQ_BYTES];
    return Stream.of(
        nesting("lists", ListTerm::of),
        nesting("cells", below -> ListTerm.cons(A, below)),
        nesting("tuples of 2", below -> Tuple.of(A, below)),
        nesting("tuples of 4", below -> Tuple.of(A, below, A, A)),
        nesting(
            "values of records", below -> RecordTerm.of(A, A, false, List.of(A), List.of(below))),
        nesting("values of maps", below -> MapTerm.of(A, below)),
        nesting("keys of maps", below -> MapTerm.of(below, A)),
        nesting("funs", below -> LocalFun.of(A, 0, uniq, 0, 0, 0, pid, List.of(below))));
  }

  private static Arguments nesting(String name, UnaryOperator<Term> nest) {
    return Arguments.of(name, nest);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nestings")
  void ordersAndHashes_deepTerms_areOfTheWholeTerm(String name, UnaryOperator<Term> nest)
      throws Exception {
    Term one = nested(nest, IntegerTerm.of(1));
    Term copy = nested(nest, IntegerTerm.of(1));
    Term real = nested(nest, FloatTerm.of(1));
    boolean inKey = name.startsWith("keys");
    onNewThread(
        () -> {
          assertThat(one.equals(copy)).isTrue();
          assertThat(one.equals(real)).isFalse();
          assertThat(one.hashCode()).isEqualTo(copy.hashCode()).isNotEqualTo(real.hashCode());
          assertThat(Phash2.of(one)).isNotEqualTo(Phash2.of(real));
          assertThat(TermOrder.EXACT.compare(one, real)).isNegative();
          assertThat(TermOrder.equal(one, real)).isEqualTo(!inKey);
        });
  }

  private static Term nested(UnaryOperator<Term> nest, Term innermost) {
    Term term = innermost;
    for (int i = 0; i < DEPTH; i++) {
      term = nest.apply(term);
    }
    return term;
  }

  private static void onNewThread(Runnable test) throws Exception {
    FutureTask<Void> task = new FutureTask<>(test, null);
    Thread thread = new Thread(task);
    thread.start();
    task.get();
    thread.join();
  }
}
