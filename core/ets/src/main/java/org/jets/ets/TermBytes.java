package org.jets.ets;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/** About how many bytes terms take, with compressed references. Atoms belong to nobody. */
final class TermBytes {
  private TermBytes() {}

  /** Returns those of a term and all in it; what is shared counts each time. */
  static long of(Term term) {
    long bytes = ofTop(term);
    Deque<Iterator<? extends Term>> open = new ArrayDeque<>();
    open.push(parts(term));
    while (!open.isEmpty()) {
      Iterator<? extends Term> parts = open.peek();
      if (!parts.hasNext()) {
        open.pop();
        continue;
      }
      Term part = parts.next();
      bytes += ofTop(part);
      Iterator<? extends Term> inner = parts(part);
      if (inner.hasNext()) {
        open.push(inner);
      }
    }
    return bytes;
  }

  private static Iterator<? extends Term> parts(Term term) {
    if (term instanceof Tuple tuple) {
      return tuple.stream().iterator();
    }
    if (term instanceof RecordTerm record) {
      return record.values().iterator();
    }
    if (term instanceof MapTerm map) {
      return IntStream.range(0, 2 * map.size())
          .mapToObj(i -> i % 2 == 0 ? map.key(i / 2) : map.value(i / 2))
          .iterator();
    }
    if (term instanceof ListTerm list && !list.isEmpty()) {
      return list.isProper()
          ? list.iterator()
          : Stream.concat(list.stream(), Stream.of(list.lastTail())).iterator();
    }
    if (term instanceof LocalFun fun) {
      return IntStream.range(0, fun.freeCount()).mapToObj(fun::free).iterator();
    }
    return List.<Term>of().iterator();
  }

  /** Returns those of a term without those in it. */
  static long ofTop(Term term) {
    if (term instanceof Atom) {
      return 0;
    }
    if (term instanceof IntegerTerm integer) {
      return integer.fitsInt() ? 16 : 24 + (integer.fitsLong() ? 0 : integer.bitLength() / 8 + 40);
    }
    if (term instanceof FloatTerm) {
      return 16;
    }
    if (term instanceof Tuple tuple) {
      return switch (tuple.arity()) {
        case 0 -> 0;
        case 1 -> 16;
        case 2, 3 -> 24;
        default -> 32 + 4L * tuple.arity();
      };
    }
    if (term instanceof RecordTerm record) {
      return 40 + 4L * record.size();
    }
    if (term instanceof ListTerm list) {
      return 40 + 4L * list.size();
    }
    if (term instanceof MapTerm map) {
      return 40 + 8L * map.size();
    }
    if (term instanceof Bitstring bits) {
      return 40 + bits.bitSize() / 8;
    }
    return 48;
  }
}
