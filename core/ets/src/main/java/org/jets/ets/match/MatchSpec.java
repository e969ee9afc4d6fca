package org.jets.ets.match;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A compiled match specification: a program that says of an object whether it is wanted, and what
 * is wanted of it.
 *
 * <p>It is a list of clauses {@code {Head, [Guard], [Body]}}. The first clause whose head matches
 * the object and whose guards all yield {@code true} decides: the value of the last expression of
 * its body is the result. {@link #compile} takes the terms that {@code ets:select} takes, and
 * {@link Match} writes the same in Java. The functions and their errors are those of OTP 29.
 *
 * <p><b>Differences from Erlang.</b> A list in a guard or body can have any number of elements,
 * where Erlang counts each as a level of nesting. A {@code '$N'} with an N beyond 2147483647, which
 * Erlang takes for another number, is an atom like any other.
 *
 * <p><b>Cost.</b> Compiling takes time linear in the term. Running interprets nothing: it calls the
 * functions that the specification was composed to. It allocates nothing but the result, and an
 * array for variables that stand several times in a head or in its lists and maps. How deep an
 * object is does not matter, and neither does how deep a head is; guards and bodies are limited to
 * 1,000 levels.
 *
 * <p><b>Threads.</b> Immutable, and safe to run from many threads at the same time.
 *
 * @see Match
 * @see <a href="https://www.erlang.org/doc/apps/erts/match_spec.html">Match specifications in
 *     Erlang</a>
 */
public final class MatchSpec {
  private static final Term NO_GUARDS = ListTerm.empty();
  private static final Term ALL_BINDINGS = ListTerm.of(Atom.of("$$"));
  private static final Term WHOLE_OBJECT = ListTerm.of(Atom.of("$_"));
  private static final Term TRUE = ListTerm.of(Atom.TRUE);

  private final Term term;

  /** How many terms a specification may have where nothing else is said: {@value}. */
  public static final int DEFAULT_MAX_TERMS = 1_000_000;

  private final CompiledClause[] clauses;
  private final List<MatchClause> sources;

  private MatchSpec(Term term, CompiledClause[] clauses) {
    this.term = term;
    this.clauses = clauses;
    this.sources = Stream.of(clauses).map(CompiledClause::source).toList();
  }

  /**
   * Compiles a match specification. The empty list is one that no object matches; {@code
   * ets:match_spec_compile} refuses that, {@code ets:select} takes it.
   *
   * @throws MatchSpecException if the term is not a valid match specification, or has more than
   *     {@value #DEFAULT_MAX_TERMS} terms in it
   */
  public static MatchSpec compile(Term spec) {
    return compile(spec, DEFAULT_MAX_TERMS);
  }

  /**
   * As {@link #compile(Term)}, with another bound on the size.
   *
   * @param maxTerms how many terms the specification may have, with those inside of others, each
   *     counted as often as it stands there; what a {@code {const, Term}} holds, names of functions
   *     and keys of maps in heads are not counted
   * @throws MatchSpecException as there, with the reason {@code system_limit} if there are more
   */
  public static MatchSpec compile(Term spec, int maxTerms) {
    Objects.requireNonNull(spec, "spec");
    return new MatchSpec(spec, compileAll(new SpecParser(maxTerms).parse(spec)));
  }

  private static CompiledClause[] compileAll(List<MatchClause> clauses) {
    return clauses.stream().map(CompiledClause::compile).toArray(CompiledClause[]::new);
  }

  /**
   * Begins a specification in Java: {@code MatchSpec.from(head).where(guard).select(result)}. See
   * {@link Match}.
   */
  public static ClauseBuilder from(Pattern head) {
    return new ClauseBuilder(Objects.requireNonNull(head, "head"), List.of());
  }

  /** Returns the specification that has the clauses of another after these. */
  public MatchSpec or(MatchSpec next) {
    CompiledClause[] all = Arrays.copyOf(clauses, clauses.length + next.clauses.length);
    System.arraycopy(next.clauses, 0, all, clauses.length, next.clauses.length);
    List<Term> terms = new ArrayList<>(((ListTerm) term).toList());
    terms.addAll(((ListTerm) next.term).toList());
    return new MatchSpec(ListTerm.of(terms), all);
  }

  /**
   * Returns the specification behind {@code ets:match}: for each object that matches the pattern,
   * the list of the values of its variables, ordered by their numbers.
   *
   * @throws MatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  public static MatchSpec bindingsOf(Term pattern) {
    return ofPattern(pattern, ALL_BINDINGS);
  }

  /**
   * Returns the specification behind {@code ets:match_object}: each object that matches the
   * pattern.
   *
   * @throws MatchSpecException as {@link #bindingsOf}
   */
  public static MatchSpec objectsLike(Term pattern) {
    return ofPattern(pattern, WHOLE_OBJECT);
  }

  /**
   * Returns the specification behind {@code ets:match_delete}: {@code true} for each object that
   * matches the pattern.
   *
   * @throws MatchSpecException as {@link #bindingsOf}
   */
  public static MatchSpec trueFor(Term pattern) {
    return ofPattern(pattern, TRUE);
  }

  private static MatchSpec ofPattern(Term pattern, Term body) {
    Objects.requireNonNull(pattern, "pattern");
    return compile(ListTerm.of(Tuple.of(pattern, NO_GUARDS, body)));
  }

  /**
   * Runs the specification on an object.
   *
   * @param object any term
   * @return the result, or null where no clause holds for the object
   */
  public @Nullable Term run(Term object, MatchContext context) {
    for (CompiledClause clause : clauses) {
      Term result = clause.run(object, context);
      if (result != null) {
        return result;
      }
    }
    return null;
  }

  /**
   * Runs the specification on one object after the other, as {@code ets:match_spec_run} does.
   *
   * @return the results for the objects that a clause holds for, in their order; unmodifiable
   */
  public List<Term> runAll(Iterable<? extends Term> objects, MatchContext context) {
    List<Term> results = new ArrayList<>();
    for (Term object : objects) {
      Term result = run(object, context);
      if (result != null) {
        results.add(result);
      }
    }
    return Collections.unmodifiableList(results);
  }

  /**
   * Tries a specification out on an object, as {@code ets:test_ms} does.
   *
   * @param object any term
   * @param spec any term
   * @return <code>{ok,Result}</code>, where no clause holds <code>{ok,false}</code>, and where the
   *     specification is not valid <code>{error,[{error,Text}, ...]}</code> with Erlang's texts; it
   *     has no use for {@code []} and calls that an error too
   */
  public static Tuple test(Term object, Term spec, MatchContext context) {
    Objects.requireNonNull(object, "object");
    try {
      MatchSpec compiled = compile(spec);
      if (compiled.clauses.length > 0) {
        Term result = compiled.run(object, context);
        return Tuple.of(Atom.OK, result == null ? Atom.FALSE : result);
      }
      return testFailed(List.of(SpecParser.NOT_A_LIST));
    } catch (MatchSpecException e) {
      return testFailed(e.errors().stream().map(MatchSpecError::erlangText).toList());
    }
  }

  private static Tuple testFailed(List<String> texts) {
    List<Term> errors = new ArrayList<>();
    for (String text : texts) {
      errors.add(Tuple.of(Atom.ERROR, ListTerm.ofBytes(text.getBytes(StandardCharsets.UTF_8))));
    }
    return Tuple.of(Atom.ERROR, ListTerm.of(errors));
  }

  /** Returns the clauses as they are parsed, in their order; perhaps none. */
  public List<MatchClause> clauses() {
    return sources;
  }

  /** Whether all clauses return the object: where there is a result, it is the object itself. */
  public boolean returnsObject() {
    return sources.stream().allMatch(MatchClause::returnsObject);
  }

  /** Whether all clauses return {@code true}. */
  public boolean returnsTrue() {
    return sources.stream().allMatch(MatchClause::returnsTrue);
  }

  /** Whether the result is {@code true} for whatever object: this is {@code [{'_',[],[true]}]}. */
  public boolean isTrueForAll() {
    if (sources.size() != 1) {
      return false;
    }
    MatchClause clause = sources.get(0);
    return clause.head() == MatchNode.Symbol.WILDCARD
        && clause.guards().isEmpty()
        && clause.body().size() == 1
        && clause.returnsTrue();
  }

  /**
   * Checks what {@code ets:select_replace} asks of a specification: that the objects it puts in the
   * place of others have their keys for certain. Each clause has to return {@code '$_'}, or a tuple
   * whose key is written as in the head or as <code>{element,Keypos,'$_'}</code>; a key with a map
   * in it is refused.
   *
   * @param keypos the position of the key, from 1
   * @throws MatchSpecException if a clause may change a key
   */
  public void checkKeepsKey(int keypos) {
    for (int i = 0; i < sources.size(); i++) {
      String objection = KeyCheck.objection(sources.get(i), keypos);
      if (objection != null) {
        ErrorList errors = new ErrorList();
        errors.enter("clause " + (i + 1) + ", body");
        errors.add("the key may change: " + objection, "");
        errors.throwIfAny();
      }
    }
  }

  /**
   * Returns the specification that has the same results for tuples with this term, by {@code =:=},
   * at this position, and which need not be the same for others: it does not look there again where
   * a head has the term itself. For who has found an object by its key.
   *
   * @param position from 1
   */
  public MatchSpec withKnownElement(int position, Term value) {
    Objects.requireNonNull(value, "value");
    CompiledClause[] knowing = new CompiledClause[clauses.length];
    Arrays.setAll(knowing, i -> clauses[i].withKnownElement(position, value));
    return new MatchSpec(term, knowing);
  }

  /**
   * Returns the arity of the tuples that this gives back as they are, all of them and nothing else;
   * -1 if it is not of that kind.
   */
  public int returnedArity() {
    return clauses.length == 1 ? clauses[0].returnedArity() : -1;
  }

  /** Returns the specification as Erlang's term. Constant time. */
  public Term toTerm() {
    return term;
  }

  /** Whether the other object is a match specification of an equal term. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MatchSpec that && term.equals(that.term);
  }

  @Override
  public int hashCode() {
    return term.hashCode();
  }

  /** Returns the beginning of the {@linkplain #toTerm term} as Erlang prints it. */
  @Override
  public String toString() {
    return TermStart.of(term);
  }
}
