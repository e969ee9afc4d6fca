package org.jets.ets.erl;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jets.ets.TableCall;
import org.jets.ets.TableCalls;
import org.jets.ets.TableType;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * Random steps of three processes that share three tables, and some that are loaded from files.
 * They call all functions of {@code ets}, with valid and invalid arguments, by owners and others.
 *
 * <p>No file is written twice, since Erlang deletes the old file even if it then fails.
 */
final class ModuleSteps {
  private static final int PROCESSES = 3;
  private static final int TABLES = 3;

  /** The places of a compiled specification, continuations and a pid. */
  private static final int COMPILED = 10;

  private static final int CONTINUATION = 11;
  private static final int PID = 13;

  /** The place of a table from a file. */
  private static final int LOADED = 14;

  private static final Term ALL = l(t(a("_"), l(), l(a("true"))));
  private static final TableType[] TYPES = TableType.values();
  private static final TableType[] SETS = {TableType.SET, TableType.ORDERED_SET};

  private final Random random;
  private final int release;
  private final TableType[] types = new TableType[TABLES];
  private final int[] keypos = new int[TABLES];
  private final int[] makers = new int[TABLES];
  private final TableCalls[] calls = new TableCalls[TABLES];

  private final boolean hasFiles;
  private final boolean hasConcurrentTables;
  private final Deque<ModuleStep> following = new ArrayDeque<>();

  private boolean mayBeFixed;
  private int files;

  ModuleSteps(Random random, int release) {
    this.random = random;
    this.release = release;
    this.hasFiles = oneIn(2);
    this.hasConcurrentTables = oneIn(3);
  }

  List<ModuleStep> sequence(int length) {
    List<ModuleStep> steps = new ArrayList<>(length);
    for (int table = 0; table < TABLES; table++) {
      steps.add(newTable(table));
    }
    while (steps.size() < length) {
      ModuleStep following = this.following.poll();
      steps.add(following == null ? next() : following);
    }
    return steps;
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  @SafeVarargs
  private <T> T anyOf(T... values) {
    return values[random.nextInt(values.length)];
  }

  private int process() {
    return random.nextInt(PROCESSES);
  }

  private ModuleStep newTable(int table) {
    // Old releases load the objects of one key in another order.
    types[table] = anyOf(hasFiles && release < 26 ? SETS : TYPES);
    keypos[table] = 1 + random.nextInt(2);
    calls[table] = new TableCalls(random, types[table], keypos[table], release);
    List<Term> options = new ArrayList<>(List.of(types[table].term(), t("keypos", keypos[table])));
    if (!oneIn(4)) {
      options.add(a(anyOf("public", "public", "public", "protected", "private")));
    }
    for (int n = random.nextInt(3); n > 0; n--) {
      options.add(option());
    }
    Term list = ListTerm.of(options);
    if (oneIn(20)) {
      list = anyOf(a("x"), ListTerm.improper(options, a("x")), l(t("keypos", 0)), l(a("sett")));
    }
    Term name = oneIn(20) ? i(1) : name();
    makers[table] = process();
    return ModuleStep.of(makers[table], "new", name, list).keptAt(table);
  }

  private Term option() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> a("named_table");
      case 2 -> heir();
      case 3 ->
          t("write_concurrency", hasConcurrentTables ? anyOf("true", "false", "auto") : "false");
      case 4 -> t("read_concurrency", anyOf("true", "false"));
      case 5 -> t("decentralized_counters", anyOf("true", "false"));
      case 6 -> a("compressed");
      default -> anyOf(a("set"), a("protected"), t("heir", "x", 1), t("write_concurrency", 1));
    };
  }

  private Term heir() {
    return switch (random.nextInt(release >= 28 ? 4 : 3)) {
      case 0 -> t("heir", "none");
      case 1, 2 -> t("heir", pid(), "inheritance");
      default -> t("heir", pid());
    };
  }

  private Term pid() {
    return oneIn(12) ? ModuleStep.place(PID) : ModuleStep.pid(process());
  }

  private Term name() {
    return a(anyOf("n1", "n2"));
  }

  /** Returns a table, or another term. */
  private Term table(int table) {
    return switch (random.nextInt(40)) {
      case 0 -> a("nosuch");
      case 1 -> anyOf(i(1), ModuleStep.place(COMPILED), Term.of("n1"), t());
      case 2, 3 -> name();
      case 4, 5 -> hasFiles ? ModuleStep.place(LOADED) : ModuleStep.place(table);
      default -> ModuleStep.place(table);
    };
  }

  private ModuleStep next() {
    int n = random.nextInt(TABLES);
    int process = oneIn(4) ? process() : makers[n];
    int kind = random.nextInt(100);
    if (hasFiles && oneIn(50)) {
      return file(process, n);
    }
    if (kind < 60) {
      return kind < 20 ? insert(process, n) : data(process, n);
    }
    return kind < 80 ? search(process, n) : admin(process, n);
  }

  private ModuleStep insert(int process, int n) {
    TableCall call = calls[n].next();
    while (!call.function().equals("insert")) {
      call = calls[n].next();
    }
    return data(process, n, call);
  }

  private ModuleStep data(int process, int n) {
    return data(process, n, calls[n].next());
  }

  private ModuleStep data(int process, int n, TableCall call) {
    List<Term> arguments = new ArrayList<>(call.arguments());
    arguments.add(0, table(n));
    if (release < 29 && call.function().startsWith("update_") && arguments.size() == 4) {
      // A default without the key corrupts the tables of old releases.
      arguments.set(3, arguments.get(3) instanceof Tuple ? t(1, 2, 3) : a("x"));
    }
    if (release < 26 && arguments.get(arguments.size() - 1) instanceof ListTerm objects) {
      arguments.set(arguments.size() - 1, withoutEqualElements(objects));
    }
    mayBeFixed |= call.function().equals("safe_fixtable");
    // In a fixed bag, Erlang's take lowers the size also for objects that were deleted before.
    String function = call.function().equals("take") && mayBeFixed ? "delete" : call.function();
    return new ModuleStep(process, ModuleStep.NO_PLACE, function, arguments);
  }

  /**
   * Returns the list, or the empty one if two objects have an equal element. Old releases order the
   * objects of one key in another way.
   */
  private static Term withoutEqualElements(ListTerm objects) {
    Set<Term> seen = new HashSet<>();
    for (Term object : objects) {
      if (object instanceof Tuple tuple) {
        for (Term element : new HashSet<>(tuple.toList())) {
          if (!seen.add(element)) {
            return l();
          }
        }
      }
    }
    return objects;
  }

  private ModuleStep admin(int process, int n) {
    Term table = table(n);
    return switch (random.nextInt(40)) {
      case 0, 1, 2, 3 -> newTable(n);
      case 4 -> oneIn(2) ? ModuleStep.of(process, "delete", table) : newTable(n);
      case 5, 6, 7 -> ModuleStep.of(process, "rename", table, oneIn(6) ? i(1) : name());
      case 8, 9, 10 ->
          ModuleStep.of(process, "give_away", table, oneIn(6) ? a("x") : pid(), a("gift"));
      case 11, 12, 13 -> ModuleStep.of(process, "setopts", table, settings());
      case 14, 15, 16, 17 -> fix(process, table);
      case 18 -> oneIn(2) ? ModuleStep.of(process, "$end") : newTable(n);
      case 19, 20 -> ModuleStep.of(process, "$mail");
      case 21, 22 -> ModuleStep.of(process, "info", table);
      case 23, 24, 25 -> ModuleStep.of(process, "info", table, item());
      case 26 -> ModuleStep.of(process, "info", table, a("owner")).keptAt(PID);
      case 27 -> ModuleStep.of(process, "whereis", oneIn(5) ? table : name());
      case 28 -> ModuleStep.of(process, "all");
      case 29 -> ModuleStep.of(process, "slot", table, slot(n));
      case 30 -> ModuleStep.of(process, "$slots", ModuleStep.place(n));
      case 31, 32, 33 ->
          release >= 27
              ? step(process, table, n, anyOf("next_lookup", "prev_lookup"))
              : step(process, table, n, anyOf("next", "prev"));
      case 34 ->
          ModuleStep.of(
              process,
              release >= 27 ? anyOf("first_lookup", "last_lookup") : anyOf("first", "last"),
              table);
      case 35 -> ModuleStep.of(process, "delete_all_objects", table);
      case 36 -> ModuleStep.of(process, anyOf("foldl", "foldr"), a("x"), i(0), table);
      case 37 -> ModuleStep.of(process, anyOf("nosuch", "lookup"), table);
      case 38 -> ModuleStep.of(process, anyOf("from_dets", "to_dets"), table, a("nosuch"));
      default -> ModuleStep.of(process, "tab2list", table);
    };
  }

  /** Returns a step that saves a table or reads it back, or one that fails. */
  private ModuleStep file(int process, int n) {
    if (oneIn(3)) {
      return oneIn(2) ? read(process, badFile(true)) : save(process, n, badFile(false));
    }
    Term name = ModuleStep.file(files++);
    following.add(ModuleStep.of(process, "$file", name));
    following.add(read(process, name));
    if (oneIn(2)) {
      following.add(ModuleStep.of(process, "delete", ModuleStep.place(n)));
    }
    following.add(read(oneIn(4) ? process() : process, name));
    following.add(ModuleStep.of(process, "tab2list", ModuleStep.place(LOADED)));
    return save(process, n, name);
  }

  private ModuleStep save(int process, int n, Term name) {
    return oneIn(2)
        ? ModuleStep.of(process, "tab2file", table(n), name)
        : ModuleStep.of(process, "tab2file", table(n), name, saveOptions());
  }

  private ModuleStep read(int process, Term name) {
    return switch (random.nextInt(3)) {
      case 0 -> ModuleStep.of(process, "tabfile_info", name);
      case 1 -> ModuleStep.of(process, "file2tab", name).keptAt(LOADED);
      default -> ModuleStep.of(process, "file2tab", name, loadOptions()).keptAt(LOADED);
    };
  }

  private Term badFile(boolean isRead) {
    return switch (random.nextInt(isRead ? 10 : 8)) {
      case 0, 1 -> ModuleStep.file(ModuleStep.FOLDER);
      case 2 -> ModuleStep.file(ModuleStep.IN_NO_FOLDER);
      case 3, 4 -> ModuleStep.file(ModuleStep.BELOW_A_FILE);
      case 5 -> ModuleStep.file(1_000_000);
      case 6 -> anyOf(i(1), t(), l(), l(-1), l("x", 1.5));
      case 7 -> l(ModuleStep.file(1_000_000), "x", l());
      default -> ModuleStep.file(ModuleStep.TEXT);
    };
  }

  private Term saveOptions() {
    return switch (random.nextInt(10)) {
      case 0 -> l(t("extended_info", l("object_count")));
      case 1 -> l(t("sync", "true"), t("extended_info", l("md5sum")));
      case 2 -> l(t("extended_info", l("md5sum", "object_count")), t("sync", "false"));
      case 3 -> l(t("extended_info", l()));
      case 4 -> l(t("extended_info", l("md5sum", "x")));
      case 5 -> l(t("extended_info", l("md5sum")), t("extended_info", l("object_count")));
      case 6 -> anyOf(l(t("sync", "x")), l(t("sync", 1)), l(t("extended_info", "md5sum")));
      case 7 -> anyOf(l("x"), l(t("verify", "true")), l(t(1, 2, 3)), a("x"), i(1));
      default -> l();
    };
  }

  private Term loadOptions() {
    return switch (random.nextInt(6)) {
      case 0 -> l(t("verify", "false"));
      case 1 -> anyOf(l("x"), l(t("verify", "x")), l(t("nosuch", 1)), a("x"), i(1));
      case 2 -> l(t("verify", "true"), t("verify", "false"));
      default -> l(t("verify", "true"));
    };
  }

  private ModuleStep fix(int process, Term table) {
    mayBeFixed = true;
    return ModuleStep.of(
        process, "safe_fixtable", table, a(anyOf("true", "true", "false", "false", "x")));
  }

  private ModuleStep step(int process, Term table, int n, String function) {
    return ModuleStep.of(process, function, table, calls[n].key());
  }

  private Term settings() {
    return switch (random.nextInt(8)) {
      case 0 -> l();
      case 1 -> t("protection", anyOf("private", "protected", "public", "x"));
      case 2 -> l(heir(), t("protection", "public"));
      case 3 -> anyOf(a("x"), l(heir(), heir()), ListTerm.improper(List.of(heir()), a("x")));
      case 4 -> t("protection", "public");
      default -> heir();
    };
  }

  private Term item() {
    return a(
        anyOf(
            "id",
            "owner",
            "heir",
            "name",
            "size",
            "node",
            "named_table",
            "type",
            "keypos",
            "protection",
            "fixed",
            "safe_fixed",
            "compressed",
            "write_concurrency",
            "memory",
            "read_concurrency",
            "decentralized_counters",
            "nonsense",
            "safe_fixed_monotonic_time"));
  }

  private Term slot(int n) {
    return types[n] == TableType.ORDERED_SET
        ? anyOf(i(0), i(1), i(3), i(-1), a("x"), i(50))
        : anyOf(i(0), i(-1), a("x"), i(1L << 40));
  }

  private ModuleStep search(int process, int n) {
    Term table = table(n);
    return switch (random.nextInt(26)) {
      case 0, 1, 2 -> ModuleStep.of(process, "select", table, spec(n));
      case 3 -> ModuleStep.of(process, "select_reverse", table, spec(n));
      case 4, 5 -> ModuleStep.of(process, "match", table, pattern(n));
      case 6, 7 -> ModuleStep.of(process, "match_object", table, pattern(n));
      case 8 -> ModuleStep.of(process, "select_count", table, trueSpec(n));
      case 9 -> selectDelete(process, table, trueSpec(n));
      case 10 -> matchDelete(process, table, pattern(n));
      case 11, 12, 13 -> ModuleStep.of(process, "select_replace", table, replacement(n));
      case 14, 15 ->
          ModuleStep.of(process, anyOf("select", "select_reverse"), table, spec(n), limit())
              .keptAt(CONTINUATION);
      case 16 ->
          ModuleStep.of(process, anyOf("match", "match_object"), table, pattern(n), limit())
              .keptAt(CONTINUATION);
      case 17, 18 -> ModuleStep.of(process, resuming(), continuation()).keptAt(CONTINUATION);
      case 19 ->
          ModuleStep.of(
              process,
              "$chunks",
              a(anyOf("select", "select_reverse")),
              ModuleStep.place(n),
              spec(n),
              limit());
      case 20 ->
          ModuleStep.of(
              process,
              "$chunks",
              a(anyOf("match", "match_object")),
              ModuleStep.place(n),
              pattern(n),
              limit());
      case 21 -> ModuleStep.of(process, "match_spec_compile", spec(n)).keptAt(COMPILED);
      case 22 ->
          ModuleStep.of(
              process,
              "match_spec_run",
              oneIn(5)
                  ? anyOf(a("x"), ListTerm.improper(List.of(t(1)), t(2)))
                  : l(t(1, 2), t("a", 1), t(1, 1, 1), 7),
              oneIn(6) ? table : ModuleStep.place(COMPILED));
      case 23 -> ModuleStep.of(process, "test_ms", t(1, 2), spec(n));
      case 24 -> ModuleStep.of(process, "is_compiled_ms", anyOf(ModuleStep.place(COMPILED), table));
      default ->
          ModuleStep.of(
              process,
              "repair_continuation",
              anyOf(ModuleStep.place(CONTINUATION), a("$end_of_table"), a("x"), t(1)),
              spec(n));
    };
  }

  private String resuming() {
    return anyOf("select", "select_reverse", "match", "match_object");
  }

  private Term continuation() {
    return oneIn(8)
        ? anyOf(a("x"), t(), t("nosuch", 1), t(1, 2), a("$end_of_table"), t("n1", 1, 2, 3))
        : ModuleStep.place(CONTINUATION);
  }

  private Term limit() {
    return switch (random.nextInt(16)) {
      case 0 -> i(0);
      case 1 -> a("x");
      case 2 -> IntegerTerm.of(BigInteger.TWO.pow(70));
      case 3 -> i(-1);
      default -> i(1 + random.nextInt(4));
    };
  }

  private Term pattern(int n) {
    if (oneIn(8)) {
      return anyOf(a("_"), a("$1"), a("x"), t(), t(MapTerm.of(a("$1"), i(1))), l(1));
    }
    Term[] elements = new Term[keypos[n] + random.nextInt(4)];
    for (int position = 0; position < elements.length; position++) {
      Term literal = position + 1 == keypos[n] ? calls[n].key() : i(random.nextInt(3));
      elements[position] =
          anyOf(a("_"), a("_"), a("$1"), a("$2"), a("$" + (position + 1)), literal);
    }
    return Tuple.of(elements);
  }

  /** Returns a head that certainly binds the first two variables. */
  private Term head(int n) {
    Term[] elements = new Term[2 + random.nextInt(3)];
    for (int position = 0; position < elements.length; position++) {
      elements[position] =
          switch (position) {
            case 0 -> a("$1");
            case 1 -> a("$2");
            default -> anyOf(a("_"), a("$3"), i(1));
          };
    }
    if (oneIn(4)) {
      elements[keypos[n] - 1] = calls[n].key();
      elements[2 - keypos[n]] = oneIn(2) ? a("$1") : a("$2");
    }
    return Tuple.of(elements);
  }

  private Term guard(int n) {
    Term variable = a(oneIn(8) ? "$3" : keypos[n] == 1 ? "$1" : "$2");
    return switch (random.nextInt(8)) {
      case 0 -> t(anyOf(">", "<", ">=", "=<"), variable, constant(calls[n].key()));
      case 1 -> t(anyOf("==", "=:=", "/="), variable, constant(calls[n].key()));
      case 2 -> t(anyOf("is_integer", "is_atom", "is_float", "is_tuple"), variable);
      case 3 -> t("andalso", t(">=", variable, 1), t("<", variable, 3));
      case 4 -> t("orelse", t("==", variable, 1), t("==", variable, constant(calls[n].key())));
      case 5 -> t("==", t("element", 1, a("$_")), 1);
      case 6 -> t("==", a("$1"), a("$2"));
      default -> anyOf(a("true"), a("x"), t("nosuch", variable), t("self"));
    };
  }

  private static Term constant(Term term) {
    return t("const", term);
  }

  private Term guards(int n) {
    List<Term> guards = new ArrayList<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      guards.add(guard(n));
    }
    return ListTerm.of(guards);
  }

  private Term body() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> a("$_");
      case 3 -> a("$$");
      case 4 -> a("$1");
      case 5 -> t(t(a("$2"), a("$1")));
      case 6 -> l(a("$1"), a("$2"));
      case 7 -> t("+", a("$2"), 1);
      case 8 -> t("hd", a("$1"));
      default -> anyOf(a("$3"), t("self"), t("node"), a("x"), t("nosuch"));
    };
  }

  private Term spec(int n) {
    if (oneIn(12)) {
      return anyOf(a("x"), l(), l(t(1, 2)), l(t(a("$1"), l(), l())), l(t(a("_"), l(), a("x"))));
    }
    List<Term> clauses = new ArrayList<>();
    for (int count = 1 + random.nextInt(2); count > 0; count--) {
      clauses.add(t(oneIn(3) ? a("$1") : head(n), guards(n), l(body())));
    }
    return ListTerm.of(clauses);
  }

  private ModuleStep selectDelete(int process, Term table, Term spec) {
    // In a fixed table with decentralized counters, Erlang's answer also counts objects that were
    // deleted before.
    if (mayBeFixed && spec.equals(ALL)) {
      return matchDelete(process, table, a("_"));
    }
    return ModuleStep.of(process, forgetsKeys() ? "select_count" : "select_delete", table, spec);
  }

  private ModuleStep matchDelete(int process, Term table, Term pattern) {
    String function = forgetsKeys() ? "match_object" : "match_delete";
    return ModuleStep.of(process, function, table, pattern);
  }

  /**
   * Returns whether Erlang may forget the keys that a search deletes although the table is fixed.
   * It does if the table is protected and has write_concurrency.
   */
  private boolean forgetsKeys() {
    return mayBeFixed && hasConcurrentTables;
  }

  private Term trueSpec(int n) {
    return switch (random.nextInt(10)) {
      case 0 -> ALL;
      case 1 -> spec(n);
      default -> l(t(head(n), guards(n), l(a("true"))));
    };
  }

  /** Returns a specification for {@code select_replace}, which may or may not keep the key. */
  private Term replacement(int n) {
    Term key = oneIn(10) ? a("$2") : a("$1");
    // A sum that fails makes 'EXIT' of the value. Erlang takes an object {'EXIT',_} for a failure
    // when it verifies a file.
    boolean mayFail = !hasFiles || keypos[n] == 1;
    Term value = anyOf(i(7), a("$2"), mayFail ? t("+", a("$2"), 1) : i(8), f(2.5));
    Term head = keypos[n] == 1 ? t(a("$1"), a("$2")) : t(a("$2"), a("$1"));
    Term object = keypos[n] == 1 ? t(t(key, value)) : t(t(value, key));
    return switch (random.nextInt(8)) {
      case 0 -> l(t(head(n), guards(n), l(a("$_"))));
      case 1 -> spec(n);
      case 2 -> l(t(a("$1"), l(), l(object)));
      default -> l(t(head, guards(n), l(object)));
    };
  }
}
