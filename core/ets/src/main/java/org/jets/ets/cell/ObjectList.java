package org.jets.ets.cell;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jets.ets.quota.HeapLayout;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The two or more objects that a bag or duplicate_bag has under one key, oldest first. An immutable
 * list that can be appended to in amortized constant time.
 *
 * <p>A list is the first {@link #size} slots of an array. A thread that appends claims the next
 * slot of that array, if it is free, and makes a longer list over the same array. The shorter list
 * does not see the slot. So consecutive appends share one array as if it were changed in place, and
 * each list stays unchanged. The slot may be taken, because two threads append to one list or a
 * longer list over this array was discarded. Then the appending thread copies the array.
 *
 * <p>From {@value #INDEXED_SIZE} objects on, the lists of a bag also share an index over their
 * array: a hash table of slot numbers with linear probing. The index only grows. A list ignores
 * numbers that are not below its size.
 *
 * <p>Memory order: a slot is claimed by CAS and entered into the index before the store publishes
 * the list that has it. So a reader of a list sees its slots by plain reads, and all of its objects
 * in the index.
 *
 * <p>Cost: {@link #append} amortized constant, {@link #contains} constant for a bag, {@link
 * #without} linear. A list retains the objects that longer lists over its array have appended.
 */
public final class ObjectList {
  /** The number of objects from which on an index pays. */
  private static final int INDEXED_SIZE = 16;

  private static final int FIRST_CAPACITY = 4;

  private static final int OWN_BYTES = HeapLayout.ofThisJvm().objectBytes(2, Integer.BYTES);

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Tuple[].class);
  private static final VarHandle INDEX_ENTRY = MethodHandles.arrayElementVarHandle(int[].class);

  private final @Nullable Tuple[] slots;
  private final int size;

  /** Slot numbers plus 1, 0 for a free entry; at least twice as long as the slots. */
  private final int @Nullable [] index;

  private ObjectList(@Nullable Tuple[] slots, int size, int @Nullable [] index) {
    this.slots = slots;
    this.size = size;
    this.index = index;
  }

  /** Returns the list of two objects. */
  public static ObjectList of(Tuple first, Tuple second) {
    Tuple[] slots = new Tuple[FIRST_CAPACITY];
    slots[0] = first;
    slots[1] = second;
    return new ObjectList(slots, 2, null);
  }

  /** Returns the number of objects in a cell. */
  public static int count(@Nullable Object cell) {
    if (cell == null) {
      return 0;
    }
    if (cell instanceof ObjectList list) {
      return list.size;
    }
    return cell instanceof HeldCell held ? count(held.cell()) : 1;
  }

  /** Returns the first object of a cell in any form. */
  public static Tuple first(Object cell) {
    if (cell instanceof ObjectList list) {
      return list.get(0);
    }
    return cell instanceof HeldCell held ? first(held.cell()) : (Tuple) cell;
  }

  /** Returns an object of a cell without addition. */
  public static Tuple get(Object cell, int i) {
    return cell instanceof ObjectList list ? list.get(i) : (Tuple) cell;
  }

  /** Returns whether this begins with another list, by a test in constant time that may miss it. */
  public boolean isKnownToExtend(ObjectList shorter) {
    return slots == shorter.slots && size >= shorter.size;
  }

  public int size() {
    return size;
  }

  public Tuple get(int i) {
    return Objects.requireNonNull(slots[Objects.checkIndex(i, size)]);
  }

  /** Returns the bytes of this in the heap without the objects, with all slots of its array. */
  public long bytes() {
    HeapLayout layout = HeapLayout.ofThisJvm();
    return OWN_BYTES
        + layout.arrayBytes((long) slots.length * layout.referenceBytes())
        + (index == null ? 0 : layout.arrayBytes((long) index.length * Integer.BYTES));
  }

  /** Returns whether {@link #append} would copy because a thread has claimed the next slot. */
  public boolean isNextClaimed() {
    return size < slots.length && SLOT.getOpaque(slots, size) != null;
  }

  /**
   * Returns the list with one more object.
   *
   * @param indexed whether {@link #contains} will be called on it
   */
  public ObjectList append(Tuple object, boolean indexed) {
    if (size < slots.length && SLOT.compareAndSet(slots, size, (Tuple) null, object)) {
      if (index != null) {
        enter(index, object, size);
      }
      return new ObjectList(slots, size + 1, index);
    }
    int capacity = Math.max(size + 1, Math.addExact(size, size >> 1));
    @Nullable Tuple[] copy = Arrays.copyOf(Arrays.copyOf(slots, size), capacity);
    copy[size] = object;
    return of(copy, size + 1, indexed);
  }

  private static ObjectList of(@Nullable Tuple[] slots, int size, boolean indexed) {
    if (!indexed || size < INDEXED_SIZE) {
      return new ObjectList(slots, size, null);
    }
    int[] index = new int[Integer.highestOneBit(Math.multiplyExact(slots.length, 2)) << 1];
    for (int i = 0; i < size; i++) {
      enter(index, Objects.requireNonNull(slots[i]), i);
    }
    return new ObjectList(slots, size, index);
  }

  private static void enter(int[] index, Tuple object, int slot) {
    int mask = index.length - 1;
    int i = object.hashCode() & mask;
    while (!INDEX_ENTRY.compareAndSet(index, i, 0, slot + 1)) {
      i = (i + 1) & mask;
    }
  }

  /** Returns whether an object that is {@code =:=} to this one is in the list. */
  boolean contains(Tuple object) {
    if (index == null) {
      for (int i = 0; i < size; i++) {
        if (object.equals(slots[i])) {
          return true;
        }
      }
      return false;
    }
    int mask = index.length - 1;
    int i = object.hashCode() & mask;
    for (int entry; (entry = (int) INDEX_ENTRY.getOpaque(index, i)) != 0; i = (i + 1) & mask) {
      if (entry <= size && object.equals(slots[entry - 1])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the cell of the objects that do not satisfy the predicate, which is tested once for
   * each. Returns null if none is left, and this list if all are.
   */
  @Nullable Object without(Predicate<Tuple> isRemoved, boolean indexed) {
    int first = 0;
    while (first < size && !isRemoved.test(get(first))) {
      first++;
    }
    if (first == size) {
      return this;
    }
    @Nullable Tuple[] rest = Arrays.copyOf(slots, size);
    int count = first;
    for (int i = first + 1; i < size; i++) {
      if (!isRemoved.test(get(i))) {
        rest[count++] = slots[i];
      }
    }
    if (count <= 1) {
      return count == 0 ? null : rest[0];
    }
    Arrays.fill(rest, count, size, null);
    return of(rest, count, indexed);
  }

  /** Returns the list of the changed objects, for a duplicate_bag. */
  public ObjectList map(UnaryOperator<Tuple> change) {
    @Nullable Tuple[] changed = new Tuple[size];
    for (int i = 0; i < size; i++) {
      changed[i] = change.apply(get(i));
    }
    return of(changed, size, false);
  }

  /** Returns an unmodifiable view. */
  List<Tuple> asList() {
    return new View(this);
  }

  private static final class View extends AbstractList<Tuple> implements RandomAccess {
    private final ObjectList objects;

    View(ObjectList objects) {
      this.objects = objects;
    }

    @Override
    public Tuple get(int i) {
      return objects.get(i);
    }

    @Override
    public int size() {
      return objects.size;
    }
  }
}
