package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangAtom;
import com.ericsson.otp.erlang.OtpErlangBitstr;
import com.ericsson.otp.erlang.OtpErlangDouble;
import com.ericsson.otp.erlang.OtpErlangExternalFun;
import com.ericsson.otp.erlang.OtpErlangFun;
import com.ericsson.otp.erlang.OtpErlangList;
import com.ericsson.otp.erlang.OtpErlangLong;
import com.ericsson.otp.erlang.OtpErlangMap;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangPort;
import com.ericsson.otp.erlang.OtpErlangRef;
import com.ericsson.otp.erlang.OtpErlangString;
import com.ericsson.otp.erlang.OtpErlangTuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Converts an object of jinterface into a term. */
final class ObjectToTerm extends TreeConversion<OtpErlangObject, Term> {

  @Override
  @Nullable List<? extends OtpErlangObject> children(OtpErlangObject object) {
    if (object instanceof OtpErlangTuple tuple) {
      return Arrays.asList(tuple.elements());
    }
    if (object instanceof OtpErlangList list) {
      List<OtpErlangObject> children = new ArrayList<>(Arrays.asList(list.elements()));
      if (!list.isProper()) {
        children.add(list.getLastTail());
      }
      return children;
    }
    if (object instanceof OtpErlangMap map) {
      List<OtpErlangObject> children = new ArrayList<>(Arrays.asList(map.keys()));
      children.addAll(Arrays.asList(map.values()));
      return children;
    }
    return null;
  }

  @Override
  Term build(OtpErlangObject object, List<Term> children) {
    if (object instanceof OtpErlangTuple) {
      return Tuple.of(children);
    }
    if (object instanceof OtpErlangMap) {
      return map(children);
    }
    OtpErlangList list = (OtpErlangList) object;
    if (list.isProper()) {
      return ListTerm.of(children);
    }
    int cells = children.size() - 1;
    return ListTerm.improper(children.subList(0, cells), children.get(cells));
  }

  private static MapTerm map(List<Term> keysThenValues) {
    int size = keysThenValues.size() / 2;
    Term[] keysAndValues = new Term[2 * size];
    for (int i = 0; i < size; i++) {
      keysAndValues[2 * i] = keysThenValues.get(i);
      keysAndValues[2 * i + 1] = keysThenValues.get(size + i);
    }
    MapTerm map = MapTerm.of(keysAndValues);
    if (map.size() != size) {
      throw new IllegalArgumentException("a map with two keys that are the same term");
    }
    return map;
  }

  @Override
  Term leaf(OtpErlangObject object) {
    if (object instanceof OtpErlangAtom atom) {
      return Atom.of(atom.atomValue());
    }
    if (object instanceof OtpErlangLong integer) {
      return integer.isLong()
          ? IntegerTerm.of(integer.longValue())
          : IntegerTerm.of(integer.bigIntegerValue());
    }
    if (object instanceof OtpErlangDouble real) {
      return FloatTerm.of(real.doubleValue());
    }
    if (object instanceof OtpErlangString string) {
      return ListTerm.ofText(string.stringValue());
    }
    if (object instanceof OtpErlangBitstr bits) {
      byte[] bytes = bits.binaryValue();
      return Bitstring.of(bytes, Byte.SIZE * (long) bytes.length - bits.pad_bits());
    }
    if (object instanceof OtpErlangPid
        || object instanceof OtpErlangRef
        || object instanceof OtpErlangPort
        || object instanceof OtpErlangFun
        || object instanceof OtpErlangExternalFun) {
      // Converted by bytes: their getters omit parts, and differ between versions of jinterface.
      return ExternalBytes.toTerm(object);
    }
    throw new IllegalArgumentException(
        object == null ? "null in an object" : "no object of jinterface's: " + object.getClass());
  }
}
