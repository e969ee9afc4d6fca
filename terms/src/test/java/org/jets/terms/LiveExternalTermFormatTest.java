package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.terms.internal.external.ExternalTag;
import org.jets.terms.oracle.Answer;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangTest;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the external term format against a live Erlang, byte for byte. */
@ExtendWith(RandomTerms.class)
class LiveExternalTermFormatTest {
  private static final Term NO_OPTIONS = ListTerm.empty();
  private static final Atom DETERMINISTIC = Atom.of("deterministic");
  private static final Atom COMPRESSED = Atom.of("compressed");

  @LiveErlangTest
  void encode_defaultOptions_isWhatErlangWrites(ErlangOracle oracle, TermGenerator terms) {
    assertSameBytes(
        oracle,
        NO_OPTIONS,
        ReleaseDifferences.defaultEncoding(oracle.release()),
        20_000,
        () -> withoutKeyOrder(terms.term()));
  }

  @LiveErlangTest
  void encode_deterministic_isWhatErlangWrites(ErlangOracle oracle, TermGenerator terms) {
    assertSameBytes(
        oracle,
        ListTerm.of(DETERMINISTIC),
        ReleaseDifferences.defaultEncoding(oracle.release()).withDeterministic(true),
        20_000,
        terms::term);
  }

  @LiveErlangTest
  void encode_minorVersion1_isWhatErlangWrites(ErlangOracle oracle, TermGenerator terms) {
    assertMinorVersion(1, oracle, terms);
  }

  @LiveErlangTest
  void encode_minorVersion2_isWhatErlangWrites(ErlangOracle oracle, TermGenerator terms) {
    assertMinorVersion(2, oracle, terms);
  }

  private static void assertMinorVersion(int version, ErlangOracle oracle, TermGenerator terms) {
    EncodeOptions options = EncodeOptions.defaults().withMinorVersion(version);
    assertSameBytes(
        oracle,
        ListTerm.of(DETERMINISTIC, minorVersion(version)),
        options.withDeterministic(true),
        10_000,
        () -> ReleaseDifferences.withWidePorts(terms.term()));
    Term narrow = Port.of(Atom.of("a@b"), 7, 1);
    OracleTerms.askAll(
        oracle,
        "encode",
        ListTerm.of(minorVersion(version)),
        1,
        () -> narrow,
        (term, answer) ->
            assertThat(answer.bytes()[1])
                .isEqualTo((byte) ReleaseDifferences.tagOfNarrowPorts(oracle.release())));
  }

  @LiveErlangTest
  void encode_compressed_isReadByErlang(ErlangOracle oracle, TermGenerator terms) {
    Pid init = init(oracle);
    EncodeOptions plain =
        ReleaseDifferences.defaultEncoding(oracle.release()).withDeterministic(true);
    List<Term> sent = new ArrayList<>();
    for (int i = TestScale.count(2_000); i > 0; i--) {
      sent.add(repetitive(terms));
    }
    sent = OracleTerms.accepted(oracle, sent);
    List<byte[]> items =
        sent.stream()
            .map(
                term ->
                    ExternalTermFormat.encode(term, EncodeOptions.defaults().withCompression(9)))
            .toList();
    assertThat(items).anyMatch(bytes -> bytes[1] == ExternalTag.COMPRESSED);
    List<Answer> answers =
        oracle.ask("encode", ExternalTermFormat.encode(ListTerm.of(DETERMINISTIC)), items);
    for (int i = 0; i < items.size(); i++) {
      Term read = ReleaseDifferences.asRead(oracle.release(), init, sent.get(i));
      assertThat(answers.get(i).bytes()).isEqualTo(ExternalTermFormat.encode(read, plain));
    }
  }

  @LiveErlangTest
  void decode_writtenByErlang_isTheTerm(ErlangOracle oracle, TermGenerator terms) {
    for (Term options : List.of(NO_OPTIONS, ListTerm.of(minorVersion(0)))) {
      assertDecoded(oracle, options, 10_000, terms::term);
    }
  }

  @LiveErlangTest
  void decode_compressedByErlang_isTheTerm(ErlangOracle oracle, TermGenerator terms) {
    assertDecoded(oracle, ListTerm.of(COMPRESSED), 2_000, () -> repetitive(terms));
  }

  @LiveErlangTest
  void decode_damagedRecord_isReadOrRefusedAsByErlang(ErlangOracle oracle, TermGenerator terms) {
    Random random = terms.random();
    List<Atom> names = Stream.of("", "a", "b", "m", "n", "ab").map(Atom::of).toList();
    List<byte[]> items = new ArrayList<>();
    for (int i = TestScale.count(3_000); i > 0; i--) {
      List<Atom> fields = new ArrayList<>(names);
      Collections.shuffle(fields, random);
      List<Atom> values = List.copyOf(fields).subList(0, random.nextInt(4));
      fields = fields.subList(fields.size() - values.size(), fields.size());
      byte[] bytes =
          ExternalTermFormat.encode(
              RecordTerm.of(names.get(1), names.get(2), random.nextBoolean(), fields, values));
      int at = 2 + random.nextInt(bytes.length - 2);
      bytes[at] = (byte) (random.nextInt(4) + (random.nextBoolean() ? 'a' : 0));
      items.add(bytes);
    }
    boolean reads = oracle.release() >= ReleaseDifferences.NEWEST;
    List<Answer> answers = oracle.ask("encode", items);
    for (int i = 0; i < items.size(); i++) {
      byte[] read = reads ? recodedOrNull(items.get(i)) : null;
      byte[] expected = answers.get(i).error().isPresent() ? null : answers.get(i).bytes();
      assertThat(read).as(HexFormat.of().formatHex(items.get(i))).isEqualTo(expected);
    }
  }

  @LiveErlangTest
  void encode_localFunsOfTheNode_areStillItsOwn(ErlangOracle oracle) {
    Term call = Tuple.of(Atom.of("jets_oracle"), Atom.of("local_funs"), ListTerm.empty());
    byte[] written = oracle.ask("apply", List.of(ExternalTermFormat.encode(call))).get(0).bytes();
    ListTerm funs = (ListTerm) ExternalTermFormat.decode(written);
    byte[] rewritten = ExternalTermFormat.encode(funs);

    assertThat(funs.toList()).hasSizeGreaterThan(3).hasOnlyElementsOfType(LocalFun.class);
    assertThat(oracle.ask("is_local_funs", List.of(rewritten)).get(0).bytes()).containsExactly(1);
    assertThat(
            ExternalTermFormat.encode(funs, ReleaseDifferences.defaultEncoding(oracle.release())))
        .isEqualTo(written);
    OracleTerms.assertSameOrder(oracle, List.of(funs.toList()));
    List<byte[]> items = funs.stream().map(ExternalTermFormat::encode).toList();
    assertThat(oracle.ask("phash2/1", items))
        .extracting(answer -> answer.numbers().getInt())
        .containsExactlyElementsOf(funs.stream().map(Phash2::of).toList());
  }

  /** Decodes a term, ignores any bytes after it, and encodes it again. */
  private static byte @Nullable [] recodedOrNull(byte[] bytes) {
    try {
      return ExternalTermFormat.encode(
          ExternalTermFormat.decode(ByteBuffer.wrap(bytes), DecodeOptions.defaults()));
    } catch (TermFormatException e) {
      return null;
    }
  }

  private static void assertSameBytes(
      ErlangOracle oracle,
      Term erlangOptions,
      EncodeOptions options,
      int count,
      Supplier<Term> terms) {
    int release = oracle.release();
    Pid init = init(oracle);
    OracleTerms.askAll(
        oracle,
        "encode",
        erlangOptions,
        TestScale.count(count),
        terms,
        (term, answer) ->
            assertThat(
                    HexFormat.of()
                        .formatHex(
                            ExternalTermFormat.encode(
                                ReleaseDifferences.asRead(release, init, term), options)))
                .as("%s", term)
                .isEqualTo(HexFormat.of().formatHex(answer.bytes())));
  }

  private static void assertDecoded(
      ErlangOracle oracle, Term erlangOptions, int count, Supplier<Term> terms) {
    OracleTerms.askAll(
        oracle,
        "encode",
        erlangOptions,
        TestScale.count(count),
        terms,
        (term, answer) -> assertThat(ExternalTermFormat.decode(answer.bytes())).isEqualTo(term));
  }

  private static Pid init(ErlangOracle oracle) {
    byte[] source = "whereis(init)".getBytes(StandardCharsets.US_ASCII);
    return (Pid) ExternalTermFormat.decode(oracle.ask("eval", List.of(source)).get(0).bytes());
  }

  private static Term minorVersion(int version) {
    return Tuple.of(Atom.of("minor_version"), IntegerTerm.of(version));
  }

  /** Returns a term that compresses well. */
  private static Term repetitive(TermGenerator terms) {
    Term part = terms.term();
    return ListTerm.of(part, terms.copy(part), part, part, part);
  }

  /** Leaves one key in each map, since the order of several is private to a node. */
  private static Term withoutKeyOrder(Term term) {
    if (!ChildCursor.isCompound(term)) {
      return term;
    }
    if (term instanceof MapTerm map && map.size() > 1) {
      return withoutKeyOrder(map.without(map.key(map.size() - 1)));
    }
    List<Term> children = Compounds.children(term);
    children.replaceAll(LiveExternalTermFormatTest::withoutKeyOrder);
    return Compounds.withChildren(term, children);
  }
}
