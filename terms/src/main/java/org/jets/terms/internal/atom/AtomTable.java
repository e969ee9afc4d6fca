package org.jets.terms.internal.atom;

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
 * The table of all atoms of this JVM, by the bytes of their names in UTF-8. A subclass defines the
 * class of atoms.
 *
 * <p>A chained hash table of weak references. Lookups take no lock. A lookup by bytes allocates
 * nothing.
 *
 * <p><b>Guarded by</b> {@link #lock}: every write to {@link #buckets} and to its elements, {@link
 * #count} and {@link Entry#replaced}. The fields of an {@link Entry} that readers use are final,
 * except its referent, which the garbage collector clears. To remove an entry, a writer copies the
 * entries before it in the chain.
 *
 * <p><b>Memory order.</b> A bucket is written with release and read with acquire, so that a reader
 * that sees an entry sees the whole atom. A reader may hold a replaced array of buckets and so miss
 * a new atom. Therefore {@link #internUtf8} searches again under the lock before it makes an atom:
 * no name ever has two.
 *
 * <p><b>Linearization points.</b>
 *
 * <ul>
 *   <li>Finding an atom: the read of its bucket.
 *   <li>Making an atom: the write to the bucket.
 * </ul>
 *
 * <p>A name whose entry is cleared has no atom: no thread holds the old one, and a new one can be
 * made.
 *
 * @param <A> the type of atoms
 */
public abstract class AtomTable<A> {
  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(Entry[].class);

  private final int maxCodePoints;
  private final ReentrantLock lock = new ReentrantLock();
  private final ReferenceQueue<A> cleared = new ReferenceQueue<>();

  /** The chains. Their number is a power of two, with at most one entry a chain on average. */
  private volatile @Nullable Entry<A>[] buckets = newBuckets(1024);

  private int count;

  /** Makes a table of atoms whose names have at most this many characters. */
  protected AtomTable(int maxCodePoints) {
    this.maxCodePoints = maxCodePoints;
  }

  /** Returns the hash of a name in UTF-8. */
  protected abstract int hash(byte[] bytes, int offset, int length);

  /** Makes an atom, which keeps the array. */
  protected abstract A make(String name, byte[] utf8, int hash);

  /** Returns whether an atom has this name in UTF-8. */
  protected abstract boolean isNamed(A atom, byte[] bytes, int offset, int length);

  /**
   * Returns the atom of this name, a new one if there is none.
   *
   * @throws IllegalArgumentException if the name is too long or has an unpaired surrogate
   */
  public final A intern(String name) {
    byte[] utf8 = encode(name);
    return internUtf8(utf8, 0, utf8.length);
  }

  /**
   * Returns the atom of this name, or null if there is none.
   *
   * @throws IllegalArgumentException as {@link #intern}
   */
  public final @Nullable A find(String name) {
    byte[] utf8 = encode(name);
    return find(utf8, 0, utf8.length);
  }

  private byte[] encode(String name) {
    int codePoints = name.codePointCount(0, name.length());
    if (codePoints > maxCodePoints) {
      throw new IllegalArgumentException(
          "name: " + codePoints + " characters (expected: at most " + maxCodePoints + ")");
    }
    return Utf8.encode(name);
  }

  /** Returns the atom of this name, or null if there is none. Accepts any bytes. */
  public final @Nullable A find(byte[] bytes, int offset, int length) {
    return find(hash(bytes, offset, length), bytes, offset, length);
  }

  private @Nullable A find(int hash, byte[] bytes, int offset, int length) {
    @Nullable Entry<A>[] table = buckets;
    for (Entry<A> e = bucketAcquire(table, hash); e != null; e = e.next) {
      if (e.hash == hash) {
        A atom = e.get();
        if (atom != null && isNamed(atom, bytes, offset, length)) {
          return atom;
        }
      }
    }
    return null;
  }

  /**
   * Returns the atom of this name, a new one if there is none.
   *
   * @throws IllegalArgumentException if the bytes are not UTF-8 or too many characters
   */
  public final A internUtf8(byte[] bytes, int offset, int length) {
    int hash = hash(bytes, offset, length);
    A atom = find(hash, bytes, offset, length);
    return atom != null
        ? atom
        : internNew(hash, Arrays.copyOfRange(bytes, offset, offset + length));
  }

  private A internNew(int hash, byte[] utf8) {
    // The atom is made before the lock is taken, since this may initialize classes.
    A atom = make(decode(utf8), utf8, hash);
    lock.lock();
    try {
      removeCleared();
      A existing = find(hash, utf8, 0, utf8.length);
      if (existing != null) {
        return existing;
      }
      if (count == buckets.length) {
        grow();
      }
      @Nullable Entry<A>[] table = buckets;
      setBucketRelease(table, hash, new Entry<>(atom, hash, cleared, bucketAcquire(table, hash)));
      count++;
      return atom;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of atoms. Those that are collected later count until then. */
  public final int size() {
    lock.lock();
    try {
      removeCleared();
      return count;
    } finally {
      lock.unlock();
    }
  }

  private String decode(byte[] utf8) {
    String name;
    try {
      name = Utf8.decode(utf8, 0, utf8.length);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("name: not in UTF-8", e);
    }
    if (name.codePointCount(0, name.length()) > maxCodePoints) {
      throw new IllegalArgumentException("name: more than " + maxCodePoints + " characters");
    }
    return name;
  }

  /** Removes the entries of collected atoms from their chains. The caller holds the lock. */
  private void removeCleared() {
    @Nullable Entry<A>[] table = buckets;
    for (Reference<? extends A> next = cleared.poll(); next != null; next = cleared.poll()) {
      @SuppressWarnings("unchecked") // There are no other references in this queue.
      Entry<A> entry = (Entry<A>) next;
      if (!entry.replaced) {
        entry.replaced = true;
        count--;
        setBucketRelease(table, entry.hash, without(entry, bucketAcquire(table, entry.hash)));
      }
    }
  }

  /**
   * Returns a chain without one of its entries. The entries before that one are in reverse order.
   */
  private @Nullable Entry<A> without(Entry<A> entry, @Nullable Entry<A> chain) {
    Entry<A> rest = entry.next;
    for (Entry<A> e = chain; e != null && e != entry; e = e.next) {
      rest = prepend(e, rest);
    }
    return rest;
  }

  /** Returns a chain with a copy of an entry in front, unless its atom has been collected. */
  private @Nullable Entry<A> prepend(Entry<A> entry, @Nullable Entry<A> chain) {
    entry.replaced = true;
    A atom = entry.get();
    if (atom == null) {
      count--;
      return chain;
    }
    return new Entry<>(atom, entry.hash, cleared, chain);
  }

  /** Doubles the number of chains. The caller holds the lock. */
  private void grow() {
    @Nullable Entry<A>[] old = buckets;
    @Nullable Entry<A>[] table = newBuckets(2 * old.length);
    for (Entry<A> chain : old) {
      for (Entry<A> e = chain; e != null; e = e.next) {
        int i = e.hash & (table.length - 1);
        table[i] = prepend(e, table[i]);
      }
    }
    buckets = table;
  }

  @SuppressWarnings("unchecked") // There is nothing else in the table.
  private static <A> @Nullable Entry<A> bucketAcquire(@Nullable Entry<A>[] table, int hash) {
    return (Entry<A>) BUCKET.getAcquire(table, hash & (table.length - 1));
  }

  private static <A> void setBucketRelease(
      @Nullable Entry<A>[] table, int hash, @Nullable Entry<A> chain) {
    BUCKET.setRelease(table, hash & (table.length - 1), chain);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Java makes no arrays of generic types.
  private static <A> @Nullable Entry<A>[] newBuckets(int length) {
    return new Entry[length];
  }

  private static final class Entry<A> extends WeakReference<A> {
    final int hash;
    final @Nullable Entry<A> next;

    /**
     * True once a copy has replaced this entry or it has been removed: then its clearing needs no
     * action.
     */
    boolean replaced;

    Entry(A atom, int hash, ReferenceQueue<A> cleared, @Nullable Entry<A> next) {
      super(atom, cleared);
      this.hash = hash;
      this.next = next;
    }
  }
}
