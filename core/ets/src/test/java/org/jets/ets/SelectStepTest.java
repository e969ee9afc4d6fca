package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;
import org.jets.terms.Reference;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that searches that change a table match and change the objects of a key in one step of the
 * store. A step sees changes that another thread makes just before it, and no thread sees half of a
 * step. The test's own thread plays the other one, right before and after each step of the store.
 * So each store is tested with all relevant interleavings, deterministically.
 */
class SelectStepTest {
  private static final Set<String> CHANGES =
      Set.of("put", "putIfAbsent", "remove", "compute", "insertAll", "clear");

  private static final Reference ID = Reference.of(a("node"), 0, 1);

  /** Specifications that scan, look a key up, and walk a range: all ways to a key. */
  private static final List<MatchSpec> SMALL =
      List.of(
          spec("[{{'_','$1'},[{'<','$1',5}],[true]}]"),
          spec("[{{1,'$1'},[{'<','$1',5}],[true]}]"),
          spec("[{{'$1','$2'},[{'>=','$1',1},{'<','$2',5}],[true]}]"));

  private static final List<MatchSpec> ADD_ONE =
      List.of(
          spec("[{{'$1','$2'},[{'<','$2',5}],[{{'$1',{'+','$2',1}}}]}]"),
          spec("[{{'$1','$2'},[{'==','$1',1},{'<','$2',5}],[{{'$1',{'+','$2',1}}}]}]"));

  private final Owner owner = new TableSpace().newOwner();

  @AfterEach
  void end() {
    owner.close();
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(TermParser.parse(text));
  }

  /** A table that two threads use. The test's own thread plays both. */
  private final class Shared {
    /** The table as the other thread uses it. */
    final EtsTable other;

    private final Variant variant;
    private final TableStore store;

    Shared(Variant variant, Tuple... objects) {
      this.variant = variant;
      this.store = Stores.newStore(variant.backend(), OwnedTable.config(ID, variant.options()));
      this.other = table(store);
      other.insert(List.of(objects));
    }

    private EtsTable table(TableStore of) {
      TableState state = new TableState(owner, null, Access.PUBLIC, a("t"));
      return TableHandle.opened(
          owner, new OwnedTable(owner.space(), variant.options(), state, of, null, false));
    }

    List<Tuple> objects() {
      return other.lookup(i(1));
    }

    void replaceAll(Tuple... objects) {
      other.delete(i(1));
      other.insert(List.of(objects));
    }

    /** Returns the table; right before its steps, the other thread performs an action. */
    EtsTable after(Runnable action) {
      return interrupted(action, () -> {});
    }

    /**
     * Returns the objects that the other thread sees right before and after the steps of a call.
     */
    Set<String> seenDuring(Consumer<EtsTable> call) {
      Set<String> seen = new TreeSet<>();
      Runnable look = () -> seen.add(objects().toString());
      call.accept(interrupted(look, look));
      return seen;
    }

    private EtsTable interrupted(Runnable before, Runnable after) {
      return table(
          (TableStore)
              Proxy.newProxyInstance(
                  TableStore.class.getClassLoader(),
                  new Class<?>[] {TableStore.class},
                  (proxy, method, arguments) -> {
                    boolean isChange = CHANGES.contains(method.getName());
                    if (isChange) {
                      before.run();
                    }
                    if (method.getName().equals("forOneCall")) {
                      return proxy;
                    }
                    Object result = call(store, method, arguments);
                    if (isChange) {
                      after.run();
                    }
                    return result;
                  }));
    }
  }

  private static Object call(TableStore store, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(store, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectDelete_objectChangesBeforeTheStep_stays(Variant variant) {
    for (MatchSpec small : SMALL) {
      Shared shared = new Shared(variant, t(1, 1));
      EtsTable table = shared.after(() -> shared.replaceAll(t(1, 7)));
      assertThat(table.selectDelete(small)).isZero();
      assertThat(shared.objects()).containsExactly(t(1, 7));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void selectDelete_keyGoesBeforeTheStep_isNotCounted(Variant variant) {
    for (MatchSpec small : SMALL) {
      Shared shared = new Shared(variant, t(1, 1));
      EtsTable table = shared.after(() -> shared.other.delete(i(1)));
      assertThat(table.selectDelete(small)).isZero();
      assertThat(shared.other.size()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void selectDelete_objectComesBeforeTheStep_goesWithTheOthers(Variant bag) {
    for (MatchSpec small : SMALL) {
      Shared shared = new Shared(bag, t(1, 1));
      EtsTable table = shared.after(() -> shared.replaceAll(t(1, 7), t(1, 1), t(1, 2)));
      assertThat(table.selectDelete(small)).isEqualTo(2);
      assertThat(shared.objects()).containsExactly(t(1, 7));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void selectDelete_objectsOfOneKey_goAtOneMoment(Variant bag) {
    for (MatchSpec small : SMALL) {
      Shared shared = new Shared(bag, t(1, 1), t(1, 7), t(1, 2), t(1, 3));
      assertThat(shared.seenDuring(table -> assertThat(table.selectDelete(small)).isEqualTo(3)))
          .containsExactlyInAnyOrder("[{1,1}, {1,7}, {1,2}, {1,3}]", "[{1,7}]");
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void matchDelete_objectsOfOneKey_goAtOneMoment(Variant bag) {
    Shared shared = new Shared(bag, t(1, 1), t(1, 2));
    assertThat(shared.seenDuring(table -> table.matchDelete(t(1, "_"))))
        .containsExactlyInAnyOrder("[{1,1}, {1,2}]", "[]");
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void selectReplace_objectChangesBeforeTheStep_isReplacedAsItIsThen(Variant set) {
    for (MatchSpec addOne : ADD_ONE) {
      Shared shared = new Shared(set, t(1, 1));
      EtsTable table = shared.after(() -> shared.other.insert(t(1, 3)));
      assertThat(table.selectReplace(addOne)).isEqualTo(1);
      assertThat(shared.objects()).containsExactly(t(1, 4));
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void selectReplace_keyGoesBeforeTheStep_doesNotComeBack(Variant set) {
    for (MatchSpec addOne : ADD_ONE) {
      Shared shared = new Shared(set, t(1, 1));
      EtsTable table = shared.after(() -> shared.other.delete(i(1)));
      assertThat(table.selectReplace(addOne)).isZero();
      assertThat(shared.other.size()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#duplicateBags")
  void selectReplace_objectsOfOneKey_changeAtOneMoment(Variant bag) {
    for (MatchSpec addOne : ADD_ONE) {
      Shared shared = new Shared(bag, t(1, 1), t(1, 2));
      assertThat(shared.seenDuring(table -> assertThat(table.selectReplace(addOne)).isEqualTo(2)))
          .containsExactlyInAnyOrder("[{1,1}, {1,2}]", "[{1,2}, {1,3}]");
    }
  }
}
