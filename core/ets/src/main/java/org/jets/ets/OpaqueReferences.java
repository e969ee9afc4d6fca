package org.jets.ets;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.Set;
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
 * references, which keep nothing. What stands for a place in a table goes on doing so when the
 * table is deleted, but leads to nothing more.
 *
 * <p>Safe for use by many threads; found without locks.
 */
final class OpaqueReferences {
  static final int RECENT = 1024;

  /** In the place of what belonged to a table that has been deleted. */
  static final Object GONE = new Object();

  private final NumberedReferences references;
  private final AtomicLong uses = new AtomicLong();
  private final ConcurrentMap<Long, Entry> entries = new ConcurrentHashMap<>();
  private final ReferenceQueue<Reference> collected = new ReferenceQueue<>();

  /**
   * What belongs to a table. A set is changed within a step of the map, or when it is no more in
   * it.
   */
  private final ConcurrentMap<Reference, Set<Entry>> ofTables = new ConcurrentHashMap<>();

  /** Keeps the references themselves reachable, not only equal ones. */
  private final AtomicReferenceArray<Reference> recent = new AtomicReferenceArray<>(RECENT);

  OpaqueReferences(Atom node, int creation) {
    this.references = new NumberedReferences(node, creation, true);
  }

  private static final class Entry extends WeakReference<Reference> {
    final long number;
    final @Nullable Reference table;
    volatile Object value;

    Entry(
        Reference reference,
        ReferenceQueue<Reference> queue,
        long number,
        Object value,
        @Nullable Reference table) {
      super(reference, queue);
      this.number = number;
      this.table = table;
      this.value = value;
    }
  }

  /** Returns a new reference that stands for a value, which must not lead back to it. */
  Reference add(Object value) {
    return add(value, null);
  }

  /**
   * As {@link #add(Object)}, for a value that belongs to a table.
   *
   * @param table its identifier; whoever adds something looks afterwards whether the table has been
   *     deleted, and {@linkplain #forget forgets} it then
   */
  Reference add(Object value, @Nullable Reference table) {
    for (Object removed; (removed = collected.poll()) != null; ) {
      remove((Entry) removed);
    }
    Reference reference = references.next();
    long number = references.numberOf(reference);
    Entry entry = new Entry(reference, collected, number, value, table);
    entries.put(number, entry);
    if (table != null) {
      ofTables.compute(
          table,
          (id, before) -> {
            Set<Entry> ofTable = before == null ? new HashSet<>() : before;
            ofTable.add(entry);
            return ofTable;
          });
    }
    use(reference);
    return reference;
  }

  private void remove(Entry entry) {
    entries.remove(entry.number);
    if (entry.table != null) {
      ofTables.computeIfPresent(
          entry.table,
          (id, ofTable) -> {
            ofTable.remove(entry);
            return ofTable.isEmpty() ? null : ofTable;
          });
    }
  }

  /** Lets go of all that belongs to a table: it becomes {@link #GONE}. */
  void forget(Reference table) {
    Set<Entry> ofTable = ofTables.remove(table);
    if (ofTable != null) {
      ofTable.forEach(entry -> entry.value = GONE);
    }
  }

  /** Returns what a term stands for; null if nothing, or no longer. */
  @Nullable Object get(Term term) {
    Entry entry =
        term instanceof Reference reference ? entries.get(references.numberOf(reference)) : null;
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
