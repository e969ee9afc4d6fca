package org.jets.collections.internal.container;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jets.collections.LongObjectConsumer;
import org.jets.collections.internal.order.PrefixOrder;
import org.jspecify.annotations.Nullable;

/**
 * Mappings that follow one another in some direction, as they were at one moment. They are copied
 * out of containers, and valid if none of the witnesses has changed since it was read.
 */
public final class EntryRun<K, V> {
  /**
   * The number of mappings that are copied at a time where all are to be come to, one after the
   * other.
   */
  public static final int SOME = 64;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Object[].class);

  /** Keys and values in turn, or values alone if the keys can be made of their prefixes. */
  private Object[] slots;

  private int size;

  /** The number of mappings for which there is to be room if there must be more. */
  private int expected;

  /** Makes keys of prefixes, if these say all of a key; null if the slots have the keys. */
  private @Nullable PrefixOrder<K> maker;

  private long[] prefixes = {};

  @SuppressWarnings("UnusedVariable") // The write is the use.
  private long fetched;

  /** True if the container had nothing behind these in the direction of the read. */
  public boolean isAtEnd;

  /** The place where the read has stopped; null if it is only known behind which key. */
  private @Nullable ReadPlace<K, V> stop;

  private Object[] witnesses = new Object[2];
  private long[] stamps = new long[2];

  /** The number of mappings that were here before each witness. */
  private int[] starts = new int[2];

  private int witnessCount;

  /** For each witness that is a part of a container: the array that has its values, or null. */
  private Object[] @Nullable [] sources = {};

  /** For each of these: the place of its first value there, and the distance of the next one. */
  private int[] places = {};

  /** The bits of a part's first word that change with its keys, and not with its values alone. */
  private long keyBits;

  public EntryRun(int mappings) {
    slots = new Object[2 * mappings];
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** A key, or where prefixes say all of one, a key like it. */
  @SuppressWarnings("unchecked") // Where keys are.
  public K key(int i) {
    return maker == null ? (K) slots[2 * i] : maker.keyOf(prefixes[i]);
  }

  /** The prefix of a key, which the order makes if it is not here. */
  public long prefix(PrefixOrder<K> order, int i) {
    return maker == null ? order.prefix(key(i)) : prefixes[i];
  }

  /** A key that is its prefix. */
  public long longKey(int i) {
    return prefixes[i];
  }

  @SuppressWarnings("unchecked") // Where values are.
  public V value(int i) {
    return (V) slots[maker == null ? 2 * i + 1 : i];
  }

  /**
   * Reads something of each value. So the processor fetches the values together, and not one by one
   * when a caller comes to them.
   */
  public void fetchValues() {
    Object[] all = slots;
    int first = maker == null ? 1 : 0;
    int step = 1 + first;
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += all[first + i * step].getClass() == Object.class ? 1 : 0;
    }
    fetched = sum;
  }

  public K lastKey() {
    return key(size - 1);
  }

  /** The last key if the run has it, or null if its prefix says all of it. */
  @SuppressWarnings("unchecked") // As above.
  public @Nullable K lastKeptKey() {
    return maker == null ? (K) slots[2 * size - 2] : null;
  }

  /** The last prefix if it says all of a key. */
  public long lastMakingPrefix() {
    return maker == null ? 0 : prefixes[size - 1];
  }

  /** Calls the action with the mappings from one place to another. */
  @SuppressWarnings("unchecked") // Where keys and values are.
  public void forEach(int from, int to, BiConsumer<? super K, ? super V> action) {
    Object[] all = slots;
    if (maker != null) {
      maker.forEach(prefixes, from, to, all, 0, 1, action);
      return;
    }
    for (int i = from; i < to; i++) {
      action.accept((K) all[2 * i], (V) all[2 * i + 1]);
    }
  }

  /** The same where the keys are their prefixes. */
  @SuppressWarnings("unchecked") // As above.
  public void forEachLong(int from, int to, LongObjectConsumer<? super V> action) {
    Object[] all = slots;
    long[] keys = prefixes;
    for (int i = from; i < to; i++) {
      action.accept(keys[i], (V) all[i]);
    }
  }

  /** The same with the keys. */
  @SuppressWarnings("unchecked") // As above.
  public void forEachKey(int from, int to, Consumer<? super K> action) {
    Object[] all = slots;
    if (maker != null) {
      maker.forEachKey(prefixes, from, to, action);
      return;
    }
    for (int i = from; i < to; i++) {
      action.accept((K) all[2 * i]);
    }
  }

  /** The same with the values. */
  @SuppressWarnings("unchecked") // As above.
  public void forEachValue(int from, int to, Consumer<? super V> action) {
    Object[] all = slots;
    int first = maker == null ? 1 : 0;
    int step = 1 + first;
    for (int i = from; i < to; i++) {
      action.accept((V) all[first + i * step]);
    }
  }

  /** Notes that all is here that is in front of a place, in the direction of the read. */
  public void stopAt(ReadPlace<K, V> place) {
    stop = place;
  }

  /**
   * The place that the read comes to next; null if it is only known behind which key it goes on.
   */
  public @Nullable ReadPlace<K, V> stop() {
    return stop;
  }

  public void clear() {
    size = 0;
    maker = null;
    stop = null;
    isAtEnd = false;
    witnessCount = 0;
  }

  /** Lets go of what it holds. */
  void release() {
    Arrays.fill(slots, null);
    Arrays.fill(witnesses, null);
    Arrays.fill(sources, null);
    clear();
  }

  /**
   * Adds mappings whose keys can be made of their prefixes, from arrays that may be changing. All
   * mappings of the run must be such.
   *
   * @param words has the prefixes from the index {@code firstPrefix} on
   * @param values has the values from the index {@code firstValue} on, {@code step} places apart
   * @param reversed whether the last mapping is to come first
   */
  public void addValues(
      PrefixOrder<K> order,
      long[] words,
      int firstPrefix,
      Object[] values,
      int firstValue,
      int step,
      int mappings,
      boolean reversed) {
    maker = order;
    stop = null;
    int end = size + mappings;
    if (end > prefixes.length) {
      prefixes = Arrays.copyOf(prefixes, room(end, prefixes.length, 1));
    }
    if (end > slots.length) {
      slots = Arrays.copyOf(slots, room(end, slots.length, 1));
    }
    if (reversed) {
      for (int i = 0; i < mappings; i++) {
        int from = mappings - 1 - i;
        prefixes[size + i] = words[firstPrefix + from];
        slots[size + i] = values[firstValue + from * step];
      }
    } else {
      System.arraycopy(words, firstPrefix, prefixes, size, mappings);
      if (step == 1) {
        System.arraycopy(values, firstValue, slots, size, mappings);
      } else {
        for (int i = 0; i < mappings; i++) {
          slots[size + i] = values[firstValue + i * step];
        }
      }
    }
    size = end;
  }

  /** Adds keys and values in turn, from an array that may be changing. */
  public void addAll(Object[] source, int from, int mappings) {
    ensureRoom(mappings);
    stop = null;
    System.arraycopy(source, from, slots, 2 * size, 2 * mappings);
    size += mappings;
  }

  /** The same, the last mapping first. */
  public void addReversed(Object[] source, int from, int mappings) {
    ensureRoom(mappings);
    stop = null;
    int to = 2 * size;
    for (int i = from + 2 * (mappings - 1); i >= from; i -= 2) {
      slots[to++] = source[i];
      slots[to++] = source[i + 1];
    }
    size += mappings;
  }

  public void add(@Nullable Object key, @Nullable Object value) {
    ensureRoom(1);
    slots[2 * size] = key;
    slots[2 * size + 1] = value;
    size++;
  }

  /** Takes what was read only to be in a cache, so that the compiler does not leave that out. */
  public void keep(long fetched) {
    this.fetched = fetched;
  }

  /** Notes how many mappings there will be, so that room is made for them at once. */
  public void expect(int mappings) {
    expected = mappings;
  }

  private void ensureRoom(int more) {
    int end = 2 * (size + more);
    if (end > slots.length) {
      slots = Arrays.copyOf(slots, room(end, slots.length, 2));
    }
  }

  /** The length of an array that has to become longer. */
  private int room(int needed, int length, int step) {
    return Math.max(Math.max(needed, step * expected), 2 * length);
  }

  /** Notes what has to be as it was for this to be valid. */
  public void witness(OrderedContainer<K, V> container, long stamp) {
    note(container, stamp);
  }

  /**
   * The same with a part of a container whose first word changes with it.
   *
   * @param keyBits the bits of the first word that change with the keys
   */
  public void witness(long[] words, long header, long keyBits) {
    note(words, header);
    this.keyBits = keyBits;
    if (witnessCount <= sources.length) {
      sources[witnessCount - 1] = null;
    }
  }

  /**
   * Notes where the values of the last witness come from, which are added next.
   *
   * @param first the place of the value that is added first
   * @param step the distance from there to the next one
   */
  public void source(Object[] values, int first, int step) {
    int witness = witnessCount - 1;
    if (places.length <= 2 * witness) {
      places = Arrays.copyOf(places, 2 * witnesses.length);
    }
    if (sources.length <= witness) {
      sources = Arrays.copyOf(sources, witnesses.length);
    }
    places[2 * witness] = first;
    places[2 * witness + 1] = step;
    sources[witness] = values;
  }

  private void note(Object witness, long stamp) {
    if (witnessCount == witnesses.length) {
      Object[] largerWitnesses = Arrays.copyOf(witnesses, 2 * witnessCount);
      stamps = Arrays.copyOf(stamps, 2 * witnessCount);
      starts = Arrays.copyOf(starts, 2 * witnessCount);
      witnesses = largerWitnesses; // Last: its length says how many there is room for.
    }
    witnesses[witnessCount] = witness;
    starts[witnessCount] = size;
    stamps[witnessCount++] = stamp;
  }

  /**
   * Returns true if all has been there at one moment: before this call, and behind the first
   * witness.
   */
  public boolean isValid() {
    for (int i = 0; i < witnessCount; i++) {
      if (!isUnchanged(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isUnchanged(int witness) {
    long seen = stamps[witness];
    return witnesses[witness] instanceof long[] words
        ? isUnchangedSince(words, seen)
        : ((OrderedContainer<?, ?>) witnesses[witness]).isUnchangedSince(seen);
  }

  /**
   * Returns the last witness that was noted before a mapping was added.
   *
   * @param from that of a mapping before it, or 0
   */
  public int witnessOf(int i, int from) {
    int witness = from;
    while (witness + 1 < witnessCount && starts[witness + 1] <= i) {
      witness++;
    }
    return witness;
  }

  /** Returns the place behind the mappings of a witness. */
  public int endOf(int witness) {
    return witness + 1 < witnessCount ? starts[witness + 1] : size;
  }

  /** Returns what a witness was when it was noted. */
  public long stampOf(int witness) {
    return stamps[witness];
  }

  /** Returns the witness if it is a part of a container; null if it is a container. */
  public long @Nullable [] wordsOf(int witness) {
    return witnesses[witness] instanceof long[] words ? words : null;
  }

  /** Returns the first witness of a run of one container. */
  @SuppressWarnings("unchecked") // It was noted as such.
  public OrderedContainer<K, V> container() {
    return (OrderedContainer<K, V>) witnesses[0];
  }

  /**
   * Returns true if a mapping of a run of one container, and the one before it, are still as they
   * were, with none in between.
   *
   * @param last the {@linkplain #witnessOf witness} of the mapping before it
   */
  public boolean isPresent(int i, int last) {
    return witnessOf(i, last) == last ? isUnchanged(0) && isUnchanged(last) : isValid();
  }

  /**
   * Reads the value of a mapping of a run of one container again, from where it was copied. So a
   * caller need not read all mappings anew after one of them has got another value.
   *
   * @param last the {@linkplain #witnessOf witness} of the mapping before it
   * @return false if the keys may have changed, here or between both mappings
   */
  public boolean tryReadAgain(int i, int last) {
    int witness = witnessOf(i, last);
    Object @Nullable [] source = witness < sources.length ? sources[witness] : null;
    if (source == null) {
      return false;
    }
    int place = places[2 * witness] + places[2 * witness + 1] * (i - starts[witness]);
    Object value = SLOTS.getAcquire(source, place);
    if (!isUnchanged(0) || !(witness == last ? hasSameKeys(last) : hasSameKeys())) {
      return false;
    }
    slots[maker == null ? 2 * i + 1 : i] = value;
    return true;
  }

  /** Returns true if all keys are still there, with no others in between. */
  public boolean hasSameKeys() {
    for (int i = 0; i < witnessCount; i++) {
      if (!hasSameKeys(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasSameKeys(int witness) {
    if (!(witnesses[witness] instanceof long[] words)) {
      return isUnchanged(witness);
    }
    VarHandle.acquireFence();
    return (((long) WORDS.getOpaque(words, 0) ^ stamps[witness]) & keyBits) == 0;
  }

  /** Returns true if nothing has changed since a part was read that begins with this word. */
  public static boolean isUnchangedSince(long[] words, long header) {
    VarHandle.acquireFence();
    return (long) WORDS.getOpaque(words, 0) == header;
  }
}
