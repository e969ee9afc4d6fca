package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangDecodeException;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangPort;
import com.ericsson.otp.erlang.OtpErlangRef;
import java.util.stream.IntStream;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Converts pids, ports and references into objects. Public constructors of jinterface truncate the
 * parts to what fitted before OTP 23. Newer versions keep all parts of what they decode.
 */
final class Identifiers {
  private static final int WIDE_CREATION = 4;

  /** True if this jinterface decodes the identifiers of nodes of OTP 23 and later. */
  private static final boolean WIDE = decodesWidePids();

  private static final int NARROW_REFERENCE_WORDS = 3;

  private Identifiers() {}

  private static boolean decodesWidePids() {
    try {
      ExternalBytes.toObject(Pid.of(Atom.of("a@b"), 1, 0, WIDE_CREATION));
      return true;
    } catch (OtpErlangDecodeException e) {
      return false;
    }
  }

  static OtpErlangObject toObject(Term term) {
    OtpErlangObject object;
    try {
      object = WIDE ? ExternalBytes.toObject(term) : narrow(term);
    } catch (OtpErlangDecodeException e) {
      throw refused(term, e);
    }
    if (!ExternalBytes.toTerm(object).equals(term)) {
      throw refused(term, null);
    }
    return object;
  }

  private static OtpErlangObject narrow(Term term) {
    if (term instanceof Pid pid) {
      return new OtpErlangPid(pid.node().name(), pid.id(), pid.serial(), pid.creation());
    }
    if (term instanceof Port port) {
      return new OtpErlangPort(port.node().name(), (int) port.id(), port.creation());
    }
    Reference reference = (Reference) term;
    int[] words =
        IntStream.range(0, Math.min(reference.wordCount(), NARROW_REFERENCE_WORDS))
            .map(reference::word)
            .toArray();
    return new OtpErlangRef(reference.node().name(), words, reference.creation());
  }

  private static IllegalArgumentException refused(Term term, @Nullable Exception cause) {
    return new IllegalArgumentException(
        term + ": this version of jinterface cannot hold all of it", cause);
  }
}
