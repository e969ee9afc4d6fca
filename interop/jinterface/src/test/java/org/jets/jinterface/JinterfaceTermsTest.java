package org.jets.jinterface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.ericsson.otp.erlang.OtpErlangAtom;
import com.ericsson.otp.erlang.OtpErlangBinary;
import com.ericsson.otp.erlang.OtpErlangBitstr;
import com.ericsson.otp.erlang.OtpErlangBoolean;
import com.ericsson.otp.erlang.OtpErlangByte;
import com.ericsson.otp.erlang.OtpErlangChar;
import com.ericsson.otp.erlang.OtpErlangDouble;
import com.ericsson.otp.erlang.OtpErlangException;
import com.ericsson.otp.erlang.OtpErlangExternalFun;
import com.ericsson.otp.erlang.OtpErlangFloat;
import com.ericsson.otp.erlang.OtpErlangFun;
import com.ericsson.otp.erlang.OtpErlangInt;
import com.ericsson.otp.erlang.OtpErlangList;
import com.ericsson.otp.erlang.OtpErlangLong;
import com.ericsson.otp.erlang.OtpErlangMap;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangPort;
import com.ericsson.otp.erlang.OtpErlangRef;
import com.ericsson.otp.erlang.OtpErlangShort;
import com.ericsson.otp.erlang.OtpErlangString;
import com.ericsson.otp.erlang.OtpErlangTuple;
import com.ericsson.otp.erlang.OtpErlangUInt;
import com.ericsson.otp.erlang.OtpErlangUShort;
import com.ericsson.otp.erlang.OtpOutputStream;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JinterfaceTermsTest {
  private static final OtpErlangPid PID = new OtpErlangPid("a@b", 7, 3, 2);
  private static final int DEEP = 100_000;

  /** Returns an object of each class that jinterface has. */
  static Stream<OtpErlangObject> objects() throws OtpErlangException {
    OtpErlangObject one = new OtpErlangLong(1);
    OtpErlangObject[] pair = {one, new OtpErlangAtom("a")};
    return Stream.of(
        new OtpErlangAtom("an atom"),
        new OtpErlangBoolean(true),
        new OtpErlangByte((byte) -1),
        new OtpErlangChar('\uffff'),
        new OtpErlangShort((short) -300),
        new OtpErlangUShort((short) 300),
        new OtpErlangInt(Integer.MIN_VALUE),
        new OtpErlangUInt(70_000),
        new OtpErlangLong(Long.MIN_VALUE),
        new OtpErlangLong(BigInteger.ONE.shiftLeft(64).negate()),
        new OtpErlangFloat(0.1f),
        new OtpErlangDouble(-0.0),
        new OtpErlangString(""),
        new OtpErlangString("bytes \u00ff"),
        new OtpErlangString("more \u20ac \uD83D\uDE00"),
        new OtpErlangBinary(new byte[] {1, 2}),
        new OtpErlangBitstr(new byte[] {1, (byte) 0xe0}, 5),
        new OtpErlangTuple(new OtpErlangObject[0]),
        new OtpErlangTuple(pair),
        new OtpErlangList(),
        new OtpErlangList(pair),
        new OtpErlangList(pair, one),
        new OtpErlangList(pair).getTail(),
        new OtpErlangMap(pair, new OtpErlangObject[] {new OtpErlangList(pair), PID}),
        PID,
        new OtpErlangPort("a@b", 5, 1),
        new OtpErlangRef("a@b", new int[] {1, 2, 3}, 1),
        new OtpErlangFun(PID, "m", 2, new byte[16], 1, 2L, 3L, pair),
        new OtpErlangExternalFun("m", "f", 2));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void toTerm_objectOfEachClass_isWhatItsBytesSay(OtpErlangObject object) {
    OtpOutputStream bytes = new OtpOutputStream();
    bytes.write_any(object);

    assertThat(JinterfaceTerms.toTerm(object))
        .isEqualTo(
            ExternalTermFormat.decode(
                bytes.toByteArray(), DecodeOptions.defaults().withVersionByte(false)));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void toObject_termOfEachClass_goesBackToTheSameTerm(OtpErlangObject object) {
    Term term = JinterfaceTerms.toTerm(object);

    assertThat(JinterfaceTerms.toTerm(JinterfaceTerms.toObject(term))).isEqualTo(term);
  }

  @Test
  void toObject_listOfBytes_isAStringAsFromErlang() {
    OtpErlangObject object = JinterfaceTerms.toObject(TermParser.parse("{[1,255],[1,256],[]}"));

    assertThat(((OtpErlangTuple) object).elements())
        .extracting(element -> element.getClass().getSimpleName())
        .containsExactly("OtpErlangString", "OtpErlangList", "OtpErlangList");
  }

  @Test
  void toObject_longListOfBytes_isAList() {
    assertThat(JinterfaceTerms.toObject(ListTerm.ofBytes(new byte[65_535])))
        .isInstanceOf(OtpErlangString.class);
    assertThat(JinterfaceTerms.toObject(ListTerm.ofBytes(new byte[65_536])))
        .isInstanceOf(OtpErlangList.class);
  }

  @Test
  void bothWays_deeplyNestedTerm_needsNoStack() {
    Term term = ListTerm.empty();
    for (int i = 0; i < DEEP; i++) {
      term = i % 2 == 0 ? Tuple.of(term) : ListTerm.improper(List.of(term), Atom.OK);
    }

    assertThat(JinterfaceTerms.toTerm(JinterfaceTerms.toObject(term))).isEqualTo(term);
  }

  @Test
  void toObject_nativeRecord_isRefused() {
    Term term = ListTerm.of(record());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> JinterfaceTerms.toObject(term))
        .withMessageContaining("native record");
  }

  private static RecordTerm record() {
    return RecordTerm.of(Atom.of("m"), Atom.of("r"), true, List.of(), List.of());
  }

  @Test
  void toObject_deeplyNestedKey_isRefused() {
    Term key = Atom.OK;
    for (int i = 0; i < DEEP; i++) {
      key = Tuple.of(key);
    }
    Term term = MapTerm.of(key, Atom.OK);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> JinterfaceTerms.toObject(term))
        .withMessageContaining("nested more than 256 deep");
  }

  @Test
  void toObject_moreReferenceWordsThanTheLibraryHolds_isRefusedOrWhole() {
    Term reference = Reference.of(Atom.of("a@b"), 1 << 20, 1, 2, 3, 4, 5);
    OtpErlangObject object;
    try {
      object = JinterfaceTerms.toObject(reference);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("cannot hold");
      return;
    }
    assertThat(JinterfaceTerms.toTerm(object)).isEqualTo(reference);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void toTerm_floatThatIsNotFinite_isRefused(double value) {
    OtpErlangObject object = new OtpErlangTuple(new OtpErlangDouble(value));

    assertThatIllegalArgumentException().isThrownBy(() -> JinterfaceTerms.toTerm(object));
  }

  @Test
  void toTerm_keysThatAreOneTerm_isRefused() {
    OtpErlangObject[] keys = {
      new OtpErlangString("a"), new OtpErlangList(new OtpErlangObject[] {new OtpErlangLong('a')})
    };
    OtpErlangObject map = new OtpErlangMap(keys, keys);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> JinterfaceTerms.toTerm(map))
        .withMessageContaining("the same term");
  }
}
