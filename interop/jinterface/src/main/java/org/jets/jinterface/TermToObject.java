package org.jets.jinterface;

import com.ericsson.otp.erlang.OtpErlangAtom;
import com.ericsson.otp.erlang.OtpErlangBinary;
import com.ericsson.otp.erlang.OtpErlangBitstr;
import com.ericsson.otp.erlang.OtpErlangDouble;
import com.ericsson.otp.erlang.OtpErlangException;
import com.ericsson.otp.erlang.OtpErlangExternalFun;
import com.ericsson.otp.erlang.OtpErlangFun;
import com.ericsson.otp.erlang.OtpErlangList;
import com.ericsson.otp.erlang.OtpErlangLong;
import com.ericsson.otp.erlang.OtpErlangMap;
import com.ericsson.otp.erlang.OtpErlangObject;
import com.ericsson.otp.erlang.OtpErlangPid;
import com.ericsson.otp.erlang.OtpErlangString;
import com.ericsson.otp.erlang.OtpErlangTuple;
import java.util.ArrayList;
import java.util.List;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.ExternalFun;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** Converts a term into the object that jinterface decodes for it. */
final class TermToObject extends TreeConversion<Term, OtpErlangObject> {
  private static final OtpErlangObject[] NONE = {};

  /** The longest list of bytes that is sent as a string; longer ones are sent like other lists. */
  private static final int MAX_STRING = 0xffff;

  @Override
  @Nullable List<? extends Term> children(Term term) {
    if (term instanceof Tuple tuple) {
      return tuple.toList();
    }
    if (term instanceof ListTerm list) {
      return isString(list) ? null : cellsAndTail(list);
    }
    if (term instanceof MapTerm map) {
      return keysAndValues(map);
    }
    if (term instanceof LocalFun fun) {
      return pidAndFree(fun);
    }
    return null;
  }

  private static List<Term> cellsAndTail(ListTerm list) {
    List<Term> children = new ArrayList<>(list.size() + 1);
    list.forEach(children::add);
    if (!list.isProper()) {
      children.add(list.lastTail());
    }
    return children;
  }

  private static List<Term> keysAndValues(MapTerm map) {
    List<Term> children = new ArrayList<>(2 * map.size());
    for (int i = 0; i < map.size(); i++) {
      Nesting.check(map.key(i), JinterfaceTerms.MAX_KEY_NESTING);
      children.add(map.key(i));
    }
    for (int i = 0; i < map.size(); i++) {
      children.add(map.value(i));
    }
    return children;
  }

  private static List<Term> pidAndFree(LocalFun fun) {
    List<Term> children = new ArrayList<>(fun.freeCount() + 1);
    children.add(fun.pid());
    for (int i = 0; i < fun.freeCount(); i++) {
      children.add(fun.free(i));
    }
    return children;
  }

  @Override
  OtpErlangObject build(Term term, List<OtpErlangObject> children) {
    if (term instanceof Tuple) {
      return new OtpErlangTuple(children.toArray(NONE));
    }
    if (term instanceof ListTerm list) {
      return list(list, children);
    }
    if (term instanceof MapTerm) {
      return map(children);
    }
    return fun((LocalFun) term, children);
  }

  private static OtpErlangObject list(ListTerm list, List<OtpErlangObject> children) {
    if (list.isProper()) {
      return new OtpErlangList(children.toArray(NONE));
    }
    int cells = children.size() - 1;
    try {
      return new OtpErlangList(children.subList(0, cells).toArray(NONE), children.get(cells));
    } catch (OtpErlangException e) {
      throw new IllegalArgumentException("an improper list that jinterface refuses", e);
    }
  }

  private static OtpErlangObject map(List<OtpErlangObject> keysThenValues) {
    int size = keysThenValues.size() / 2;
    OtpErlangMap map =
        new OtpErlangMap(
            keysThenValues.subList(0, size).toArray(NONE),
            keysThenValues.subList(size, 2 * size).toArray(NONE));
    if (map.arity() != size) {
      throw new IllegalArgumentException("a map with two keys that jinterface takes for equal");
    }
    return map;
  }

  private static OtpErlangObject fun(LocalFun fun, List<OtpErlangObject> pidAndFree) {
    return new OtpErlangFun(
        (OtpErlangPid) pidAndFree.get(0),
        fun.module().name(),
        fun.arity(),
        fun.uniq(),
        fun.index(),
        fun.oldIndex(),
        fun.oldUniq(),
        pidAndFree.subList(1, pidAndFree.size()).toArray(NONE));
  }

  @Override
  OtpErlangObject leaf(Term term) {
    if (term instanceof Atom atom) {
      return new OtpErlangAtom(atom.name());
    }
    if (term instanceof IntegerTerm integer) {
      return integer.fitsLong()
          ? new OtpErlangLong(integer.longValue())
          : new OtpErlangLong(integer.bigIntegerValue());
    }
    if (term instanceof FloatTerm real) {
      return new OtpErlangDouble(real.value());
    }
    if (term instanceof ListTerm string) {
      return new OtpErlangString(string.toText().orElseThrow());
    }
    if (term instanceof Binary binary) {
      return new OtpErlangBinary(binary.toByteArray());
    }
    if (term instanceof Bitstring bits) {
      return new OtpErlangBitstr(bits.toByteArray(), Byte.SIZE - bits.trailingBits());
    }
    if (term instanceof Pid || term instanceof Port || term instanceof Reference) {
      return Identifiers.toObject(term);
    }
    if (term instanceof ExternalFun fun) {
      return new OtpErlangExternalFun(fun.module().name(), fun.function().name(), fun.arity());
    }
    throw new IllegalArgumentException(
        "a native record (expected: a term of a type of jinterface)");
  }

  private static boolean isString(ListTerm list) {
    if (list.isEmpty() || !list.isProper() || list.size() > MAX_STRING) {
      return false;
    }
    for (Term element : list) {
      if (!(element instanceof IntegerTerm integer)
          || !integer.fitsInt()
          || (integer.intValue() & ~0xff) != 0) {
        return false;
      }
    }
    return true;
  }
}
