package org.jets.node.distribution;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jets.node.distribution.ControlMessage.Exit;
import org.jets.node.distribution.ControlMessage.ExitSignal;
import org.jets.node.distribution.ControlMessage.MonitorExit;
import org.jets.node.distribution.ControlMessage.Send;
import org.jets.node.distribution.ControlMessage.SendToAlias;
import org.jets.node.distribution.ControlMessage.SendToName;
import org.jets.node.distribution.ControlMessage.SpawnRequest;
import org.jets.terms.Atom;
import org.jets.terms.Bitstring;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.PausableThread;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the encoded size of messages, and the heap size of terms. A shared subterm counts each
 * time, as it is encoded each time. Linear in the number of terms, and constant for a long binary.
 */
public final class MessageBytes {
  /** The size of a control tuple. */
  private static final int CONTROL = 64;

  /** The number of elements between two points at which a thread may pause. */
  private static final int ELEMENTS = 1024;

  /** The size up to which a term is soon counted again. */
  private static final int LITTLE = 1024;

  /**
   * The long term that the thread has {@linkplain #isAtMost counted} last. The answer that contains
   * it is usually sent next, and the term is not walked again.
   */
  private static final ThreadLocal<Counted> COUNTED = new ThreadLocal<>();

  private record Counted(WeakReference<Term> term, long bytes) {}

  private MessageBytes() {}

  /** Returns about how many bytes a message has. Stops counting at the bound. */
  static long of(ControlMessage message, long bound) {
    Term payload = payload(message);
    if (payload == null) {
      return CONTROL;
    }
    Counted counted = COUNTED.get();
    Term known = null;
    if (counted != null) {
      COUNTED.remove();
      known = counted.term.get();
    }
    return counted != null && known != null && payload instanceof Tuple tuple
        ? CONTROL + of(tuple, known, counted.bytes, bound)
        : CONTROL + of(payload, bound, null);
  }

  /** Returns about how many bytes a tuple has. The size of one element may be known. */
  private static long of(Tuple tuple, Term known, long knownBytes, long bound) {
    long bytes = ofTop(tuple);
    for (int i = 1; i <= tuple.arity() && bytes <= bound; i++) {
      Term element = tuple.element(i);
      bytes += element == known ? knownBytes : of(element, bound - bytes, null);
    }
    return bytes;
  }

  private static @Nullable Term payload(ControlMessage message) {
    if (message instanceof MonitorExit m) {
      return m.reason();
    }
    if (message instanceof Send m) {
      return m.message();
    }
    if (message instanceof SendToName m) {
      return m.message();
    }
    if (message instanceof SendToAlias m) {
      return m.message();
    }
    if (message instanceof SpawnRequest m) {
      return m.arguments();
    }
    if (message instanceof Exit m) {
      return m.reason();
    }
    return message instanceof ExitSignal m ? m.reason() : null;
  }

  /** Returns about how many bytes a term has. */
  static long of(Term term) {
    return of(term, Long.MAX_VALUE, null);
  }

  /**
   * Returns whether a term has at most about the number of bytes that there is room for. Stops
   * counting at that bound. Pauses a {@link PausableThread} at intervals; it holds no lock then.
   * Meanwhile others may take some of the room, so the bound is asked for again when the bytes are
   * known.
   *
   * @param bound gives how many bytes there is room for
   * @throws java.util.concurrent.CancellationException if the thread has been cancelled
   */
  static boolean isAtMost(LongSupplier bound, Term term) {
    long most = bound.getAsLong();
    long bytes = of(term, most, PausableThread.current());
    // Beyond the first bound only a part has been counted, however much room there is now.
    boolean isAtMost = bytes <= most && bytes <= bound.getAsLong();
    if (isAtMost && bytes > LITTLE) {
      COUNTED.set(new Counted(new WeakReference<>(term), bytes));
    }
    return isAtMost;
  }

  /**
   * Returns about how many bytes of the heap a term takes; rather too many than too few. Stops
   * counting at the bound.
   */
  public static long inHeap(Term term, long bound) {
    return of(term, bound, null, MessageBytes::topInHeap);
  }

  private static long of(Term term, long bound, @Nullable PausableThread thread) {
    return of(term, bound, thread, MessageBytes::ofTop);
  }

  private static long of(
      Term term, long bound, @Nullable PausableThread thread, ToIntFunction<Term> top) {
    long bytes = top.applyAsInt(term);
    int left = ELEMENTS;
    Iterator<? extends Term> parts = parts(term);
    if (!parts.hasNext()) {
      return bytes;
    }
    Deque<Iterator<? extends Term>> open = new ArrayDeque<>(4);
    while (true) {
      while (parts.hasNext()) {
        Term part = parts.next();
        bytes += top.applyAsInt(part);
        if (bytes > bound) {
          return bytes;
        }
        if (--left == 0) {
          left = ELEMENTS;
          if (thread != null) {
            thread.pause();
          }
        }
        Iterator<? extends Term> inner = parts(part);
        if (inner.hasNext()) {
          open.push(parts);
          parts = inner;
        }
      }
      if (open.isEmpty()) {
        return bytes;
      }
      parts = open.pop();
    }
  }

  private static Iterator<? extends Term> parts(Term term) {
    if (term instanceof Tuple tuple) {
      return new Elements(tuple);
    }
    if (term instanceof ListTerm list && !list.isEmpty()) {
      return list.isProper()
          ? list.iterator()
          : Stream.concat(list.stream(), Stream.of(list.lastTail())).iterator();
    }
    if (term instanceof MapTerm map) {
      return IntStream.range(0, 2 * map.size())
          .mapToObj(i -> i % 2 == 0 ? map.key(i / 2) : map.value(i / 2))
          .iterator();
    }
    if (term instanceof RecordTerm record) {
      return record.values().iterator();
    }
    if (term instanceof LocalFun fun) {
      return IntStream.range(0, fun.freeCount()).mapToObj(fun::free).iterator();
    }
    return List.<Term>of().iterator();
  }

  private static int ofTop(Term term) {
    if (term instanceof IntegerTerm integer) {
      return integer.fitsInt() ? 5 : 4 + integer.bitLength() / Byte.SIZE;
    }
    if (term instanceof Bitstring bits) {
      return (int) Math.min(Integer.MAX_VALUE, 6 + bits.bitSize() / Byte.SIZE);
    }
    if (term instanceof Atom) {
      return 4;
    }
    return term instanceof Tuple || term instanceof ListTerm ? 5 : 24;
  }

  /**
   * Returns the size of a term without its subterms, with the reference to it. Small integers and
   * atoms are shared.
   */
  private static int topInHeap(Term term) {
    if (term instanceof Atom) {
      return 8;
    }
    if (term instanceof IntegerTerm integer) {
      int bits = integer.bitLength();
      return bits <= Byte.SIZE ? 8 : bits < Integer.SIZE ? 24 : 32 + bits / Byte.SIZE;
    }
    if (term instanceof Bitstring bits) {
      return (int) Math.min(Integer.MAX_VALUE, 56 + bits.bitSize() / Byte.SIZE);
    }
    return term instanceof Tuple || term instanceof ListTerm ? 40 : 64;
  }

  /** The elements of a tuple. */
  private static final class Elements implements Iterator<Term> {
    private final Tuple tuple;
    private int position;

    Elements(Tuple tuple) {
      this.tuple = tuple;
    }

    @Override
    public boolean hasNext() {
      return position < tuple.arity();
    }

    @Override
    public Term next() {
      return tuple.element(++position);
    }
  }
}
