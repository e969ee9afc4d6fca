package org.jets.ets.quota;

import java.util.Iterator;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A look at the parts of one object, to find out whether it is large. It takes a bounded time, so
 * it can miss a large part behind many small ones.
 *
 * <p>Of an object it sees the first {@value #MOST_ELEMENTS} elements. In these it visits at most
 * {@value #MOST_VISITS} parts, down to a depth of {@value #MOST_DEPTH}. Of a list it visits the
 * first {@value #LIST_SAMPLE} elements, and takes the others to be like them. An element that is an
 * integer or atom costs no more than one or two tests of its class, and nothing is allocated unless
 * an element has parts.
 */
public final class TermLook {
  /** The bytes from which on an object is large. */
  private static final int LARGE_BYTES = 10_000;

  private static final int MOST_ELEMENTS = 32;
  private static final int MOST_VISITS = 64;
  private static final int MOST_DEPTH = 8;
  private static final int LIST_SAMPLE = 4;
  private static final int LIST_CELL_BYTES = 20;
  private static final int REFERENCE_BYTES = 4;

  private int visits;
  private long bytes;

  private TermLook() {}

  /** Returns whether an object is seen to be large. */
  public static boolean isLarge(Tuple object) {
    TermLook look = null;
    long binaryBytes = 0;
    for (int i = Math.min(object.arity(), MOST_ELEMENTS); i > 0; i--) {
      Term element = object.isHeld(i) ? object.element(i) : null;
      if (element == null || element instanceof IntegerTerm || element instanceof Atom) {
        continue;
      }
      if (element instanceof Bitstring bits) {
        binaryBytes += bits.byteSize();
      } else if (hasParts(element)) {
        look = look == null ? new TermLook() : look;
        look.visit(element, 1, 0);
      }
      if (binaryBytes + seenBytes(look) > LARGE_BYTES) {
        return true;
      }
    }
    return false;
  }

  private static long seenBytes(@Nullable TermLook look) {
    return look == null ? 0 : look.bytes;
  }

  private static boolean hasParts(Term term) {
    return term instanceof Tuple
        || term instanceof ListTerm
        || term instanceof MapTerm
        || term instanceof RecordTerm
        || term instanceof LocalFun;
  }

  /** Returns whether the parts of a term at this depth are to be visited. */
  private boolean goesOn(int depth) {
    return depth < MOST_DEPTH && visits < MOST_VISITS && bytes <= LARGE_BYTES;
  }

  /**
   * Visits a term.
   *
   * @param times the number of terms that are taken to be like this one
   */
  private void visit(Term term, long times, int depth) {
    visits++;
    if (term instanceof Bitstring bits) {
      bytes += times * bits.byteSize();
    } else if (term instanceof ListTerm list) {
      visitElements(list, times, depth);
    } else {
      int count = countOfParts(term);
      bytes += times * REFERENCE_BYTES * count;
      for (int i = 0; i < count && goesOn(depth); i++) {
        visit(part(term, i), times, depth + 1);
      }
    }
  }

  private void visitElements(ListTerm list, long times, int depth) {
    int size = list.size();
    bytes += times * LIST_CELL_BYTES * size;
    int sample = Math.min(size, LIST_SAMPLE);
    Iterator<Term> elements = list.iterator();
    for (int i = 0; i < sample && goesOn(depth); i++) {
      visit(elements.next(), times * size / sample, depth + 1);
    }
  }

  private static int countOfParts(Term term) {
    if (term instanceof Tuple tuple) {
      return tuple.arity();
    }
    if (term instanceof MapTerm map) {
      return 2 * map.size();
    }
    if (term instanceof RecordTerm record) {
      return record.size();
    }
    return term instanceof LocalFun fun ? fun.freeCount() : 0;
  }

  private static Term part(Term term, int index) {
    if (term instanceof Tuple tuple) {
      return tuple.element(index + 1);
    }
    if (term instanceof MapTerm map) {
      return index % 2 == 0 ? map.value(index / 2) : map.key(index / 2);
    }
    return term instanceof RecordTerm record ? record.value(index) : ((LocalFun) term).free(index);
  }
}
