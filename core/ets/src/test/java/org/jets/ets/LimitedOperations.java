package org.jets.ets;

import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Tuple;

/** The operations of sets whose objects may be refused, evicted or expire. */
@Param(name = "key", gen = IntGen.class, conf = "1:3")
@Param(name = "value", gen = IntGen.class, conf = "1:3")
public abstract class LimitedOperations extends SharedTable {
  /** The result of an operation whose object is refused. */
  static final int REFUSED = -1;

  /** The result of an update of an absent object. */
  static final int NO_SUCH_KEY = -2;

  private static final Tuple[][] OBJECTS = new Tuple[4][4];

  static {
    for (int key = 0; key < OBJECTS.length; key++) {
      for (int value = 0; value < OBJECTS.length; value++) {
        OBJECTS[key][value] = Terms.t(key, value, 0);
      }
    }
  }

  private static Tuple plain(int key, int value) {
    return OBJECTS[key][value];
  }

  @Operation
  public int insert(@Param(name = "key") int key, @Param(name = "value") int value) {
    try {
      table.insert(plain(key, value));
      return 0;
    } catch (SystemLimitException e) {
      return REFUSED;
    }
  }

  @Operation
  public int insertNew(@Param(name = "key") int key, @Param(name = "value") int value) {
    try {
      return table.insertNew(plain(key, value)) ? 1 : 0;
    } catch (SystemLimitException e) {
      return REFUSED;
    }
  }

  /** Inserts this key and the next one, at one moment. */
  @Operation
  public int insertBoth(@Param(name = "key") int key, @Param(name = "value") int value) {
    try {
      table.insert(List.of(plain(key, value), plain(other(key), value)));
      return 0;
    } catch (SystemLimitException e) {
      return REFUSED;
    }
  }

  /** Returns the other key of {@link #insertBoth}. */
  static int other(int key) {
    return key % 3 + 1;
  }

  @Operation
  public int updateCounter(@Param(name = "key") int key) {
    try {
      return table.updateCounter(k(key), 1).intValue();
    } catch (NoSuchKeyException e) {
      return NO_SUCH_KEY;
    }
  }

  @Operation
  public boolean replaceIf(@Param(name = "key") int key, @Param(name = "value") int expected) {
    return table.replaceIf(k(key), plain(key, expected), plain(key, 4 - expected));
  }

  @Operation
  public int lookup(@Param(name = "key") int key) {
    return value(table.lookup(k(key)));
  }

  @Operation
  public int take(@Param(name = "key") int key) {
    return value(table.take(k(key)));
  }

  @Operation
  public void delete(@Param(name = "key") int key) {
    table.delete(k(key));
  }

  @Operation
  public void deleteAllObjects() {
    table.deleteAllObjects();
  }

  /** Returns the number of objects, after a check that it is the size. */
  final int count() {
    int count = 0;
    for (int key = 1; key <= 3; key++) {
      count += table.lookup(k(key)).size();
    }
    check(table.size() == count, "size: " + table.size() + " (expected: " + count + ")");
    return count;
  }

  static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalStateException(message);
    }
  }

  /** Objects of a table that refuses the third. */
  public static final class RejectingOperations extends LimitedOperations {
    static final int MOST = 2;

    /** Checks also that nothing else is counted, and all of it. */
    @Override
    void checkAtRest() {
      int count = count();
      check(count <= MOST, "objects: " + count);
      table.deleteAllObjects();
      for (int key = 1; key <= MOST; key++) {
        check(insert(key, 1) == 0, "refused as number " + key);
      }
      check(insert(MOST + 1, 1) == REFUSED, "not refused");
    }
  }

  /** Objects of a table that evicts from the third on. */
  public static final class EvictingOperations extends LimitedOperations {
    static final int MOST = 2;

    @Override
    void checkAtRest() {
      int count = count();
      check(count <= MOST, "objects: " + count);
      table.deleteAllObjects();
      for (int key = 1; key <= MOST; key++) {
        insert(key, 1);
        check(count() == key, "evicted below the bound");
      }
    }
  }

  /** Objects that expire. */
  public static class ExpiringOperations extends LimitedOperations {
    /** The milliseconds in a unit of time. */
    static volatile int unitMillis = 1;

    /** The units that an object lives. */
    static final int LIFE = 2;

    private static final long DAY = 24 * 3600 * 1000;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    @Operation
    public void advance(@Param(gen = IntGen.class, conf = "1:2") int units) {
      clock.advanceMillis((long) units * unitMillis);
    }

    /** Checks that each object is found when it has expired, and removed. */
    @Override
    void checkAtRest() {
      clock.advanceMillis(DAY);
      ExpiringStore store = (ExpiringStore) ((TableHandle) table).table().store();
      long begin = System.nanoTime();
      while (store.sweep(1_000) || table.size() > 0) {
        // The background may be about to remove an object that it has taken.
        check(System.nanoTime() - begin < PATIENCE_NANOS, "size: " + table.size());
      }
      check(count() == 0, "objects that expire late");
    }
  }

  /** Objects that expire after the last access. */
  public static final class AccessedOperations extends ExpiringOperations {}

  /** Returns the value of the object found; 0 for none. */
  private static int value(List<Tuple> found) {
    return found.isEmpty() ? 0 : ((IntegerTerm) found.get(0).element(2)).intValue();
  }
}
