package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpInputStream;
import com.ericsson.otp.erlang.OtpOutputStream;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.Term;
import org.jets.terms.TermFormatException;

/** Converts terms and objects through the bytes that both sides read and write. */
final class ExternalBytes {
  private static final DecodeOptions WITHOUT_VERSION =
      DecodeOptions.defaults().withVersionByte(false);

  private ExternalBytes() {}

  static Term toTerm(OtpErlangObject object) {
    OtpOutputStream out = new OtpOutputStream();
    out.write_any(object);
    try {
      return ExternalTermFormat.decode(out.toByteArray(), WITHOUT_VERSION);
    } catch (TermFormatException e) {
      throw new IllegalArgumentException(
          "what jinterface encodes for " + object.getClass() + " is no term", e);
    }
  }

  /**
   * Decodes the bytes that jets encodes for a term.
   *
   * @throws OtpErlangDecodeException if this jinterface does not know the format
   */
  static OtpErlangObject toObject(Term term) throws OtpErlangDecodeException {
    return new OtpInputStream(ExternalTermFormat.encode(term)).read_any();
  }
}
