package org.jets.terms;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jets.terms.internal.text.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * All atoms of this JVM, by the bytes of their names in UTF-8.
 *
 * <p>A chained hash table of weak references. Reading takes no lock and, with the bytes at hand,
 * allocates nothing.
 *
 * <p><b>Guarded by</b> {@link #LOCK}: every write to {@link #buckets} and to its elements, {@link
 * #count} and {@link Entry#replaced}. What readers see of an {@link Entry} never changes but for
 * its referent, which the collector clears: removing an entry copies those before it in the chain.
 *
 * <p><b>Memory order.</b> A bucket is written with release and read with acquire, so that who sees
 * an entry sees the whole atom. A reader may hold an array of buckets that has been replaced and so
 * miss an atom that is new; {@link #internUtf8} looks again under the lock before it makes one, so
 * that there are never two of one name.
 *
 * <p><b>Linearization.</b> Finding an atom: the read of its bucket. Making one: the write to the
 * bucket. A name whose entry was cleared has no atom: nobody holds the old one, and a new one can
 * be made.
 */
final class AtomTable {
  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(Entry[].class);
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final ReferenceQueue<Atom> CLEARED = new ReferenceQueue<>();

  /** A power of two of chains, at most one entry a chain on the average. */
  private static volatile @Nullable Entry[] buckets = new Entry[1024];

  private static int count;

  private AtomTable() {}

  static Atom intern(String name) {
    byte[] utf8 = encode(name);
    return internUtf8(utf8, 0, utf8.length);
  }

  static @Nullable Atom find(String name) {
    byte[] utf8 = encode(name);
    return find(utf8, 0, utf8.length);
  }

  private static byte[] encode(String name) {
    int codePoints = name.codePointCount(0, name.length());
    if (codePoints > Atom.MAX_CODE_POINTS) {
      throw new IllegalArgumentException(
          "name: " + codePoints + " characters (expected: at most " + Atom.MAX_CODE_POINTS + ")");
    }
    return Utf8.encode(name);
  }

  /** Returns the atom of this name, or null where there is none. Takes any bytes. */
  static @Nullable Atom find(byte[] bytes, int offset, int length) {
    return find(TermHash.ofBytes(bytes, offset, length), bytes, offset, length);
  }

  private static @Nullable Atom find(int hash, byte[] bytes, int offset, int length) {
    @Nullable Entry[] table = buckets;
    for (Entry e = bucketAcquire(table, hash); e != null; e = e.next) {
      if (e.hash == hash) {
        Atom atom = e.get();
        if (atom != null && atom.isNamed(bytes, offset, length)) {
          return atom;
        }
      }
    }
    return null;
  }

  /**
   * Returns the atom of this name, a new one where there is none.
   *
   * @throws IllegalArgumentException if the bytes are not UTF-8 or too many characters
   */
  static Atom internUtf8(byte[] bytes, int offset, int length) {
    int hash = TermHash.ofBytes(bytes, offset, length);
    Atom atom = find(hash, bytes, offset, length);
    return atom != null
        ? atom
        : internNew(hash, Arrays.copyOfRange(bytes, offset, offset + length));
  }

  private static Atom internNew(int hash, byte[] utf8) {
    // Made without the lock and before looking again: the first atom of all initializes the class,
    // whose constants, maybe this very name among them, are interned by that.
    Atom atom = new Atom(decode(utf8), utf8, hash);
    LOCK.lock();
    try {
      removeCleared();
      Atom existing = find(hash, utf8, 0, utf8.length);
      if (existing != null) {
        return existing;
      }
      if (count == buckets.length) {
        grow();
      }
      @Nullable Entry[] table = buckets;
      setBucketRelease(table, hash, new Entry(atom, hash, bucketAcquire(table, hash)));
      count++;
      return atom;
    } finally {
      LOCK.unlock();
    }
  }

  private static String decode(byte[] utf8) {
    String name;
    try {
      name = Utf8.decode(utf8, 0, utf8.length);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("name: not in UTF-8", e);
    }
    if (name.codePointCount(0, name.length()) > Atom.MAX_CODE_POINTS) {
      throw new IllegalArgumentException("name: more than " + Atom.MAX_CODE_POINTS + " characters");
    }
    return name;
  }

  /** Takes the entries of collected atoms out of their chains. The caller holds the lock. */
  private static void removeCleared() {
    @Nullable Entry[] table = buckets;
    for (Reference<? extends Atom> cleared = CLEARED.poll();
        cleared != null;
        cleared = CLEARED.poll()) {
      Entry entry = (Entry) cleared;
      if (!entry.replaced) {
        entry.replaced = true;
        count--;
        setBucketRelease(table, entry.hash, without(entry, bucketAcquire(table, entry.hash)));
      }
    }
  }

  /** Returns a chain without an entry that is in it; those before it come out in reverse. */
  private static @Nullable Entry without(Entry entry, @Nullable Entry chain) {
    Entry rest = entry.next;
    for (Entry e = chain; e != null && e != entry; e = e.next) {
      rest = prepend(e, rest);
    }
    return rest;
  }

  /** Returns a chain with an entry's atom in front, unless that has been collected. */
  private static @Nullable Entry prepend(Entry entry, @Nullable Entry chain) {
    entry.replaced = true;
    Atom atom = entry.get();
    if (atom == null) {
      count--;
      return chain;
    }
    return new Entry(atom, entry.hash, chain);
  }

  /** Doubles the number of chains. The caller holds the lock. */
  private static void grow() {
    @Nullable Entry[] old = buckets;
    @Nullable Entry[] table = new Entry[2 * old.length];
    for (Entry chain : old) {
      for (Entry e = chain; e != null; e = e.next) {
        int i = e.hash & (table.length - 1);
        table[i] = prepend(e, table[i]);
      }
    }
    buckets = table;
  }

  private static @Nullable Entry bucketAcquire(@Nullable Entry[] table, int hash) {
    return (Entry) BUCKET.getAcquire(table, hash & (table.length - 1));
  }

  private static void setBucketRelease(@Nullable Entry[] table, int hash, @Nullable Entry chain) {
    BUCKET.setRelease(table, hash & (table.length - 1), chain);
  }

  private static final class Entry extends WeakReference<Atom> {
    final int hash;
    final @Nullable Entry next;

    /** Whether a copy has taken its place, or nothing: then that it is cleared concerns nobody. */
    boolean replaced;

    Entry(Atom atom, int hash, @Nullable Entry next) {
      super(atom, CLEARED);
      this.hash = hash;
      this.next = next;
    }
  }
}
