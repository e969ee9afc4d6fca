package org.jets.ets;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jets.collections.ContentionAdaptingOptions;
import org.jets.ets.cell.CellBytes;
import org.jets.ets.store.ContentionAdaptingStore;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;

/**
 * A type of table on a store that supports it. Tests run on all variants, so that a new store needs
 * no test of its own.
 */
public record Variant(TableType type, Backend backend) {
  /** A time after which no test runs any more. */
  private static final Duration FAR = Duration.ofDays(10_000);

  /**
   * Returns whether all tables of variants have objects that can expire, but never do: {@code
   * -Djets.expiry=far}.
   */
  static boolean hasFarExpiry() {
    return "far".equals(System.getProperty("jets.expiry"));
  }

  public static Stream<Variant> all() {
    return Arrays.stream(TableType.values()).flatMap(Variant::of);
  }

  public static Stream<Variant> of(TableType type) {
    return Arrays.stream(Backend.values())
        .filter(backend -> backend.supports(type))
        .map(backend -> new Variant(type, backend));
  }

  public static Stream<Variant> sets() {
    return all().filter(variant -> variant.type().isSet());
  }

  public static Stream<Variant> hashSets() {
    return of(TableType.SET);
  }

  public static Stream<Variant> orderedSets() {
    return of(TableType.ORDERED_SET);
  }

  public static Stream<Variant> bags() {
    return of(TableType.BAG);
  }

  public static Stream<Variant> duplicateBags() {
    return of(TableType.DUPLICATE_BAG);
  }

  public static Stream<Variant> bothBags() {
    return Stream.concat(bags(), duplicateBags());
  }

  public TableOptions options() {
    TableOptions options = TableOptions.of(type).withBackend(backend);
    return hasFarExpiry() ? options.withExpiryAfterWrite(FAR) : options;
  }

  /** Returns the bytes of a table's cells as its map holds them, which quotas count. */
  static long heldBytes(OwnedTable table) {
    CellBytes cellBytes = Stores.newStore(table.options().backend(), table.config()).cellBytes();
    long[] bytes = {0};
    table.store().heldCells().forEachRemaining(cell -> bytes[0] += cellBytes.of(cell));
    return bytes[0];
  }

  /**
   * Returns an empty store that changes its shape as often as possible. An operation that waits
   * once for a lock splits a tree, and one that does not wait joins it.
   */
  public TableStore restlessStore(StoreConfig config) {
    return backend == Backend.CA_TREE
        ? new ContentionAdaptingStore(config, ContentionAdaptingOptions.defaults().withLimits(0, 0))
        : Stores.newStore(backend, config);
  }

  /** Returns whether the store is no default of any table, and its map is from another library. */
  public boolean isOfOthers() {
    return switch (backend) {
      case CONCURRENT_HASH_MAP, NON_BLOCKING_HASH_MAP, SKIP_LIST -> true;
      default -> false;
    };
  }

  /** Returns whether keys have a lasting order, which no change of the table affects. */
  public boolean hasLastingOrder() {
    return backend == Backend.SPLIT_ORDERED || backend == Backend.STRIPED;
  }

  /** Returns whether a write copies the few keys that are stored together with its own. */
  public boolean copiesToWrite() {
    return hasLastingOrder() || backend == Backend.LOCK_FREE_TREE;
  }

  @Override
  public String toString() {
    return type.term().name() + " on " + backend;
  }
}
