package org.jets.ets.expiry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.ets.BadArgumentException;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellEnds;
import org.jets.ets.cell.Cells;
import org.jets.ets.cell.ObjectList;
import org.jets.ets.limit.Expiry;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The rule of a table, applied to cells: when objects end, and which are left. */
public final class Lifetimes implements CellEnds {
  /** Stands for an object without a time to live of its own. */
  static final long NONE = 0;

  /** Marks a value that has not been set. A time in an element may equal it, and is set again. */
  private static final long NONE_YET = Long.MIN_VALUE + 1;

  private static final Atom INFINITY = Atom.of("infinity");

  private final Expiry expiry;
  private final boolean isAccess;
  private final boolean isAtElement;
  private final TableType type;
  private final Cells cells;

  /** The clock's nanoseconds at time 0, so that times are not negative and do not overflow. */
  private final long origin;

  public Lifetimes(Expiry expiry, TableType type) {
    this.expiry = expiry;
    this.isAccess = expiry.kind() == Kind.AFTER_ACCESS;
    this.isAtElement = expiry.kind() == Kind.AT_ELEMENT;
    this.type = type;
    this.cells = Cells.of(type);
    this.origin = isAtElement ? 0 : expiry.clock().nanoTime();
  }

  /** Returns whether lookups renew a cell. */
  boolean isAccess() {
    return isAccess;
  }

  /** Returns whether the objects of a key all differ, and may be several. */
  boolean isBag() {
    return type == TableType.BAG;
  }

  /** Returns whether elements of the objects hold their times. */
  boolean isAtElement() {
    return isAtElement;
  }

  long now() {
    return isAtElement ? expiry.clock().currentTimeMillis() : expiry.clock().nanoTime() - origin;
  }

  /** Returns the units of a time in this many milliseconds. */
  long ofMillis(long millis) {
    return isAtElement ? millis : TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static long plus(long time, long span) {
    long sum = time + span;
    return sum < time ? NEVER : sum;
  }

  /** Returns the earliest end of an object in a cell. */
  long earliest(DatedCell cell) {
    return earliest(cell, cell.time());
  }

  private long earliest(DatedCell cell, long time) {
    if (!isAccess) {
      return time;
    }
    return time < 0 ? Long.MIN_VALUE : plus(time, leastSpan(cell));
  }

  private long leastSpan(DatedCell cell) {
    return cell instanceof DatedList list ? list.least() : expiry.nanos();
  }

  /** Returns the end of an object, for a time of its cell. */
  private long end(DatedCell cell, long time, int i) {
    if (!isAccess) {
      return value(cell, i);
    }
    return time < 0 ? Long.MIN_VALUE : plus(time, value(cell, i));
  }

  private long value(DatedCell cell, int i) {
    if (cell instanceof DatedList list) {
      return list.value(i);
    }
    return isAccess ? expiry.nanos() : cell.time();
  }

  /** Returns whether an object of the cell has expired. */
  boolean hasExpired(DatedCell cell, long now) {
    return now >= earliest(cell);
  }

  /**
   * Returns the objects that have not expired, without addition; null for none. A cell that has
   * been found expired by this can no longer be {@linkplain #renew renewed}.
   */
  @Nullable Object live(DatedCell cell, long now) {
    while (true) {
      long time = cell.time();
      if (now < earliest(cell, time)) {
        return cell.cell();
      }
      Object left = left(cell, time, now);
      if (left != null || !isAccess || time < 0 || cell.casTime(time, ~time)) {
        return left;
      }
    }
  }

  private @Nullable Object left(DatedCell cell, long time, long now) {
    if (!(cell instanceof DatedList)) {
      return null;
    }
    int[] next = {0};
    return cells.without(cell.cell(), object -> end(cell, time, next[0]++) <= now);
  }

  /**
   * Returns the objects that had not expired at an earlier time, even if the cell has been found
   * expired since.
   */
  @Nullable Object leftAt(DatedCell cell, long then) {
    long time = cell.time();
    long access = isAccess && time < 0 ? ~time : time;
    return then < earliest(cell, access) ? cell.cell() : left(cell, access, then);
  }

  /**
   * Renews a cell whose objects expire after the last access. Returns false, and does nothing, if
   * one of them has expired.
   */
  boolean renew(DatedCell cell, long now) {
    while (true) {
      long time = cell.time();
      if (now >= earliest(cell, time)) {
        return false;
      }
      if (time >= now || cell.casTime(time, now)) {
        return true;
      }
    }
  }

  /** Returns the cell without expired objects; the same if none has expired, null if all have. */
  @Nullable DatedCell purged(DatedCell cell, long now) {
    while (true) {
      long time = cell.time();
      if (now < earliest(cell, time)) {
        return cell;
      }
      Object left = left(cell, time, now);
      if (left != null) {
        long[] values = DatedList.newValues(ObjectList.count(left));
        int count = 0;
        for (int i = 0; i < ObjectList.count(cell.cell()); i++) {
          if (end(cell, time, i) > now) {
            values[++count] = value(cell, i);
          }
        }
        return DatedList.of(left, values, isAccess, time);
      }
      if (!isAccess || time < 0 || cell.casTime(time, ~time)) {
        return null;
      }
    }
  }

  // New cells

  /**
   * Returns the value of an object that is written now.
   *
   * @param own its own time to live in nanoseconds, or {@link #NONE}
   * @throws BadArgumentException if the object must hold its time and does not
   */
  private long value(Tuple object, long now, long own) {
    if (isAtElement) {
      return timeIn(object);
    }
    long span = own == NONE ? expiry.nanos() : own;
    return isAccess ? span : plus(now, span);
  }

  private long timeIn(Tuple object) {
    int position = expiry.position();
    Term time = position > object.arity() ? null : object.element(position);
    if (time == INFINITY) {
      return NEVER;
    }
    if (time instanceof IntegerTerm integer) {
      if (integer.fitsLong()) {
        return integer.longValue();
      }
      return integer.bigIntegerValue().signum() < 0 ? Long.MIN_VALUE : NEVER;
    }
    throw BadArgumentException.of(
        2,
        "object",
        object,
        "one whose element " + position + " is a system time in milliseconds, or infinity");
  }

  /**
   * Returns the cell after a write.
   *
   * @param before the cell before, of which no object has expired; null for none
   * @param result the objects after the write, without addition
   * @param own the own time to live of the objects that are new, or {@link #NONE}
   */
  DatedCell written(@Nullable DatedCell before, Object result, long now, long own) {
    int count = ObjectList.count(result);
    long time = isAccess ? accessed(before, now) : 0;
    if (count == 1 && (type.isSet() || before == null)) {
      return single(result, value((Tuple) result, now, own), time);
    }
    if (before instanceof DatedList list
        && result instanceof ObjectList longer
        && before.cell() instanceof ObjectList shorter
        && count == shorter.size() + 1
        && longer.isKnownToExtend(shorter)) {
      return list.append(result, value(longer.get(count - 1), now, own), isAccess, time);
    }
    long[] values = DatedList.newValues(count);
    for (int i = 0; i < count; i++) {
      values[i + 1] = NONE_YET;
    }
    if (before != null) {
      keepValues(before, result, values);
    }
    for (int i = 0; i < count; i++) {
      if (values[i + 1] == NONE_YET) {
        values[i + 1] = value(ObjectList.get(result, i), now, own);
      }
    }
    return DatedList.of(result, values, isAccess, time);
  }

  private static long accessed(@Nullable DatedCell before, long now) {
    return before == null ? now : Math.max(now, before.time());
  }

  private DatedCell single(Object cell, long value, long time) {
    if (!isAccess) {
      return new DatedCell(cell, value);
    }
    if (value == expiry.nanos()) {
      return new DatedCell(cell, time);
    }
    long[] values = DatedList.newValues(1);
    values[1] = value;
    return DatedList.of(cell, values, true, time);
  }

  /**
   * Gives the objects that were there before their values. The objects that stay have their order.
   * Objects at both ends are found first, those between them by a search.
   */
  private void keepValues(DatedCell before, Object result, long[] values) {
    Object old = before.cell();
    int from = 0;
    int oldEnd = ObjectList.count(old);
    int end = ObjectList.count(result);
    boolean isShorter = end < oldEnd;
    // Of equal objects the first ones leave.
    while (isShorter
        && end > 0
        && ObjectList.get(old, oldEnd - 1) == ObjectList.get(result, end - 1)) {
      values[end--] = value(before, --oldEnd);
    }
    while (from < end
        && from < oldEnd
        && ObjectList.get(old, from) == ObjectList.get(result, from)) {
      values[from + 1] = value(before, from);
      from++;
    }
    boolean isSameLength = end == oldEnd;
    int next = from;
    for (int i = from; i < end && next < oldEnd; i++) {
      Tuple object = ObjectList.get(result, i);
      int found = isSameLength ? i : next;
      while (!isSameLength && found < oldEnd && ObjectList.get(old, found) != object) {
        found++;
      }
      if (found < oldEnd && ObjectList.get(old, found) == object) {
        values[i + 1] = value(before, found);
        next = found + 1;
      }
    }
  }

  /**
   * Returns the cell after an insertion of objects that were there already.
   *
   * @param inserted the objects; in a set type those of the key, of which the last one is the cell
   */
  DatedCell rewritten(DatedCell before, Collection<Tuple> inserted, long now, long own) {
    if (type.isSet()) {
      long value = value((Tuple) before.cell(), now, own);
      return single(before.cell(), value, isAccess ? accessed(before, now) : 0);
    }
    int count = ObjectList.count(before.cell());
    long[] values = DatedList.newValues(count);
    for (int i = 0; i < count; i++) {
      Tuple object = ObjectList.get(before.cell(), i);
      values[i + 1] = inserted.contains(object) ? value(object, now, own) : value(before, i);
    }
    return DatedList.of(before.cell(), values, isAccess, isAccess ? accessed(before, now) : 0);
  }

  // Cells that outlast this JVM

  /** {@inheritDoc} A part of a millisecond does not count, so that no object lasts longer. */
  @Override
  public List<Long> ends(Object cell) {
    if (isAtElement) {
      return List.of();
    }
    DatedCell dated = (DatedCell) cell;
    long time = dated.time();
    // In this order: a pause between the two makes no object last longer.
    long nowMillis = expiry.clock().currentTimeMillis();
    long nowNanos = now();
    int count = ObjectList.count(dated.cell());
    List<Long> ends = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long end = end(dated, time, i);
      long left = Math.floorDiv(end - nowNanos, TimeUnit.MILLISECONDS.toNanos(1));
      ends.add(end == NEVER ? NEVER : nowMillis + left);
    }
    return ends;
  }

  @Override
  public boolean areSame(Object cell, Object other) {
    if (isAtElement) {
      return true;
    }
    DatedCell one = (DatedCell) cell;
    DatedCell two = (DatedCell) other;
    int count = ObjectList.count(one.cell());
    boolean areSame = count == ObjectList.count(two.cell());
    for (int i = 0; i < count && areSame; i++) {
      areSame = value(one, i) == value(two, i);
    }
    return areSame;
  }

  @Override
  public @Nullable Object restored(List<Tuple> objects, List<Long> ends) {
    long now = now();
    long nowMillis = expiry.clock().currentTimeMillis();
    long[] values = DatedList.newValues(objects.size());
    int count = 0;
    Object left = null;
    for (int i = 0; i < objects.size(); i++) {
      Tuple object = objects.get(i);
      long end =
          isAtElement || ends.isEmpty()
              ? value(object, now, NONE)
              : endIn(ends.get(i), nowMillis, now);
      if (end > now) {
        left = cells.with(left, object);
        values[++count] = end;
      }
    }
    if (left == null) {
      return null;
    }
    values[0] = count;
    return count == 1 ? new DatedCell(left, values[1]) : DatedList.of(left, values, false, 0);
  }

  /** Returns the end of an object in this JVM. */
  private long endIn(long endMillis, long nowMillis, long now) {
    if (endMillis == NEVER) {
      return NEVER;
    }
    return endMillis <= nowMillis
        ? now
        : plus(now, TimeUnit.MILLISECONDS.toNanos(endMillis - nowMillis));
  }
}
