package org.jets.ets.erl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jets.ets.Backend;
import org.jets.ets.EtsException;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.TableSpace;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** Runs steps through {@link EtsModule}, with answers like those of the oracle's operation. */
final class ModuleRun implements AutoCloseable {
  private static final Atom END = a("$end_of_table");
  private static final Atom MARK = a("$jets");

  private final Backend backend;
  private final Path folder;
  private final TableSpace space = new TableSpace();
  private final Map<Integer, Owner> processes = new HashMap<>();
  private final Map<Integer, Term> places = new HashMap<>();
  private final Map<Term, Integer> numbers = new HashMap<>();

  /**
   * Makes a run.
   *
   * @param backend the store of tables whose type it supports
   * @param folder the folder for the files of the run
   */
  ModuleRun(Backend backend, Path folder) throws IOException {
    this.backend = backend;
    this.folder = Files.createTempDirectory(folder, "run");
    Files.writeString(this.folder.resolve("text"), "text");
  }

  /** The result of a step, with the type and keypos of its table, if it has one. */
  record Outcome(Term answer, TableType type, int keypos) {}

  Outcome run(ModuleStep step) {
    Owner owner = process(step.process());
    if (step.function().equals("$end")) {
      owner.close();
      processes.remove(step.process());
      return new Outcome(Tuple.of(Atom.OK, Atom.TRUE), TableType.SET, 1);
    }
    List<Term> arguments = step.arguments().stream().map(this::actual).toList();
    EtsTable about = about(owner, step, arguments);
    TableType type = about == null ? TableType.SET : about.type();
    int keypos = about == null ? 1 : about.keypos();
    Term answer = answer(owner, step.function(), arguments);
    Term shown = named(shown(step.function(), answer));
    keep(step.place(), answer);
    return new Outcome(shown, type, keypos);
  }

  private Owner process(int number) {
    Owner owner = processes.get(number);
    if (owner == null) {
      owner = space.newOwner();
      processes.put(number, owner);
      named(owner.pid());
    }
    return owner;
  }

  private static EtsTable about(Owner owner, ModuleStep step, List<Term> arguments) {
    if (arguments.isEmpty()) {
      return null;
    }
    Term table = arguments.get(step.function().equals("$chunks") ? 1 : 0);
    if (table instanceof Tuple continuation && continuation.arity() > 0) {
      table = continuation.element(1);
    }
    try {
      return owner.open(table);
    } catch (EtsException e) {
      return null;
    }
  }

  private Term answer(Owner owner, String function, List<Term> arguments) {
    try {
      return Tuple.of(Atom.OK, result(owner, function, arguments));
    } catch (EtsCallException e) {
      if (function.startsWith("$")) {
        return Tuple.of(Atom.ERROR, e.reason());
      }
      return hasErrorInfo(e.stackEntry())
          ? Tuple.of(
              e.exceptionClass(),
              e.reason(),
              Tuple.of(e.module(), e.function(), IntegerTerm.of(e.arguments().size())),
              e.erlangCause().orElse(a("none")),
              texts(e))
          : Tuple.of(e.exceptionClass(), e.reason(), a("none"), a("none"), MapTerm.of());
    }
  }

  /** Returns whether the error has more than its reason: a location that is not empty. */
  private static boolean hasErrorInfo(Tuple stackEntry) {
    return stackEntry.arity() == 4 && !ListTerm.empty().equals(stackEntry.element(4));
  }

  private static MapTerm texts(EtsCallException error) {
    MapTerm texts = MapTerm.of();
    for (Map.Entry<Integer, String> text : error.argumentTexts().entrySet()) {
      texts = texts.with(IntegerTerm.of(text.getKey()), a(text.getValue()));
    }
    return texts;
  }

  private Term result(Owner owner, String function, List<Term> arguments) {
    return switch (function) {
      case "$mail" -> mail(owner);
      case "$file" -> content((ListTerm) arguments.get(0));
      case "$slots" -> slots(owner, arguments.get(0));
      case "$chunks" ->
          chunks(owner, ((Atom) arguments.get(0)).name(), arguments.subList(1, arguments.size()));
      case "new" -> newTable(owner, arguments);
      default -> EtsModule.apply(owner, a(function), arguments);
    };
  }

  private Term newTable(Owner owner, List<Term> arguments) {
    try {
      TableOptions options = TableOptions.fromTerms(arguments.get(1));
      if (arguments.get(0) instanceof Atom name && backend.supports(options.type())) {
        EtsTable table = owner.newTable(name, options.withBackend(backend));
        return options.isNamed() ? name : table.id();
      }
    } catch (EtsException e) {
      // The module reports this error itself.
    }
    return EtsModule.apply(owner, a("new"), arguments);
  }

  private static Term mail(Owner owner) {
    List<Term> messages = new ArrayList<>();
    owner.pollTransfer().ifPresent(messages::add);
    for (int size = 0; size < messages.size(); ) {
      size = messages.size();
      owner.pollTransfer().ifPresent(messages::add);
    }
    return ListTerm.of(messages);
  }

  private static Term content(ListTerm name) {
    try {
      return Tuple.of(Atom.OK, Binary.of(Files.readAllBytes(Path.of(name.toText().orElseThrow()))));
    } catch (NoSuchFileException e) {
      return Tuple.of(Atom.ERROR, a("enoent"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Term slots(Owner owner, Term table) {
    List<Term> objects = new ArrayList<>();
    for (int slot = 0; ; slot++) {
      Term found = EtsModule.apply(owner, a("slot"), List.of(table, IntegerTerm.of(slot)));
      if (!(found instanceof ListTerm list)) {
        return ListTerm.of(objects);
      }
      objects.addAll(list.toList());
    }
  }

  private static Term chunks(Owner owner, String function, List<Term> arguments) {
    List<Term> chunks = new ArrayList<>();
    Term chunk = EtsModule.apply(owner, a(function), arguments);
    while (chunk instanceof Tuple pair) {
      chunks.add(pair.element(1));
      chunk = EtsModule.apply(owner, a("select"), List.of(pair.element(2)));
    }
    return ListTerm.of(chunks);
  }

  private static boolean isChunk(String function, Term result) {
    return switch (function) {
      case "match", "match_object", "select", "select_reverse" ->
          result instanceof Tuple pair && pair.element(1) instanceof ListTerm;
      default -> false;
    };
  }

  private Term shown(String function, Term answer) {
    Tuple tuple = (Tuple) answer;
    if (tuple.element(1) != Atom.OK) {
      return answer;
    }
    Term result = tuple.element(2);
    if (isChunk(function, result)) {
      Tuple chunk = (Tuple) result;
      Term rest = chunk.element(2) == END ? END : a("continuation");
      return Tuple.of(Atom.OK, Tuple.of(chunk.element(1), rest));
    }
    if (function.equals("repair_continuation") && result instanceof Tuple) {
      return Tuple.of(Atom.OK, a("continuation"));
    }
    if (function.equals("all")) {
      List<Term> known =
          ((ListTerm) result)
              .stream()
                  .filter(table -> table instanceof Atom || numbers.containsKey(table))
                  .map(this::named)
                  .sorted(TermOrder.EXACT)
                  .toList();
      return Tuple.of(Atom.OK, ListTerm.of(known));
    }
    return answer;
  }

  private void keep(int place, Term answer) {
    Tuple tuple = (Tuple) answer;
    if (place == ModuleStep.NO_PLACE || tuple.element(1) != Atom.OK) {
      return;
    }
    Term result = tuple.element(2);
    boolean hasSecond =
        result instanceof Tuple pair
            && pair.arity() == 2
            && (pair.element(1) == Atom.OK || pair.element(1) instanceof ListTerm);
    places.put(place, hasSecond ? ((Tuple) result).element(2) : result);
  }

  private Term actual(Term term) {
    if (term instanceof Tuple tuple) {
      if (tuple.arity() == 3
          && tuple.element(1) == MARK
          && tuple.element(3) instanceof IntegerTerm number) {
        return switch (((Atom) tuple.element(2)).name()) {
          case "pid" -> process(number.intValue()).pid();
          case "file" -> ListTerm.ofText(folder + file(number.intValue()));
          default -> places.getOrDefault(number.intValue(), a("nothing"));
        };
      }
      return Tuple.of(tuple.stream().map(this::actual).toArray(Term[]::new));
    }
    return term instanceof ListTerm list && !list.isEmpty()
        ? ListTerm.improper(list.stream().map(this::actual).toList(), actual(list.lastTail()))
        : term;
  }

  private static String file(int number) {
    return switch (number) {
      case ModuleStep.FOLDER -> "";
      case ModuleStep.IN_NO_FOLDER -> "/missing/file";
      case ModuleStep.BELOW_A_FILE -> "/text/file";
      case ModuleStep.TEXT -> "/text";
      default -> "/" + number;
    };
  }

  private Term named(Term term) {
    if (term instanceof Pid || term instanceof Reference) {
      int number = numbers.computeIfAbsent(term, unused -> numbers.size());
      return ModuleStep.shown(term instanceof Pid ? "pid" : "ref", number);
    }
    if (term instanceof Tuple tuple) {
      return Tuple.of(tuple.stream().map(this::named).toArray(Term[]::new));
    }
    if (!(term instanceof ListTerm list) || list.isEmpty()) {
      return term;
    }
    String text = list.toText().orElse("");
    return text.startsWith(folder.toString())
        ? Tuple.of(MARK, a("file"), ListTerm.ofText(text.substring(folder.toString().length())))
        : ListTerm.improper(list.stream().map(this::named).toList(), named(list.lastTail()));
  }

  @Override
  public void close() {
    processes.values().forEach(Owner::close);
    for (File file : folder.toFile().listFiles()) {
      assertThat(file.delete()).isTrue();
    }
    assertThat(folder.toFile().delete()).isTrue();
  }
}
