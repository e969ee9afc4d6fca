package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;

/** Helpers that ask an oracle about generated terms. */
final class OracleTerms {
  /** The number of terms in a packet. */
  private static final int BATCH = 1_000;

  private OracleTerms() {}

  /**
   * Asks about this many generated terms, each by itself, and passes on each with its answer.
   * Asserts that the release refuses the terms that it is known to refuse. These do not count.
   */
  static void askAll(
      ErlangOracle oracle,
      String operation,
      Term option,
      int count,
      Supplier<Term> terms,
      BiConsumer<Term, Answer> check) {
    for (int left = count; left > 0; ) {
      List<Term> batch = new ArrayList<>();
      while (batch.size() < Math.min(left, BATCH)) {
        batch.add(terms.get());
      }
      List<Term> accepted = accepted(oracle, batch);
      List<byte[]> items = accepted.stream().map(ExternalTermFormat::encode).toList();
      List<Answer> answers = oracle.ask(operation, ExternalTermFormat.encode(option), items);
      for (int i = 0; i < accepted.size(); i++) {
        check.accept(accepted.get(i), answers.get(i));
      }
      left -= accepted.size();
    }
  }

  /**
   * Returns the terms that the release accepts and keeps whole, and asserts that it refuses those
   * that it does not accept.
   */
  static List<Term> accepted(ErlangOracle oracle, List<Term> terms) {
    List<Term> accepted = new ArrayList<>(terms);
    accepted.removeIf(t -> ReleaseDifferences.asSeenBy(oracle.release(), t).isEmpty());
    List<Term> refused = new ArrayList<>(terms);
    refused.removeAll(accepted);
    List<byte[]> items = refused.stream().map(ExternalTermFormat::encode).toList();
    for (Answer answer : oracle.ask("phash2/1", items)) {
      assertThat(answer.error()).contains("error:badarg");
    }
    accepted.removeIf(t -> ReleaseDifferences.losesKeys(oracle.release(), t));
    return accepted;
  }

  /**
   * Asserts that Erlang and jets agree on any two terms of a group, in both directions: on the
   * standard order, the exact order and {@code =:=}. Known differences of the release are left out.
   */
  static void assertSameOrder(ErlangOracle oracle, List<List<Term>> groups) {
    assertSameOrder(oracle, groups, TermOrder.STANDARD);
  }

  /** Asserts the same of another comparator of the standard order. */
  static void assertSameOrder(
      ErlangOracle oracle, List<List<Term>> groups, Comparator<Term> standard) {
    List<byte[]> items =
        groups.stream().map(group -> ExternalTermFormat.encode(ListTerm.of(group))).toList();
    List<Answer> answers = oracle.ask("compare", items);
    for (int i = 0; i < groups.size(); i++) {
      assertSameOrder(oracle.release(), groups.get(i), answers.get(i).numbers(), standard);
    }
  }

  private static void assertSameOrder(
      int release, List<Term> group, ByteBuffer answer, Comparator<Term> order) {
    List<Seen> terms = group.stream().map(term -> new Seen(release, term)).toList();
    for (Seen a : terms) {
      for (Seen b : terms) {
        int standard = order.compare(a.asSeen, b.asSeen);
        int exact = TermOrder.EXACT.compare(a.asSeen, b.asSeen);
        boolean equal = a.asSeen.equals(b.asSeen);
        assertOrder(
            "standard", a, b, answer.get(), standard, a.privateStandard || b.privateStandard);
        assertOrder("exact", a, b, answer.get(), exact, a.privateExact || b.privateExact);
        assertSame("=:=", a, b, answer.get(), equal ? 1 : 0);
      }
    }
    assertThat(answer.hasRemaining()).isFalse();
  }

  /** Asserts that an order agrees. If it is private to a node, only the equality must agree. */
  private static void assertOrder(
      String order, Seen a, Seen b, int erlang, int java, boolean isPrivate) {
    int sign = 1 + Integer.signum(java);
    assertSame(order, a, b, erlang, isPrivate && sign != 1 && erlang != 1 ? erlang : sign);
  }

  private static void assertSame(String what, Seen a, Seen b, int erlang, int java) {
    if (erlang != java) {
      assertThat(java).as("%s of %s and %s", what, a, b).isEqualTo(erlang);
    }
  }

  /** A term as a release sees it. */
  private static final class Seen {
    final Term term;
    final Term asSeen;
    final boolean privateStandard;
    final boolean privateExact;

    Seen(int release, Term term) {
      this.term = term;
      this.asSeen = ReleaseDifferences.asSeenBy(release, term).orElseThrow();
      this.privateStandard = ReleaseDifferences.hasPrivateStandardOrder(release, term);
      this.privateExact = ReleaseDifferences.hasPrivateExactOrder(release, term);
    }

    @Override
    public String toString() {
      return term + " (" + HexFormat.of().formatHex(ExternalTermFormat.encode(term)) + ")";
    }
  }
}
