package org.jets.jinterface;

import static org.assertj.core.api.Assertions.assertThat;

import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpInputStream;
import com.ericsson.otp.erlang.OtpOutputStream;
import java.util.Optional;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.TermGenerator;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;

/** Random terms of every type, as objects and as the bytes of either side. */
class JinterfaceTermsPropertiesTest {
  private static final int SIZE = 12;

  @Test
  void toObject_randomTerms_areWhatJinterfaceReadsAndWritesOrRefused() {
    int count = TestScale.count(4000);
    int converted = 0;
    for (long seed = 0; seed < count; seed++) {
      Term term = new TermGenerator(seed).term(SIZE);
      Optional<OtpErlangObject> object = converted(term);
      if (object.isPresent()) {
        converted++;
        assertThat(JinterfaceTerms.toTerm(object.get())).as("seed %d", seed).isEqualTo(term);
        assertThat(writtenByJinterface(object.get())).as("seed %d", seed).isEqualTo(term);
        OtpErlangObject read = readByJinterface(term);
        assertThat(read == null || read.equals(object.get())).as("seed %d", seed).isTrue();
      }
    }
    assertThat(converted).isGreaterThan(count / 4);
  }

  private static Optional<OtpErlangObject> converted(Term term) {
    try {
      return Optional.of(JinterfaceTerms.toObject(term));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Term writtenByJinterface(OtpErlangObject object) {
    OtpOutputStream bytes = new OtpOutputStream();
    bytes.write_any(object);
    return ExternalTermFormat.decode(
        bytes.toByteArray(), DecodeOptions.defaults().withVersionByte(false));
  }

  /** Returns null if this version of jinterface does not know a format that jets writes. */
  private static OtpErlangObject readByJinterface(Term term) {
    try {
      return new OtpInputStream(ExternalTermFormat.encode(term)).read_any();
    } catch (OtpErlangDecodeException e) {
      return null;
    }
  }
}
