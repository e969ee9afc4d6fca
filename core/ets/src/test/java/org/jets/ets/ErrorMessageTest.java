package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.match.Match;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.match.MatchSpecException;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that messages of errors show only the beginning of arguments, and cost nothing unless read.
 */
class ErrorMessageTest {
  private static final int LARGE = 20_000_000;
  private static final int MAX_MESSAGE = 1_000;
  private static final long MAX_ALLOCATED = 100_000;

  private final Owner owner = new TableSpace().newOwner();
  private final LocalTable table = owner.newTable("t", TableOptions.set());

  @AfterEach
  void end() {
    owner.close();
  }

  private static Term large() {
    return Bitstring.of(new byte[LARGE], LARGE * Byte.SIZE);
  }

  /** Returns a term of 2^60 leaves, in 60 tuples. */
  private static Term shared() {
    return shared(60);
  }

  private static Term shared(int levels) {
    Term shared = a("leaf");
    for (int level = 0; level < levels; level++) {
      shared = t(shared, shared);
    }
    return shared;
  }

  private static <E extends Exception> E thrown(Class<E> type, ThrowingCallable call) {
    call(type, call);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    E error = call(type, call);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(MAX_ALLOCATED);
    return error;
  }

  private static <E extends Exception> E call(Class<E> type, ThrowingCallable call) {
    return catchThrowableOfType(type, call);
  }

  @Test
  void message_ofLargeKey_isItsBeginningAndMadeOnDemand() {
    Term key = large();
    NoSuchKeyException error = thrown(NoSuchKeyException.class, () -> table.lookupElement(key, 1));
    assertThat(error.getMessage())
        .startsWith("key: <<0,0,0,")
        .endsWith("... (expected: a key that exists in the table)")
        .hasSizeLessThan(MAX_MESSAGE);
  }

  @Test
  void message_ofSharedTerm_isItsBeginning() {
    Term key = shared();
    assertThat(catchThrowableOfType(BadArgumentException.class, () -> apply(table, "slot", key)))
        .message()
        .startsWith("slot: {{{{")
        .hasSizeLessThan(MAX_MESSAGE);
    assertThat(catchThrowableOfType(BadArgumentException.class, () -> apply(table, "setopts", key)))
        .message()
        .hasSizeLessThan(MAX_MESSAGE);
    assertThat(catchThrowableOfType(BadArgumentException.class, () -> owner.open(key)))
        .message()
        .hasSizeLessThan(MAX_MESSAGE);
    assertThat(catchThrowableOfType(TableFileException.class, () -> SaveOptions.fromTerms(l(key))))
        .message()
        .hasSizeLessThan(MAX_MESSAGE);
  }

  @Test
  void message_ofCallWithLargeArguments_isShort() {
    Term key = large();
    EtsCallException error =
        thrown(
            EtsCallException.class,
            () -> EtsModule.apply(owner, a("lookup_element"), List.of(table.id(), key, i(1))));
    assertThat(error.getMessage())
        .startsWith("ets:lookup_element/3: badarg, key: <<0,0,")
        .hasSizeLessThan(MAX_MESSAGE);
    EtsCallException exit =
        catchThrowableOfType(
            EtsCallException.class, () -> EtsModule.apply(owner, a("no_such"), List.of(shared())));
    assertThat(exit.getMessage()).hasSizeLessThan(MAX_MESSAGE);
  }

  @Test
  void message_ofMistakesInSpecification_isShort() {
    Term wrong = l(t(t("$1"), l(), l(t("foo", shared(12)))));
    assertThat(
            catchThrowableOfType(BadMatchSpecException.class, () -> apply(table, "select", wrong)))
        .message()
        .contains("there is no function foo/1, called by {foo,{{{")
        .hasSizeLessThan(MAX_MESSAGE);
    Term[] many = new Term[1_000];
    Arrays.fill(many, t("foo", large()));
    MatchSpecException error =
        catchThrowableOfType(
            MatchSpecException.class,
            () -> MatchSpec.compile(l(t(t("$1"), ListTerm.of(many), l("$1")))));
    assertThat(error.errors()).hasSize(1_000);
    assertThat(error).message().endsWith("; and 990 mistakes more").hasSizeLessThan(10_000);
    Term key = large();
    assertThat(
            catchThrowableOfType(
                BadMatchSpecException.class,
                () -> apply(table, "select_replace", l(t(t(key, 1), l(), l(t(t(1, 2))))))))
        .message()
        .hasSizeLessThan(MAX_MESSAGE);
  }

  @Test
  void message_ofNoListOfClauses_namesTheSpecificationOnce() {
    assertThat(
            catchThrowableOfType(BadMatchSpecException.class, () -> apply(table, "select", a("x"))))
        .hasMessage("match specification: not a list of clauses");
  }

  @Test
  void toString_ofOperationsAndRangesOfLargeTerms_isShort() {
    Term large = large();
    IntegerTerm integer = IntegerTerm.of(BigInteger.ONE.shiftLeft(100_000));
    List.of(
            ElementOp.set(2, large),
            ElementOp.set(2, shared()),
            CounterOp.add(2, integer, integer, integer),
            KeyRange.closed(large, large),
            KeyRange.closed(shared(), shared()),
            Match.value(shared()),
            Match.tuple(large, shared()),
            MatchSpec.objectsLike(t(large)),
            MatchSpec.objectsLike(t(large)).clauses().get(0),
            new SelectChunk(List.of(shared()), Optional.empty()))
        .forEach(shown -> assertThat(shown.toString()).hasSizeLessThan(MAX_MESSAGE));
  }

  @Test
  void explain_ofLargeKeys_isShort() {
    try (LocalTable ordered = owner.newTable("o", TableOptions.orderedSet())) {
      for (Term large : List.of(large(), shared(17))) {
        for (Term spec :
            List.of(
                l(t(t(large, "$1"), l(), l("$1"))),
                l(t(t(t(large, "$1"), "$2"), l(), l("$1"))),
                l(t(t(ListTerm.improper(List.of(large, large), a("$1")), "$2"), l(), l("$1"))),
                l(t(t("$1", "$2"), l(t(">", "$1", t("const", large))), l("$1"))))) {
          SelectPlan plan = ordered.explain(MatchSpec.compile(spec));
          assertThat(plan.kind()).as(plan.reason()).isNotEqualTo(SelectPlan.Kind.SCAN);
          assertThat(plan.toString()).hasSizeLessThan(MAX_MESSAGE);
        }
      }
    }
  }

  @Test
  void explain_ofManyKeys_showsTheFirstTen() {
    Term[] clauses = new Term[1_000];
    for (int key = 0; key < clauses.length; key++) {
      clauses[key] = t(t(key, "$1"), l(), l("$1"));
    }

    SelectPlan plan = table.explain(MatchSpec.compile(ListTerm.of(clauses)));

    assertThat(plan.keys()).hasSize(1_000);
    assertThat(plan).asString().startsWith("lookup of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 990 more: ");
  }

  @Test
  void serialization_writtenAndRead_keepsMessageAndReason() throws Exception {
    EtsException error =
        catchThrowableOfType(NoSuchKeyException.class, () -> table.lookupElement(a("k"), 1));
    EtsException copy = copy(error);
    assertThat(copy).hasMessage(error.getMessage());
    assertThat(copy.getMessage()).contains("key: k ");
    TableFileException file =
        catchThrowableOfType(TableFileException.class, () -> SaveOptions.fromTerms(l("y")));
    assertThat(copy(file).reason()).isEqualTo(file.reason());
    assertThat(copy(file)).hasMessage(file.getMessage());
    BadMatchSpecException spec =
        catchThrowableOfType(BadMatchSpecException.class, () -> apply(table, "select", a("x")));
    assertThat(copy(spec)).hasMessage(spec.getMessage());
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T object) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }
}
