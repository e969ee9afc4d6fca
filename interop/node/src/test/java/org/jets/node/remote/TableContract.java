package org.jets.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.Access;
import org.jets.ets.BadArgumentException;
import org.jets.ets.BadMatchSpecException;
import org.jets.ets.CounterOp;
import org.jets.ets.ElementOp;
import org.jets.ets.EtsTable;
import org.jets.ets.KeyRange;
import org.jets.ets.NoSuchKeyException;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.SelectChunk;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.ets.TableTypeException;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * The behaviour of an {@link EtsTable} wherever the table is. One definition runs on a table of
 * this JVM, of another jets node and of live Erlang. Records the methods that it has called.
 */
final class TableContract {
  private static final TableOptions PUBLIC_SET = TableOptions.set().withPublicAccess();

  private final BiFunction<String, TableOptions, EtsTable> maker;
  private final Function<Term, EtsTable> opener;
  private final Pid self;
  private final Set<Method> called = new HashSet<>();

  /**
   * Creates the contract of an implementation.
   *
   * @param maker creates a table, with a name
   * @param opener opens a table, by its identifier
   * @param self the owner of created tables
   */
  TableContract(
      BiFunction<String, TableOptions, EtsTable> maker, Function<Term, EtsTable> opener, Pid self) {
    this.maker = maker;
    this.opener = opener;
    this.self = self;
  }

  /** Runs the whole contract. */
  void verify() {
    for (Access access : Access.values()) {
      TableOptions options = TableOptions.set().withAccess(access);
      lookups(options);
      writes(options);
      counters(options);
      elements(options);
      steps(TableOptions.orderedSet().withAccess(access));
      streams(TableOptions.orderedSet().withAccess(access));
      hashStreams(options);
      searches(TableOptions.orderedSet().withAccess(access));
    }
    bags();
    errors();
    closing();
    wholeTable();
  }

  /** Returns the methods of tables that have not been called. */
  Set<String> uncalled() {
    Set<String> names = new HashSet<>();
    for (Method method : EtsTable.class.getMethods()) {
      if (!Modifier.isStatic(method.getModifiers())
          && !called.contains(method)
          && method.getDeclaringClass() == EtsTable.class) {
        names.add(method.getName() + Arrays.toString(method.getParameterTypes()));
      }
    }
    return names;
  }

  private EtsTable newTable(TableOptions options) {
    return recording(maker.apply("contract", options));
  }

  private EtsTable recording(EtsTable table) {
    return (EtsTable)
        Proxy.newProxyInstance(
            EtsTable.class.getClassLoader(),
            new Class<?>[] {EtsTable.class},
            (proxy, method, arguments) -> {
              called.add(method);
              try {
                return method.invoke(table, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Term t(String text) {
    return TermParser.parse(text);
  }

  private static MatchSpec spec(String text) {
    return MatchSpec.compile(t(text));
  }

  private static Tuple o(String text) {
    return (Tuple) TermParser.parse(text);
  }

  private static IntegerTerm i(long value) {
    return IntegerTerm.of(value);
  }

  private static List<Tuple> objects(String... texts) {
    return Stream.of(texts).map(TableContract::o).toList();
  }

  private static List<Tuple> squares(int count) {
    List<Tuple> squares = new ArrayList<>();
    for (int n = 1; n <= count; n++) {
      squares.add(Tuple.of(i(n), i((long) n * n)));
    }
    return squares;
  }

  private static void fails(Class<? extends Exception> expected, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(expected);
  }

  private void lookups(TableOptions options) {
    EtsTable table = newTable(options);
    table.insert(o("{1,a,b}"));
    assertThat(table.lookup(i(1))).containsExactly(o("{1,a,b}"));
    assertThat(table.lookup(i(2))).isEmpty();
    table.insert(o("{2,c}"));
    assertThat(table.lookupAll(List.of(i(2), t("none"), i(1), i(2))))
        .containsExactlyElementsOf(objects("{2,c}", "{1,a,b}", "{2,c}"));
    assertThat(table.lookupAll(List.of())).isEmpty();
    table.delete(i(2));
    assertThat(table.member(i(1))).isTrue();
    assertThat(table.member(t("1.0"))).isFalse();
    assertThat(table.lookupElement(i(1), 2)).isEqualTo(t("a"));
    assertThat(table.lookupElement(i(2), 2, t("none"))).isEqualTo(t("none"));
    assertThat(table.lookupElement(i(1), 3, t("none"))).isEqualTo(t("b"));
    fails(NoSuchKeyException.class, () -> table.lookupElement(i(2), 2));
    fails(BadArgumentException.class, () -> table.lookupElement(i(1), 9));
    table.drop();
  }

  private void writes(TableOptions options) {
    EtsTable table = newTable(options);
    table.insert(squares(3));
    table.insert(objects("{4,16}", "{5,25}"));
    assertThat(table.size()).isEqualTo(5);
    assertThat(table.insertNew(o("{5,x}"))).isFalse();
    assertThat(table.insertNew(objects("{6,36}", "{5,x}"))).isFalse();
    assertThat(table.insertNew(objects("{6,36}", "{7,49}"))).isTrue();
    assertThat(table.insertNew(o("{8,64}"))).isTrue();
    table.delete(i(8));
    table.delete(i(8));
    assertThat(table.take(i(7))).containsExactly(o("{7,49}"));
    table.deleteObject(o("{6,x}"));
    table.deleteObject(o("{6,36}"));
    assertThat(table.tab2list()).containsExactlyInAnyOrderElementsOf(squares(5));
    fails(BadArgumentException.class, () -> table.insert(o("{}")));
    fails(BadArgumentException.class, () -> table.insert(objects("{1,x}", "{}")));
    assertThat(table.lookup(i(1))).containsExactly(o("{1,1}"));
    table.initTable(squares(1200).stream());
    assertThat(table.size()).isEqualTo(1200);
    List<Tuple> squares = squares(1200);
    List<Term> roots = squares.stream().map(square -> square.element(1)).toList();
    assertThat(table.lookupAll(roots)).containsExactlyElementsOf(squares);
    table.deleteAllObjects();
    assertThat(table.size()).isZero();
    table.drop();
  }

  private void counters(TableOptions options) {
    EtsTable table = newTable(options);
    table.insert(o("{k,5,1}"));
    assertThat(table.updateCounter(t("k"), 2)).isEqualTo(i(7));
    assertThat(table.updateCounter(t("n"), 1, o("{x,10}"))).isEqualTo(i(11));
    assertThat(table.updateCounter(t("k"), CounterOp.add(3, -4))).isEqualTo(i(-3));
    assertThat(table.updateCounter(t("k"), CounterOp.add(2, 5, 8, 0), o("{x,1}"))).isEqualTo(i(0));
    assertThat(table.updateCounter(t("k"), List.of(CounterOp.add(1), CounterOp.add(3, 3))))
        .containsExactly(i(1), i(0));
    assertThat(table.updateCounter(t("m"), List.of(CounterOp.add(2, 1)), o("{x,1}")))
        .containsExactly(i(2));
    assertThat(table.updateCounter(t("k"), CounterOp.add(3, 7))).isEqualTo(i(7));
    assertThat(table.updateCounter(t("k"), List.of(CounterOp.add(3, 1)), o("{x,1}")))
        .containsExactly(i(8));
    fails(NoSuchKeyException.class, () -> table.updateCounter(t("absent"), 1));
    fails(BadArgumentException.class, () -> table.updateCounter(t("k"), CounterOp.add(1, 1)));
    assertThat(table.lookup(t("k"))).containsExactly(o("{k,1,8}"));
    table.drop();
  }

  private void elements(TableOptions options) {
    EtsTable table = newTable(options);
    table.insert(o("{k,a,b}"));
    assertThat(table.updateElement(t("k"), 2, t("c"))).isTrue();
    assertThat(table.updateElement(t("absent"), 2, t("c"))).isFalse();
    assertThat(table.updateElement(t("k"), List.of(ElementOp.set(3, t("d"))))).isTrue();
    table.updateElement(t("n"), List.of(ElementOp.set(2, t("x"))), o("{q,w}"));
    assertThat(table.updateElement(t("k"), List.of(ElementOp.set(2, t("e"))))).isTrue();
    table.updateElement(t("m"), List.of(ElementOp.set(2, t("y"))), o("{q,w}"));
    assertThat(table.tab2list())
        .containsExactlyInAnyOrderElementsOf(objects("{k,e,d}", "{n,x}", "{m,y}"));
    fails(BadArgumentException.class, () -> table.updateElement(t("k"), 1, t("c")));
    fails(
        BadArgumentException.class,
        () -> table.updateElement(t("o"), List.of(ElementOp.set(9, t("y"))), o("{q,w}")));
    fails(
        BadArgumentException.class,
        () -> table.updateElement(t("o"), List.of(ElementOp.set(2, t("y"))), o("{}")));
    assertThat(table.member(t("o"))).isFalse();
    table.drop();
  }

  private void steps(TableOptions options) {
    EtsTable table = newTable(options);
    assertThat(table.first()).isEmpty();
    assertThat(table.lastLookup()).isEmpty();
    table.insert(squares(4));
    assertThat(table.first()).contains(i(1));
    assertThat(table.last()).contains(i(4));
    assertThat(table.next(i(1))).contains(i(2));
    assertThat(table.next(i(4))).isEmpty();
    assertThat(table.prev(i(1))).isEmpty();
    assertThat(table.firstLookup()).contains(Map.entry(i(1), objects("{1,1}")));
    assertThat(table.lastLookup()).contains(Map.entry(i(4), objects("{4,16}")));
    assertThat(table.nextLookup(t("2.5"))).contains(Map.entry(i(3), objects("{3,9}")));
    assertThat(table.prevLookup(i(3))).contains(Map.entry(i(2), objects("{2,4}")));
    assertThat(table.slot(1)).contains(objects("{2,4}"));
    assertThat(table.slot(4)).isEmpty();
    fails(BadArgumentException.class, () -> table.slot(5));
    table.safeFixtable(true);
    table.safeFixtable(true);
    assertThat(table.info(t("fixed"))).contains(Atom.TRUE);
    table.safeFixtable(false);
    assertThat(table.info(t("fixed"))).contains(Atom.TRUE);
    table.safeFixtable(false);
    assertThat(table.info(t("fixed"))).contains(Atom.FALSE);
    table.drop();
  }

  private void streams(TableOptions options) {
    EtsTable table = newTable(options);
    int count = 1_300;
    List<Tuple> squares = squares(count);
    table.insert(squares);
    assertThat(table.stream()).containsExactlyElementsOf(squares);
    Spliterator<Tuple> all = table.spliterator();
    List<Tuple> seen = new ArrayList<>();
    all.forEachRemaining(seen::add);
    assertThat(seen).isEqualTo(squares);
    assertThat(table.stream(KeyRange.closedOpen(t("10.0"), i(700))))
        .containsExactlyElementsOf(squares.subList(9, 699));
    assertThat(table.stream(KeyRange.open(i(1298), t("a"))))
        .containsExactlyElementsOf(squares.subList(1298, 1300));
    assertThat(table.stream(KeyRange.closed(i(5), i(4)))).isEmpty();
    seen.clear();
    table.spliterator(KeyRange.atMost(i(3))).forEachRemaining(seen::add);
    assertThat(seen).isEqualTo(squares(3));
    assertThat(table.stream(spec("[{{'$1','_'},[{'>','$1',1298}],['$1']}]")))
        .containsExactly(i(1299), i(1300));
    assertThat(table.iterateFrom(t("1290.5")))
        .containsExactlyElementsOf(squares.subList(1290, 1300));
    assertThat(table.iterateBackFrom(i(2))).containsExactly(o("{2,4}"), o("{1,1}"));
    assertThat(table.foldl((object, sum) -> sum + 1, 0)).isEqualTo(count);
    List<Term> keys = new ArrayList<>();
    table.foldr((object, done) -> keys.add(object.element(1)), true);
    assertThat(keys.get(0)).isEqualTo(i(count));
    assertThat(keys).hasSize(count);
    table.drop();
  }

  private void hashStreams(TableOptions options) {
    EtsTable table = newTable(options);
    List<Tuple> squares = squares(1_300);
    table.insert(squares);
    assertThat(table.stream()).containsExactlyInAnyOrderElementsOf(squares);
    try (Stream<Tuple> stream = table.stream()) {
      assertThat(stream.iterator().next()).isIn(squares);
      assertThat(table.info(t("fixed"))).contains(Atom.TRUE);
    }
    assertThat(table.info(t("fixed"))).contains(Atom.FALSE);
    Term first = table.first().orElseThrow();
    assertThat(table.iterateFrom(first)).containsExactlyInAnyOrderElementsOf(squares);
    fails(NoSuchKeyException.class, () -> table.iterateFrom(t("absent")));
    assertThat(table.foldl((object, sum) -> sum + 1, 0)).isEqualTo(1_300);
    assertThat(table.foldr((object, sum) -> sum + 1, 0)).isEqualTo(1_300);
    fails(TableTypeException.class, () -> table.stream(KeyRange.all()));
    fails(NoSuchKeyException.class, () -> table.next(t("absent")));
    assertThat(table.info(t("fixed"))).contains(Atom.FALSE);
    table.drop();
  }

  private void searches(TableOptions options) {
    EtsTable table = newTable(options);
    table.insert(squares(10));
    MatchSpec compiled = spec("[{{'$1','$2'},[{'>','$1',3}],['$2']}]");
    List<Term> expected = List.of(i(16), i(25), i(36), i(49), i(64), i(81), i(100));
    List<Term> reverse = new ArrayList<>(expected);
    Collections.reverse(reverse);
    assertThat(table.select(compiled)).isEqualTo(expected);
    assertThat(table.selectReverse(compiled)).isEqualTo(reverse);
    assertThat(all(table, table.select(compiled, 3))).isEqualTo(expected);
    assertThat(all(table, table.selectReverse(compiled, 2))).isEqualTo(reverse);
    assertThat(table.selectCount(compiled)).isZero();
    assertThat(table.selectCount(spec("[{{'$1','_'},[{'>','$1',3}],[true]}]"))).isEqualTo(7);
    assertThat(table.match(t("{2,'$1'}"))).containsExactly(ListTerm.of(i(4)));
    assertThat(all(table, table.match(t("{'$1','_'}"), 4))).hasSize(10).contains(t("[3]"));
    assertThat(table.matchObject(t("{2,'_'}"))).containsExactly(o("{2,4}"));
    assertThat(all(table, table.matchObject(t("'_'"), 4))).hasSize(10).contains(t("{3,9}"));
    fails(BadArgumentException.class, () -> table.select(compiled, 0));
    fails(BadMatchSpecException.class, () -> table.match(t("{#{'_' => 1}}")));
    assertThat(table.selectReplace(spec("[{{2,'$1'},[],[{{2,{'+','$1',1}}}]}]"))).isEqualTo(1);
    assertThat(table.selectReplace(spec("[{{3,'_'},[],[{const,{3,x}}]}]"))).isEqualTo(1);
    assertThat(table.lookup(i(2))).containsExactly(o("{2,5}"));
    assertThat(table.selectDelete(spec("[{{'$1','_'},[{'<','$1',3}],[true]}]"))).isEqualTo(2);
    assertThat(table.selectDelete(spec("[{{'$1','_'},[{'<','$1',5}],[true]}]"))).isEqualTo(2);
    table.matchDelete(t("{7,'_'}"));
    assertThat(table.size()).isEqualTo(5);
    table.drop();
  }

  private static List<Term> all(EtsTable table, Optional<SelectChunk> first) {
    List<Term> results = new ArrayList<>();
    for (Optional<SelectChunk> chunk = first;
        chunk.isPresent();
        chunk = chunk.get().continuation().flatMap(table::select)) {
      results.addAll(chunk.get().results());
    }
    return results;
  }

  private void bags() {
    EtsTable bag = newTable(TableOptions.bag().withPublicAccess());
    bag.initTable(objects("{k,1}", "{k,2}", "{k,1}", "{l,3}").stream());
    assertThat(bag.lookup(t("k"))).containsExactlyElementsOf(objects("{k,1}", "{k,2}"));
    assertThat(bag.lookupElement(t("k"), 2)).isEqualTo(t("[1,2]"));
    assertThat(bag.lookupAll(List.of(t("l"), t("m"), t("k"))))
        .containsExactlyElementsOf(objects("{l,3}", "{k,1}", "{k,2}"));
    List<Tuple> back = new ArrayList<>();
    bag.foldr((object, done) -> back.add(object), true);
    assertThat(back.indexOf(o("{k,2}"))).isEqualTo(back.indexOf(o("{k,1}")) - 1);
    List<Tuple> there = new ArrayList<>();
    bag.foldl((object, done) -> there.add(object), true);
    assertThat(there.indexOf(o("{k,2}"))).isEqualTo(there.indexOf(o("{k,1}")) + 1);
    fails(TableTypeException.class, () -> bag.updateCounter(t("k"), 1));
    fails(TableTypeException.class, () -> bag.selectReplace(spec("[{'$1',[],['$1']}]")));
    bag.drop();
    EtsTable duplicates = newTable(TableOptions.duplicateBag().withPublicAccess());
    duplicates.insert(o("{k,1}"));
    duplicates.insert(o("{k,1}"));
    assertThat(duplicates.tab2list()).containsExactlyElementsOf(objects("{k,1}", "{k,1}"));
    duplicates.drop();
  }

  private void errors() {
    EtsTable table = newTable(PUBLIC_SET);
    table.drop();
    assertThat(table.exists()).isFalse();
    assertThat(table.info()).isEmpty();
    assertThat(table.info(t("size"))).isEmpty();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            table::size,
            table::name,
            table::drop,
            table::first,
            table::tab2list,
            table::stream,
            table::deleteAllObjects,
            () -> table.lookup(i(1)),
            () -> table.lookupAll(List.of(i(1))),
            () -> table.lookupAll(List.of()),
            () -> table.insert(o("{1}")),
            () -> table.updateCounter(i(1), 1),
            () -> table.select(spec("[]")),
            () -> table.setNoHeir(),
            () -> table.foldl((object, x) -> x, 1),
            () -> table.safeFixtable(true))) {
      fails(NoSuchTableException.class, call);
    }
  }

  /** The handle that created a table deletes it when closed; other handles only end. */
  private void closing() {
    EtsTable made = newTable(PUBLIC_SET);
    EtsTable opened = recording(opener.apply(made.id()));
    opened.close();
    opened.close();
    fails(IllegalStateException.class, () -> opened.lookup(i(1)));
    fails(IllegalStateException.class, () -> opened.lookupAll(List.of(i(1))));
    fails(IllegalStateException.class, opened::size);
    assertThat(made.exists()).isTrue();
    EtsTable left = recording(opener.apply(made.id()));
    made.close();
    made.close();
    fails(IllegalStateException.class, made::size);
    assertThat(left.exists()).isFalse();
    EtsTable dropped = newTable(PUBLIC_SET);
    dropped.drop();
    dropped.close();
  }

  private void wholeTable() {
    EtsTable table = newTable(TableOptions.bag().withKeypos(2).withPublicAccess());
    assertThat(table.type()).isEqualTo(TableType.BAG);
    assertThat(table.keypos()).isEqualTo(2);
    assertThat(table.name()).isEqualTo(Atom.of("contract"));
    assertThat(table.exists()).isTrue();
    assertThat(table.info(t("id"))).contains(table.id());
    assertThat(table.info().orElseThrow()).contains(t("{type,bag}"), t("{keypos,2}"));
    fails(BadArgumentException.class, () -> table.info(t("nonsense")));
    assertThat(table.rename(Atom.of("other"))).isEqualTo(table.id());
    assertThat(table.rename(Atom.of("third"))).isEqualTo(table.id());
    assertThat(table.name()).isEqualTo(Atom.of("third"));
    table.setAccess(Access.PROTECTED);
    assertThat(table.info(t("protection"))).contains(t("protected"));
    table.insert(o("{a,1}"));
    table.setAccess(Access.PRIVATE);
    assertThat(table.lookup(i(1))).containsExactly(o("{a,1}"));
    table.setHeir(self, t("data"));
    assertThat(table.info(t("heir"))).contains(self);
    try {
      table.setHeir(self);
    } catch (BadArgumentException e) {
      // Before OTP 29, an heir needed data.
      assertThat(e.argument()).isEqualTo(2);
    }
    table.setNoHeir();
    assertThat(table.info(t("heir"))).contains(t("none"));
    Owner stranger = new TableSpace().newOwner();
    fails(BadArgumentException.class, () -> table.giveAway(stranger, t("gift")));
    fails(BadArgumentException.class, () -> table.giveAway(stranger.pid(), t("gift")));
    table.drop();
  }
}
