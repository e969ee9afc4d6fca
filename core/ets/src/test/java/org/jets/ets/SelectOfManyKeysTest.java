package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.TermParser;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a call which changes many keys makes all changes in one view of the store. */
class SelectOfManyKeysTest {
  private static final Atom ANY = Atom.of("_");

  private final AtomicInteger views = new AtomicInteger();
  private final AtomicInteger ends = new AtomicInteger();
  private final AtomicInteger changes = new AtomicInteger();

  private static Stream<Consumer<LocalTable>> calls() {
    MatchSpec replacement = MatchSpec.compile(TermParser.parse("[{{'$1', 1}, [], [{{'$1', 2}}]}]"));
    MatchSpec ones = MatchSpec.compile(TermParser.parse("[{{'$1', 1}, [], [true]}]"));
    return Stream.of(
        table -> table.selectDelete(ones),
        table -> table.matchDelete(t(ANY, 1)),
        table -> table.selectReplace(replacement),
        table -> table.selectReplaceReturning(replacement, 100),
        table -> table.selectTake(ones, 100),
        table -> table.takeAll(List.of(i(1), i(2))));
  }

  /** Returns a store that counts its changes, and the views of one call. */
  private TableStore counting(TableStore store, boolean isView) {
    return (TableStore)
        Proxy.newProxyInstance(
            TableStore.class.getClassLoader(),
            new Class<?>[] {TableStore.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "forOneCall" -> {
                  views.incrementAndGet();
                  return counting(store, true);
                }
                case "endCall" -> ends.incrementAndGet();
                case "compute", "remove" -> {
                  assertThat(isView).isTrue();
                  assertThat(ends).hasValue(0);
                  changes.incrementAndGet();
                }
                default -> {}
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @ParameterizedTest
  @MethodSource("calls")
  void call_manyKeys_waitsOnceAtItsEnd(Consumer<LocalTable> call) {
    TableSpace space = new TableSpace();
    Owner owner = space.newOwner();
    TableOptions options = TableOptions.set();
    StoreConfig config = OwnedTable.config(space.newId(), options);
    TableStore store = Stores.newStore(options.backend(), config);
    for (int key = 1; key <= 10; key++) {
      store.put(i(key), t(key, 1));
    }
    TableState state = new TableState(owner, null, Access.PUBLIC, Atom.of("t"));
    OwnedTable table = new OwnedTable(space, options, state, counting(store, false), null, false);
    call.accept(TableHandle.opened(owner, table));

    assertThat(changes).hasValueGreaterThan(1);
    assertThat(views).hasValue(1);
    assertThat(ends).hasValue(1);
  }
}
