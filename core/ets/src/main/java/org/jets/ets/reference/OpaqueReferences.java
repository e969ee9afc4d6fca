package org.jets.ets.reference;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jets.collections.LongHashMap;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.reclaim.Reclaimable;
import org.jets.ets.reclaim.ResourceReclaimer;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * References that stand for values that terms cannot hold: compiled match specifications, and
 * places where a search has stopped.
 *
 * <p>A value stays as long as the {@link Reference} object that was returned is reachable, since a
 * program that keeps the term may use it again. A value also stays while it is among the last
 * {@value #RECENT} used ones, or the last {@value #RECENT_LARGE} large ones. This serves references
 * that were sent to other nodes: they come back as equal objects, which keep no value reachable.
 * When a table is deleted, the references to places in it become {@link #GONE}.
 *
 * <p>Safe for use by many threads. Lookups take no locks.
 */
public final class OpaqueReferences {
  public static final int RECENT = 1024;

  /** The number of last used large values that are kept. */
  static final int RECENT_LARGE = 16;

  /** The number of bytes from which on a value is large. */
  private static final long LARGE = 1 << 14;

  /**
   * The number of forms of a specification: a term, parsed, and compiled. Its bytes are this many
   * times those of the term.
   */
  private static final int FORMS = 5;

  private static final long ENTRY_BYTES = 200;

  /**
   * The bytes up to which a term is measured, so that a term with shared parts is measured in short
   * time.
   */
  private static final long MAX_COUNTED = 1 << 26;

  /** The value of a reference whose table has been deleted. */
  static final Object GONE = new Object();

  private final NumberedReferences references;
  private final AtomicLong uses = new AtomicLong();
  private final AtomicLong largeUses = new AtomicLong();

  /** The entries that have not been forgotten, by number, in a map that shrinks when they are. */
  private final LongHashMap<Entry> entries = new LongHashMap<>();

  /**
   * The entries that belong to a table, by number. An inner map is changed within an atomic step of
   * the outer map, or after its removal from it.
   */
  private final ConcurrentMap<Reference, LongHashMap<Entry>> ofTables = new ConcurrentHashMap<>();

  /** The last used references, which this keeps reachable. */
  private final AtomicReferenceArray<Reference> recent = new AtomicReferenceArray<>(RECENT);

  private final AtomicReferenceArray<Reference> recentLarge =
      new AtomicReferenceArray<>(RECENT_LARGE);

  /** Makes the references of a node. */
  public OpaqueReferences(Atom node, int creation) {
    this.references = new NumberedReferences(node, creation, true);
  }

  private final class Entry extends WeakReference<Reference> implements Reclaimable {
    final long number;
    final @Nullable Reference table;
    final long bytes;
    volatile Object value;

    Entry(Reference reference, long number, Object value, @Nullable Reference table) {
      super(reference, ResourceReclaimer.queue());
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

  /** Returns a new reference that stands for a value. The value must not refer back to it. */
  public Reference add(Object value) {
    return add(value, null);
  }

  /**
   * As {@link #add(Object)}, for a value that belongs to a table.
   *
   * @param table its identifier; after the addition the caller must check whether the table has
   *     been deleted, and {@linkplain #forget forget} it then
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
            LongHashMap<Entry> ofTable = before == null ? new LongHashMap<>() : before;
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

  /** Drops all values that belong to a table; they become {@link #GONE}. */
  public void forget(Reference table) {
    LongHashMap<Entry> ofTable = ofTables.remove(table);
    if (ofTable != null) {
      ofTable.values().forEach(entry -> entry.value = GONE);
    }
  }

  /** Returns the value that a term stands for; null if there is none, or none any more. */
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
    if (value instanceof SelectPosition place) {
      return place.bytes(OpaqueReferences::bytesOf, OpaqueReferences::placeBytes);
    }
    return value instanceof MatchSpec spec ? bytesOf(spec) : 0;
  }

  /** Returns the bytes of the place where a search resumes. */
  private static long placeBytes(SelectPosition place) {
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

  /** Returns an estimate of the bytes of the values. */
  public long bytes() {
    long bytes = 0;
    for (Entry entry : entries.values()) {
      bytes += ENTRY_BYTES + (entry.value == GONE ? 0 : entry.bytes);
    }
    return bytes;
  }
}
