package org.jets.ets.erl;

import static org.jets.ets.Terms.a;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jets.ets.TableType;
import org.jets.ets.Terms;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;

/** Compares the guaranteed parts of both sides' answers to one sequence. */
final class ModuleAnswers {
  private static final Atom END = a("$end_of_table");

  private static final Set<Term> MACHINE_ITEMS =
      Set.of(a("memory"), a("write_concurrency"), a("decentralized_counters"));

  private final int release;

  /** Places that hold the end of a table on one side and a continuation on the other. */
  private final Set<Integer> unequalPlaces = new HashSet<>();

  ModuleAnswers(int release) {
    this.release = release;
  }

  /**
   * Keys of failed updates with a default. In a fixed table Erlang then treats the key as deleted.
   */
  private final Set<Term> leftKeys = new HashSet<>();

  /** Files that one side may have left behind. */
  private final Set<Term> leftFiles = new HashSet<>();

  /** The files that both sides have written. */
  private final List<Files> files = new ArrayList<>();

  /** A file of the same table as each side writes it. */
  record Files(Binary jets, Binary erlang) {}

  List<Files> files() {
    return files;
  }

  /** The guaranteed parts of both answers. If the sides agree, their texts are equal. */
  record Pair(Term jets, Term erlang) {
    boolean agrees() {
      return jets.equals(erlang);
    }
  }

  Pair compare(ModuleStep step, ModuleRun.Outcome outcome, Term answer) {
    Tuple jets = (Tuple) outcome.answer();
    Tuple erlang = (Tuple) answer;
    boolean isContinued = isContinued(step);
    trackPlace(step, jets, erlang, outcome.type());
    if (!isContinued && isOfNoTable(step, jets, erlang)) {
      leftFiles.add(step.arguments().get(1));
      return new Pair(Atom.OK, Atom.OK);
    }
    if (isContinued) {
      return new Pair(Atom.OK, Atom.OK);
    }
    if (isOk(jets) && isOk(erlang)) {
      if (step.function().equals("$file") && isFile(jets) && isFile(erlang)) {
        files.add(new Files(content(jets), content(erlang)));
        return new Pair(Atom.OK, Atom.OK);
      }
      return new Pair(
          promised(step, outcome, jets.element(2)), promised(step, outcome, erlang.element(2)));
    }
    boolean isKnown =
        ReleaseErrors.isKnown(release, jets, erlang)
            || isLeftKey(step, outcome.type())
            || hasEndedWithItsTable(jets, erlang);
    trackKey(step, jets);
    return isKnown
        ? new Pair(Atom.OK, Atom.OK)
        : new Pair(withoutFailedTexts(jets, erlang), erlang);
  }

  /**
   * Returns whether jets refuses a continuation that Erlang resumes in another table, which has got
   * the name of the first since.
   */
  private static boolean hasEndedWithItsTable(Tuple jets, Tuple erlang) {
    return isOk(erlang)
        && jets.arity() == 5
        && jets.element(5).equals(MapTerm.of(Terms.i(1), a("invalid continuation")));
  }

  private static boolean isFile(Tuple answer) {
    return isOk((Tuple) answer.element(2));
  }

  private static Binary content(Tuple answer) {
    return (Binary) ((Tuple) answer.element(2)).element(2);
  }

  private static boolean isOk(Tuple answer) {
    return answer.element(1) == Atom.OK;
  }

  /**
   * Returns the answer without texts on which Erlang's formatter fails, as it does for some
   * improper lists.
   */
  private static Term withoutFailedTexts(Tuple jets, Tuple erlang) {
    boolean hasFailed = erlang.arity() == 5 && erlang.element(5) == a("failed");
    return hasFailed && jets.arity() == 5 ? jets.with(5, a("failed")) : jets;
  }

  private void trackKey(ModuleStep step, Tuple jets) {
    if (step.function().startsWith("update_") && step.arguments().size() == 4 && !isOk(jets)) {
      leftKeys.add(step.arguments().get(1));
    }
  }

  private boolean isLeftKey(ModuleStep step, TableType type) {
    return type != TableType.ORDERED_SET
        && (step.function().startsWith("next") || step.function().startsWith("prev"))
        && step.arguments().size() == 2
        && leftKeys.contains(step.arguments().get(1));
  }

  /**
   * Returns whether a step saves a table that does not exist, or that the caller may not read. OTP
   * 25 checks the options and the file first, and may leave the file; 29 does not.
   */
  private boolean isOfNoTable(ModuleStep step, Tuple jets, Tuple erlang) {
    boolean isRefused =
        jets.equals(Terms.t("ok", Terms.t("error", "badtab")))
            || (jets.arity() == 5 && jets.element(3).equals(Terms.t("ets", "info", 1)));
    return release < 29
        && step.function().equals("tab2file")
        && isRefused
        && !erlang.equals(Terms.t("ok", "ok"));
  }

  /** Returns whether a step depends on a place or a file that cannot be compared. */
  private boolean isContinued(ModuleStep step) {
    for (Term argument : step.arguments()) {
      if (leftFiles.contains(argument)) {
        return true;
      }
      for (int place : unequalPlaces) {
        if (argument.equals(ModuleStep.place(place))) {
          return true;
        }
      }
    }
    return false;
  }

  private void trackPlace(ModuleStep step, Tuple jets, Tuple erlang, TableType type) {
    if (step.place() == ModuleStep.NO_PLACE || (!isOk(jets) && !isOk(erlang))) {
      return;
    }
    boolean isAlike = isOk(jets) && isOk(erlang) && rest(jets).equals(rest(erlang));
    boolean isContinuation = isOk(jets) && rest(jets).equals(a("continuation"));
    if (isAlike && (!isContinuation || type == TableType.ORDERED_SET) && !isContinued(step)) {
      unequalPlaces.remove(step.place());
    } else {
      unequalPlaces.add(step.place());
    }
  }

  private static Term rest(Tuple ok) {
    return isChunk(ok.element(2)) ? ((Tuple) ok.element(2)).element(2) : END;
  }

  private static boolean isChunk(Term result) {
    return result instanceof Tuple pair
        && pair.arity() == 2
        && (pair.element(2) == END || pair.element(2).equals(a("continuation")));
  }

  private static Term promised(ModuleStep step, ModuleRun.Outcome outcome, Term result) {
    boolean isOrdered = outcome.type() == TableType.ORDERED_SET;
    return switch (step.function()) {
      case "first",
          "last",
          "next",
          "prev",
          "first_lookup",
          "last_lookup",
          "next_lookup",
          "prev_lookup",
          "slot" ->
          isOrdered ? result : Atom.OK;
      case "tab2list", "match_object" ->
          result instanceof ListTerm list && !isOrdered
              ? byKey(list, outcome.keypos())
              : part(result, isOrdered);
      case "select", "select_reverse", "match" ->
          result instanceof ListTerm list && !isOrdered ? sorted(list) : part(result, isOrdered);
      case "$slots" -> isOrdered ? result : byKey((ListTerm) result, outcome.keypos());
      case "$chunks" -> isOrdered ? result : chunks((ListTerm) result);
      case "$mail" -> sorted((ListTerm) result);
      case "info" -> step.arguments().size() == 1 ? info(result) : item(step, result);
      default -> result;
    };
  }

  /**
   * Returns the guaranteed part of a chunk, without a mark of the end. The last chunk need not know
   * that it is the last.
   */
  private static Term part(Term result, boolean isOrdered) {
    if (!isChunk(result)) {
      return result;
    }
    ListTerm results = (ListTerm) ((Tuple) result).element(1);
    return isOrdered ? results : Terms.i(results.size());
  }

  private static ListTerm byKey(ListTerm objects, int keypos) {
    Comparator<Term> order =
        Comparator.comparing(object -> ((Tuple) object).element(keypos), TermOrder.EXACT);
    return ListTerm.of(objects.stream().sorted(order).toList());
  }

  private static ListTerm sorted(ListTerm results) {
    return ListTerm.of(results.stream().sorted(TermOrder.EXACT).toList());
  }

  /** Returns the sizes of the chunks, and all results. */
  private static Term chunks(ListTerm chunks) {
    List<Term> sizes = new ArrayList<>();
    List<Term> results = new ArrayList<>();
    for (Term chunk : chunks) {
      sizes.add(Terms.i(((ListTerm) chunk).size()));
      results.addAll(((ListTerm) chunk).toList());
    }
    return Tuple.of(ListTerm.of(sizes), sorted(ListTerm.of(results)));
  }

  /**
   * Returns whether an item depends on the machine: memory, and options that a runtime system with
   * one scheduler ignores.
   */
  private static boolean dependsOnMachine(Term item) {
    return MACHINE_ITEMS.contains(item);
  }

  private static Term info(Term result) {
    return result instanceof ListTerm pairs
        ? ListTerm.of(
            pairs.stream()
                .map(pair -> dependsOnMachine(((Tuple) pair).element(1)) ? Atom.OK : pair)
                .toList())
        : result;
  }

  private static Term item(ModuleStep step, Term result) {
    if (dependsOnMachine(step.arguments().get(1)) && !result.equals(a("undefined"))) {
      return Atom.OK;
    }
    boolean hasTime = result instanceof Tuple pair && pair.arity() == 2;
    return hasTime ? sorted((ListTerm) ((Tuple) result).element(2)) : result;
  }
}
