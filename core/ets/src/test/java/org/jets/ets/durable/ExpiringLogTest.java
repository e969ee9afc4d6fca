package org.jets.ets.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.TableLogException;
import org.jets.ets.TableType;
import org.jets.ets.Variant;
import org.jets.ets.expiry.ExpiringStore;
import org.jets.ets.expiry.Lifetimes;
import org.jets.ets.limit.Expiry;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.ets.limit.TableClock;
import org.jets.ets.log.SyncMode;
import org.jets.ets.store.Concurrency;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a log that fails, or waits for the disk, while objects of its table expire. */
class ExpiringLogTest {
  private static final Duration TTL = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong();
  private final ForgetfulFiles files = new ForgetfulFiles(new Random(1));

  private ExpiringStore open(Variant variant) throws IOException {
    TableClock clock =
        new TableClock() {
          @Override
          public long nanoTime() {
            return nanos.get();
          }

          @Override
          public long currentTimeMillis() {
            return nanos.get() / 1_000_000;
          }
        };
    StoreConfig config =
        new StoreConfig(Reference.of(Atom.of("n"), 0, 1), variant.type(), 1, Concurrency.UNNAMED);
    TableStore plain = variant.restlessStore(config);
    Lifetimes lives =
        new Lifetimes(Expiry.of(Kind.AFTER_WRITE, TTL).withClock(clock), variant.type());
    DurableStore durable =
        DurableStore.open(
            files, Atom.of("table"), plain, LogOptions.defaults().withSync(SyncMode.each()), lives);
    ExpiringStore store =
        new ExpiringStore(durable.store(), lives, table -> variant.restlessStore(config));
    store.linkAll();
    return store;
  }

  private static Tuple object(long key) {
    return Tuple.of(IntegerTerm.of(key), Atom.of("v"));
  }

  private static void put(TableStore store, long key) {
    store.put(IntegerTerm.of(key), object(key));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void read_failedLogAndExpiredObjects_goesOn(Variant variant) throws IOException {
    ExpiringStore store = open(variant);
    put(store, 1);
    put(store, 2);
    nanos.addAndGet(TTL.toNanos() / 2);
    put(store, 3);
    files.limitSpace(0);
    assertThatThrownBy(() -> put(store, 4)).isInstanceOf(TableLogException.class);
    assertThatThrownBy(() -> put(store, 1)).isInstanceOf(TableLogException.class);

    nanos.addAndGet(TTL.toNanos() / 2);
    assertThat(store.get(IntegerTerm.of(1))).isNull();
    Term first = store.firstKey();
    if (variant.type() == TableType.ORDERED_SET) {
      assertThat(first).isEqualTo(IntegerTerm.of(3));
    }
    while (store.sweep(100)) {}
    assertThat(store.get(IntegerTerm.of(3))).isNotNull();
    nanos.addAndGet(TTL.toNanos());
    while (store.sweep(100)) {}
    assertThat(store.size()).isZero();
    assertThat(store.firstKey()).isNull();
    assertThatThrownBy(store::close).isInstanceOf(TableLogException.class);
  }

  /** Each removal would wait for the disk if it had a record. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void sweep_forcesNothing(Variant variant) throws IOException {
    ExpiringStore store = open(variant);
    for (int key = 0; key < 20; key++) {
      put(store, key);
    }
    int forces = files.forces();
    nanos.addAndGet(2 * TTL.toNanos());
    while (store.sweep(3)) {}
    assertThat(store.size()).isZero();
    assertThat(files.forces()).isEqualTo(forces);
    store.close();
    assertThat(open(variant).size()).isZero();
  }
}
