package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jets.ets.cell.Cells;
import org.jets.ets.match.MatchContext;
import org.jets.ets.match.MatchSpec;
import org.jets.ets.store.TableStore;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares random calls of what only {@link LocalTable} has, among calls of Erlang's functions,
 * with a plain model, and what objects count for with a recount. The property {@code jets.seed}
 * repeats a run.
 */
class LocalTableModelTest {
  private static final int CALLS = 20_000;
  private static final int CALLS_PER_TABLE = 400;
  private static final int NEWEST = 29;
  private static final int WAYS = 9;

  private static final TableCall ALL = TableCall.of("tab2list");

  private final long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
  private final Random random = new Random(seed);

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void calls_random_giveWhatTheModelGives(Variant variant) {
    for (int done = 0; done < TestScale.count(CALLS); done += CALLS_PER_TABLE) {
      TableSpace space = new TableSpace();
      if (random.nextBoolean()) {
        space.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(Long.MAX_VALUE - 1));
      }
      int keypos = 1 + random.nextInt(2);
      try (Owner owner = space.newOwner()) {
        LocalTable table = owner.newTable("t", variant.options().withKeypos(keypos));
        Twins twins = new Twins(table, random, new ModelTable(variant.type(), keypos));
        for (int n = 0; n < CALLS_PER_TABLE; n++) {
          String call = twins.call();
          String about = "%s, keypos %d, %s, -Djets.seed=%d".formatted(variant, keypos, call, seed);
          twins.check(about);
          checkCounts(space, table, about);
        }
      }
    }
  }

  private static void checkCounts(TableSpace space, LocalTable table, String about) {
    OwnedTable owned = space.find(table.id());
    TableStore store = owned.store();
    store.forEachCell(
        cell ->
            Cells.objects(cell)
                .forEach(object -> assertThat(object.packed()).as(about).isSameAs(object)));
    // The keys that a fixed table remembers count beside the objects.
    if (space.usages() != null && !store.remembersKeys()) {
      assertThat(space.usages().all().objects()).as(about).isEqualTo(table.size());
      assertThat(space.usages().all().bytes())
          .as(about)
          .isEqualTo(owned.planBytes() + Variant.heldBytes(owned));
    }
  }

  /** A table and its model, of which the same calls are made. */
  private static final class Twins {
    private final LocalTable table;
    private final Random random;
    private final ModelTable model;
    private final TableCalls calls;
    private final TableType type;
    private final int keypos;

    Twins(LocalTable table, Random random, ModelTable model) {
      this.table = table;
      this.random = random;
      this.model = model;
      this.type = table.type();
      this.keypos = table.keypos();
      this.calls = new TableCalls(random, type, keypos, NEWEST);
    }

    /** Makes a random call of both, and compares the results. Returns the call. */
    String call() {
      if (random.nextInt(3) == 0) {
        TableCall call = calls.next();
        Term expected = call.promised(model.run(call), type, keypos);
        assertThat(call.promised(call.run(table), type, keypos)).as("%s", call).isEqualTo(expected);
        return call.toString();
      }
      int way = random.nextInt(WAYS);
      return switch (type.isSet() ? way : Math.max(4, way)) {
        case 0 -> compute(key());
        case 1 -> computeIfAbsent(key());
        case 2 -> merge(object(key()));
        case 3 -> replaceIf(key());
        case 4 -> compareInsert(object(key()));
        case 5 -> takeAll();
        case 6 -> selectTake();
        case 7 -> type == TableType.BAG ? takeAll() : selectReplace();
        default -> insertAll();
      };
    }

    void check(String about) {
      assertThat(ALL.promised(ALL.run(table), type, keypos))
          .as(about)
          .isEqualTo(ALL.promised(model.run(ALL), type, keypos));
      assertThat(table.size()).as(about).isEqualTo(objects().size());
    }

    // The model

    private List<Tuple> objects() {
      return tuples(model.run(ALL));
    }

    private List<Tuple> at(Term key) {
      return tuples(model.run(TableCall.of("lookup", key)));
    }

    private Tuple presentAt(Term key) {
      List<Tuple> present = at(key);
      return present.isEmpty() ? null : present.get(0);
    }

    private static List<Tuple> tuples(Term list) {
      return ((ListTerm) list).stream().map(Tuple.class::cast).toList();
    }

    private void put(List<Tuple> objects) {
      model.run(TableCall.of("insert", ListTerm.of(objects)));
    }

    /** Puts other objects in the place of those of a key. */
    private void set(Term key, List<Tuple> objects) {
      model.run(TableCall.of("delete", key));
      put(objects);
    }

    // Arguments

    private Term key() {
      return random.nextInt(8) == 0
          ? t(ListTerm.of(Collections.nCopies(20, i(random.nextInt(2)))), f(1))
          : calls.key();
    }

    /** Returns a key that is the same one for the table, perhaps in another form. */
    private Term formOf(Term key) {
      if (type != TableType.ORDERED_SET || random.nextBoolean()) {
        return key;
      }
      if (key.equals(i(1))) {
        return f(1);
      }
      return key.equals(f(1)) ? i(1) : key;
    }

    private Term value() {
      return switch (random.nextInt(6)) {
        case 0 -> a("x");
        case 1 -> i(1L << 40);
        case 2 -> l(1, f(2));
        case 3 -> IntegerTerm.of(BigInteger.TWO.pow(70));
        default -> i(random.nextInt(3));
      };
    }

    private Tuple object(Term key) {
      Term[] elements = new Term[keypos + random.nextInt(3)];
      for (int n = 0; n < elements.length; n++) {
        elements[n] = n + 1 == keypos ? key : value();
      }
      return Tuple.of(elements);
    }

    private Tuple presentOrOther(Term key) {
      Tuple present = presentAt(key);
      return present == null || random.nextInt(4) == 0 ? object(key) : present;
    }

    private int limit() {
      return random.nextInt(4) == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(5);
    }

    // Calls

    private String compute(Term key) {
      Tuple present = presentAt(key);
      Optional<Tuple> result =
          switch (random.nextInt(4)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.ofNullable(present);
            default -> Optional.of(object(formOf(key)));
          };
      boolean isSame = random.nextBoolean();
      assertThat(
              table.compute(
                  key,
                  object -> {
                    assertThat(object).isEqualTo(Optional.ofNullable(present));
                    return isSame && object.equals(result) ? object : result;
                  }))
          .isEqualTo(result);
      set(key, result.stream().toList());
      return "compute " + key + ", " + result;
    }

    private String computeIfAbsent(Term key) {
      Tuple object = object(formOf(key));
      Tuple present = presentAt(key);
      Tuple expected = present == null ? object : present;
      assertThat(table.computeIfAbsent(key, absent -> object)).isEqualTo(expected);
      set(key, List.of(expected));
      return "computeIfAbsent " + object;
    }

    private String merge(Tuple object) {
      Term key = object.element(keypos);
      Tuple joined = object(formOf(key));
      Tuple present = presentAt(key);
      Tuple expected = present == null ? object : joined;
      assertThat(table.merge(object, (before, added) -> joined)).isEqualTo(expected);
      set(key, List.of(expected));
      return "merge " + object + ", " + joined;
    }

    private String replaceIf(Term key) {
      Tuple present = presentAt(key);
      Tuple expected = presentOrOther(key);
      Tuple object = object(formOf(key));
      boolean isReplaced = expected.equals(present);
      assertThat(table.replaceIf(key, expected, object)).isEqualTo(isReplaced);
      if (isReplaced) {
        set(key, List.of(object));
      }
      return "replaceIf " + key + ", " + expected + ", " + object;
    }

    private String compareInsert(Tuple object) {
      Term key = object.element(keypos);
      List<Tuple> present = at(key);
      List<Tuple> expected = new ArrayList<>(present);
      if (random.nextInt(4) == 0) {
        Collections.shuffle(expected, random);
      }
      if (random.nextInt(4) == 0) {
        expected.add(object(key));
      }
      assertThat(table.compareInsert(expected, object)).isEqualTo(expected.equals(present));
      if (expected.equals(present)) {
        put(List.of(object));
      }
      return "compareInsert " + expected + ", " + object;
    }

    private String takeAll() {
      List<Term> keys = Stream.generate(this::key).limit(random.nextInt(4)).toList();
      List<Tuple> expected = new ArrayList<>();
      for (Term key : keys) {
        expected.addAll(tuples(model.run(TableCall.of("take", key))));
      }
      assertThat(table.takeAll(keys)).isEqualTo(expected);
      return "takeAll " + keys;
    }

    private String insertAll() {
      List<Tuple> objects = new ArrayList<>();
      for (int n = random.nextInt(7); n > 0; n--) {
        objects.add(object(key()));
      }
      int size = 1 + random.nextInt(4);
      assertThat(table.insertAll(objects.stream(), size)).isEqualTo(objects.size());
      put(objects);
      return "insertAll " + objects + ", " + size;
    }

    private MatchSpec taking() {
      Term bound = Tuple.of(a("const"), key());
      String head = keypos == 1 ? "{'$1'}" : "{'_','$1'}";
      String longer = keypos == 1 ? "{'$1','$2'}" : "{'$2','$1'}";
      String text =
          switch (random.nextInt(5)) {
            case 0 -> "[{'_',[],['$_']}]";
            case 1 -> "[{" + head + ",[],['$_']},{" + longer + ",[{is_integer,'$2'}],['$_']}]";
            case 2 -> "[{" + longer + ",[{'=:=','$1'," + bound + "}],['$_']}]";
            case 3 -> "[{" + longer + ",[{'>','$1'," + bound + "}],['$_']}]";
            default -> "[{" + longer + ",[{'==','$1'," + bound + "},{is_integer,'$2'}],['$_']}]";
          };
      return MatchSpec.compile(TermParser.parse(text));
    }

    private String selectTake() {
      MatchSpec spec = taking();
      int limit = limit();
      List<Tuple> matching = new ArrayList<>();
      for (Tuple object : objects()) {
        if (spec.run(object, MatchContext.NONE) != null) {
          matching.add(object);
        }
      }
      List<Term> taken = table.selectTake(spec, limit);
      String about = "selectTake " + spec + ", " + limit;
      assertThat(taken).as(about).hasSize(Math.min(limit, matching.size()));
      if (type == TableType.ORDERED_SET) {
        assertThat(taken).as(about).isEqualTo(matching.subList(0, taken.size()));
      }
      for (Term object : taken) {
        assertThat(matching.remove(object)).as("%s: %s", about, object).isTrue();
        Term key = ((Tuple) object).element(keypos);
        List<Tuple> left = new ArrayList<>(at(key));
        for (Tuple earlier : left.subList(0, left.indexOf(object))) {
          assertThat(spec.run(earlier, MatchContext.NONE)).as("%s: %s", about, earlier).isNull();
        }
        left.remove(object);
        set(key, left);
      }
      return about;
    }

    private String selectReplace() {
      String[] form = keypos == 1 ? new String[] {"'$1','$2'"} : new String[] {"'$2','$1'"};
      String body = form[0].replace("'$2'", "{'+','$2',1}");
      String guard = random.nextBoolean() ? "{'<','$2',3}" : "{is_integer,'$2'}";
      MatchSpec spec =
          MatchSpec.compile(
              TermParser.parse("[{{" + form[0] + "},[" + guard + "],[{{" + body + "}}]}]"));
      int limit = limit();
      List<Tuple> ordered = new ArrayList<>();
      for (Tuple object : objects()) {
        Term result = spec.run(object, MatchContext.NONE);
        if (result != null) {
          ordered.add((Tuple) result);
        }
      }
      List<Tuple> replaced = table.selectReplaceReturning(spec, limit);
      String about = "selectReplaceReturning " + spec + ", " + limit;
      assertThat(replaced).as(about).hasSize(Math.min(limit, ordered.size()));
      if (type == TableType.ORDERED_SET) {
        assertThat(replaced).as(about).isEqualTo(ordered.subList(0, replaced.size()));
      }
      int next = 0;
      while (next < replaced.size()) {
        Term key = replaced.get(next).element(keypos);
        List<Tuple> changed = new ArrayList<>();
        for (Tuple object : at(key)) {
          Term result = spec.run(object, MatchContext.NONE);
          boolean isChanged =
              result != null
                  && next < replaced.size()
                  && replaced.get(next).element(keypos).equals(key);
          if (isChanged) {
            assertThat(replaced.get(next++)).as(about).isEqualTo(result);
          }
          changed.add(isChanged ? Objects.requireNonNull((Tuple) result) : object);
        }
        set(key, changed);
      }
      return about;
    }
  }
}
