package org.jets.ets;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * References that stand for what terms cannot hold: compiled match specifications, and places where
 * a search has stopped.
 *
 * <p>A value stays as long as the very {@link Reference} that was handed out can be reached, since
 * whoever keeps the term may come back with it; and as long as it is among the last {@value
 * #RECENT} that were used, since those which were sent to other nodes come back as equal
 * references, which keep nothing.
 *
 * <p>Safe for use by many threads; found without locks.
 */
final class OpaqueReferences {
  static final int RECENT = 1024;

  private static final int FIRST_WORD_BITS = 18;
  private static final int WORDS = 3;

  /** In the last word: no table has it in its identifier. */
  private static final int MARK = 1 << 13;

  private final Atom node;
  private final int creation;
  private final AtomicLong last = new AtomicLong();
  private final AtomicLong uses = new AtomicLong();
  private final ConcurrentMap<Long, Entry> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<Reference> collected = new ReferenceQueue<>();

  /** Keeps the references themselves reachable, not only equal ones. */
  private final AtomicReferenceArray<Reference> recent = new AtomicReferenceArray<>(RECENT);

  OpaqueReferences(Atom node, int creation) {
    this.node = node;
    this.creation = creation;
  }

  private static final class Entry extends WeakReference<Reference> {
    final long number;
    final Object value;

    Entry(Reference reference, ReferenceQueue<Reference> queue, long number, Object value) {
      super(reference, queue);
      this.number = number;
      this.value = value;
    }
  }

  /** Returns a new reference that stands for a value, which must not lead back to it. */
  Reference add(Object value) {
    for (Object entry; (entry = collected.poll()) != null; ) {
      entries.remove(((Entry) entry).number);
    }
    long number = last.incrementAndGet();
    Reference reference =
        Reference.of(
            node,
            creation,
            (int) number & ((1 << FIRST_WORD_BITS) - 1),
            (int) (number >>> FIRST_WORD_BITS),
            MARK);
    entries.put(number, new Entry(reference, collected, number, value));
    use(reference);
    return reference;
  }

  /** Returns what a term stands for; null if nothing, or no longer. */
  @Nullable Object get(Term term) {
    if (!(term instanceof Reference reference)
        || reference.wordCount() != WORDS
        || reference.word(2) != MARK
        || reference.node() != node
        || reference.creation() != creation) {
      return null;
    }
    long number =
        (Integer.toUnsignedLong(reference.word(1)) << FIRST_WORD_BITS) | reference.word(0);
    Entry entry = entries.get(number);
    Reference original = entry == null ? null : entry.get();
    if (entry == null || original == null) {
      return null;
    }
    use(original);
    return entry.value;
  }

  private void use(Reference reference) {
    recent.set((int) (uses.getAndIncrement() % RECENT), reference);
  }
}
