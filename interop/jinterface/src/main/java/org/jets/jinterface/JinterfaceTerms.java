package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangObject;
import java.util.Objects;
import org.jets.terms.Term;

/**
 * Converts terms into jinterface's objects and back.
 *
 * <p><b>To a term</b> converts every object that stands for one. These are integers of all of
 * jinterface's classes, finite floats, strings (lists of their code points), and others. Objects
 * with unusual parts, such as pids and funs, keep all of them.
 *
 * <p><b>To an object</b> converts every term that jinterface has a class for. The object is the one
 * that jinterface makes of that term when Erlang sends it. Integers are {@code OtpErlangLong},
 * proper lists of 1 to 65,535 bytes are {@code OtpErlangString}, all other lists {@code
 * OtpErlangList}, floats {@code OtpErlangDouble}, booleans {@code OtpErlangAtom}. These terms are
 * refused:
 *
 * <ul>
 *   <li>native records, which jinterface has no class for;
 *   <li>pids, ports and references with parts that do not fit into jinterface's, and terms that
 *       contain them. With jinterface 1.6.1, these are all of a node of OTP 23 or later;
 *   <li>maps with a key that is nested more than {@value #MAX_KEY_NESTING} deep, because jinterface
 *       computes its hash by recursion, or with keys that jinterface takes for equal.
 * </ul>
 *
 * <p>Conversions take linear time and no recursion. jinterface itself encodes, prints, compares and
 * hashes by recursion. A term that is nested too deeply for that is still converted.
 *
 * <p>Safe for use by many threads, as long as no thread changes the object that is converted.
 */
public final class JinterfaceTerms {
  /** The limit of nesting of keys of maps. */
  public static final int MAX_KEY_NESTING = 256;

  private JinterfaceTerms() {}

  /**
   * Returns the term that an object stands for.
   *
   * @throws IllegalArgumentException if it stands for none: a float that is not finite, a map with
   *     two keys that are one term, or a class that is not jinterface's
   */
  public static Term toTerm(OtpErlangObject object) {
    return new ObjectToTerm().convert(Objects.requireNonNull(object, "object"));
  }

  /**
   * Returns the object that stands for a term.
   *
   * @throws IllegalArgumentException if jinterface has none for it, as described above
   */
  public static OtpErlangObject toObject(Term term) {
    return new TermToObject().convert(Objects.requireNonNull(term, "term"));
  }
}
