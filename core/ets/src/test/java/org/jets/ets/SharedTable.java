package org.jets.ets;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.List;
import java.util.Optional;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jets.ets.limit.Expiry;
import org.jets.ets.quota.QuotaUsages;
import org.jets.ets.quota.TableMeter;
import org.jets.ets.store.MeteredStore;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A table for Lincheck, its deletion, and its invariants while no thread uses it. There are few
 * keys, so that operations meet. In an ordered_set half of the objects have their keys as floats.
 */
abstract class SharedTable {
  /** The type and store of the tables, in a static field since Lincheck makes the instances. */
  private static volatile Variant variant;

  /** The options of the tables. */
  private static volatile TableOptions options;

  /** Made beforehand, since each step of the operations is traced. */
  private static final IntegerTerm[] KEYS = {i(0), i(1), i(2), i(3)};

  private static final int VALUES = 6;
  private static final Atom TYPE = a("type");
  private static final Owner OWNER = new TableSpace().newOwner();
  private static final Atom NODE = a("node");
  private static final Reference ID = Reference.of(NODE, 0, 1);

  private static Tuple[][] objects = {};

  /** The clock of the table, if its objects expire. */
  final FakeClock clock = new FakeClock();

  /** The table. It is not registered in a space, since that would add many steps. */
  final LocalTable table = newTable(clock);

  /** Sets the type and store for instances made from now on. */
  static void workOn(Variant chosen) {
    workOn(chosen, chosen.options());
  }

  /** As {@link #workOn(Variant)}, with these options, whose clock each table has for itself. */
  static void workOn(Variant chosen, TableOptions chosenOptions) {
    Tuple[][] made = new Tuple[KEYS.length][VALUES];
    for (int key = 0; key < KEYS.length; key++) {
      for (int value = 0; value < VALUES; value++) {
        boolean isReal = chosen.type() == TableType.ORDERED_SET && value % 2 == 0;
        made[key][value] = t(isReal ? f(key) : KEYS[key], value, 0);
      }
    }
    objects = made;
    variant = chosen;
    options = chosenOptions;
  }

  static LocalTable newTable(FakeClock clock) {
    Expiry expiry = options.expiry();
    TableOptions made = expiry == null ? options : options.withExpiry(expiry.withClock(clock));
    TableStore store = variant.restlessStore(OwnedTable.config(ID, made));
    TableMeter meter = null;
    if (made.bounds().rejects()) {
      Quota own = new Quota(1, made.bounds().maxObjects(), Long.MAX_VALUE);
      meter =
          new TableMeter(new QuotaUsages(() -> NODE, Quota.UNLIMITED, Quota.UNLIMITED), NODE, own);
      store = new MeteredStore(store, meter);
    }
    TableState state = new TableState(OWNER, null, Access.PROTECTED, a("t"));
    return TableHandle.opened(
        OWNER, new OwnedTable(OWNER.space(), made, state, store, meter, false));
  }

  static IntegerTerm k(int key) {
    return KEYS[key];
  }

  static Tuple object(int key, int value) {
    return objects[key][value];
  }

  /** The values of a key's objects as the digits of a number. */
  static int values(List<Tuple> found) {
    int digits = 0;
    for (Tuple object : found) {
      digits = 10 * digits + ((IntegerTerm) object.element(2)).intValue();
    }
    return digits;
  }

  /** Returns a number that tells {@code 1} from {@code 1.0}; 0 for none. */
  static int number(Optional<Term> key) {
    if (key.isEmpty()) {
      return 0;
    }
    return key.get() instanceof IntegerTerm number
        ? number.intValue()
        : 10 * Integer.parseInt(key.get().toString().replace(".0", ""));
  }

  // Not in random scenarios, most of which it would end early.

  public void deleteTable() {
    table.drop();
  }

  // Operations that are not linearizable, but fail from the deletion on.

  public void size() {
    table.size();
  }

  public void list() {
    table.tab2list();
  }

  public void ends() {
    table.first();
    table.last();
  }

  public boolean info() {
    return table.info(TYPE).isPresent();
  }

  public boolean exists() {
    return table.exists();
  }

  @Validate
  public final void validate() {
    checkAtRest();
  }

  /** Fails if the table is not as it should be while no thread uses it. */
  void checkAtRest() {
    if (!table.exists()) {
      return;
    }
    long found = 0;
    for (IntegerTerm key : KEYS) {
      found += table.lookup(key).size();
    }
    if (table.size() != found) {
      throw new IllegalStateException(
          "size: " + table.size() + " (expected: " + found + ", as there are objects)");
    }
  }
}
