package org.jets.ets.reference;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.collections.LongSplitOrderedMap;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.reclaim.Forgettable;
import org.jets.ets.reclaim.Forgotten;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * References that stand for what terms cannot hold: compiled match specifications, and places where
 * a search has stopped.
 *
 * <p>A value stays as long as the very {@link Reference} that was handed out can be reached, since
 * whoever keeps the term may come back with it; and as long as it is among the last {@value
 * #RECENT} that were used, or {@value #RECENT_LARGE} of those that take much memory, since those
 * which were sent to other nodes come back as equal references, which keep nothing. What stands for
 * a place in a table goes on doing so when the table is deleted, but leads to nothing more.
 *
 * <p>Safe for use by many threads; found without locks.
 */
public final class OpaqueReferences {
  public static final int RECENT = 1024;

  /** How many of the last uses are kept of what takes much memory. */
  static final int RECENT_LARGE = 16;

  /** From how many bytes on that is much. */
  private static final long LARGE = 1 << 14;

  /** A specification is there as a term, parsed, and compiled: so many times the term. */
  private static final int FORMS = 5;

  private static final long ENTRY_BYTES = 200;

  /** No term is counted beyond this, so that what shares its parts is counted in short time. */
  private static final long MAX_COUNTED = 1 << 26;

  /** In the place of what belonged to a table that has been deleted. */
  static final Object GONE = new Object();

  private final NumberedReferences references;
  private final AtomicLong uses = new AtomicLong();
  private final AtomicLong largeUses = new AtomicLong();

  /** Those that have not been forgotten, by number; a map that shrinks when they are. */
  private final LongSplitOrderedMap<Entry> entries = new LongSplitOrderedMap<>();

  /**
   * The entries that belong to a table, by number. A map in it is changed within a step of the
   * outer one, or when it is no more in it.
   */
  private final ConcurrentMap<Reference, LongSplitOrderedMap<Entry>> ofTables =
      new ConcurrentHashMap<>();

  /** Keeps the references themselves reachable, not only equal ones. */
  private final AtomicReferenceArray<Reference> recent = new AtomicReferenceArray<>(RECENT);

  private final AtomicReferenceArray<Reference> recentLarge =
      new AtomicReferenceArray<>(RECENT_LARGE);

  /** Makes those of a node. */
  public OpaqueReferences(Atom node, int creation) {
    this.references = new NumberedReferences(node, creation, true);
  }

  private final class Entry extends WeakReference<Reference> implements Forgettable {
    final long number;
    final @Nullable Reference table;
    final long bytes;
    volatile Object value;

    Entry(Reference reference, long number, Object value, @Nullable Reference table) {
      super(reference, Forgotten.queue());
      this.number = number;
      this.table = table;
      this.value = value;
      this.bytes = bytesOf(value);
    }

    @Override
    public void forgotten() {
      remove(this);
    }
  }

  /** Returns a new reference that stands for a value, which must not lead back to it. */
  public Reference add(Object value) {
    return add(value, null);
  }

  /**
   * As {@link #add(Object)}, for a value that belongs to a table.
   *
   * @param table its identifier; whoever adds something looks afterwards whether the table has been
   *     deleted, and {@linkplain #forget forgets} it then
   */
  public Reference add(Object value, @Nullable Reference table) {
    Reference reference = references.next();
    long number = references.numberOf(reference);
    Entry entry = new Entry(reference, number, value, table);
    entries.put(number, entry);
    if (table != null) {
      ofTables.compute(
          table,
          (id, before) -> {
            LongSplitOrderedMap<Entry> ofTable =
                before == null ? new LongSplitOrderedMap<>() : before;
            ofTable.put(number, entry);
            return ofTable;
          });
    }
    use(reference, entry.bytes);
    return reference;
  }

  private void remove(Entry entry) {
    entries.remove(entry.number);
    if (entry.table != null) {
      ofTables.computeIfPresent(
          entry.table,
          (id, ofTable) -> {
            ofTable.remove(entry.number);
            return ofTable.isEmpty() ? null : ofTable;
          });
    }
  }

  /** Lets go of all that belongs to a table: it becomes {@link #GONE}. */
  public void forget(Reference table) {
    LongSplitOrderedMap<Entry> ofTable = ofTables.remove(table);
    if (ofTable != null) {
      ofTable.values().forEach(entry -> entry.value = GONE);
    }
  }

  /** Returns what a term stands for; null if nothing, or no longer. */
  public @Nullable Object get(Term term) {
    Entry entry =
        term instanceof Reference reference ? entries.get(references.numberOf(reference)) : null;
    Reference original = entry == null ? null : entry.get();
    if (entry == null || original == null) {
      return null;
    }
    use(original, entry.bytes);
    return entry.value;
  }

  private void use(Reference reference, long bytes) {
    if (bytes > LARGE) {
      recentLarge.set((int) (largeUses.getAndIncrement() % RECENT_LARGE), reference);
    } else {
      recent.set((int) (uses.getAndIncrement() % RECENT), reference);
    }
  }

  private static long bytesOf(Object value) {
    if (value instanceof SearchPlace place) {
      return place.bytes(OpaqueReferences::bytesOf, OpaqueReferences::placeBytes);
    }
    return value instanceof MatchSpec spec ? bytesOf(spec) : 0;
  }

  /** Returns those of the place where a search goes on. */
  private static long placeBytes(SearchPlace place) {
    long bytes = TermBytes.of(place.key(), MAX_COUNTED);
    for (Tuple object : place.unfinished()) {
      if (bytes > MAX_COUNTED) {
        break;
      }
      bytes += TermBytes.of(object, MAX_COUNTED);
    }
    return bytes;
  }

  private static long bytesOf(MatchSpec spec) {
    return FORMS * TermBytes.of(spec.toTerm(), MAX_COUNTED);
  }

  /** Returns about how many bytes the values take. */
  public long bytes() {
    long bytes = 0;
    for (Entry entry : entries.values()) {
      bytes += ENTRY_BYTES + (entry.value == GONE ? 0 : entry.bytes);
    }
    return bytes;
  }
}
