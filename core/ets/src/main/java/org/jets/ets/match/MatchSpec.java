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
 * A compiled match specification: a program that selects objects and computes a result for each.
 *
 * <p>It is a list of clauses {@code {Head, [Guard], [Body]}}. The first clause whose head matches
 * the object and whose guards all yield {@code true} decides. The result is the value of the last
 * expression of its body. {@link #compile} accepts the terms that {@code ets:select} accepts, and
 * {@link Match} builds the same specifications in Java. The functions and their errors are those of
 * OTP 29.
 *
 * <p><b>Differences from Erlang.</b> A list in a guard or body can have any number of elements;
 * Erlang counts each as a level of nesting. A {@code '$N'} with an N beyond 2147483647 is an
 * ordinary atom; Erlang takes it for another number.
 *
 * <p><b>Cost.</b> Compiling takes time linear in the term. A run calls composed functions and
 * interprets nothing. It allocates only the result, and an array for variables that occur several
 * times in a head or in its lists and maps. The depth of objects and heads is unlimited; guards and
 * bodies are limited to 1,000 levels.
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

  /** The default for the number of terms that a specification may have: {@value}. */
  public static final int DEFAULT_MAX_TERMS = 1_000_000;

  private final CompiledClause[] clauses;
  private final List<MatchClause> sources;

  private MatchSpec(Term term, CompiledClause[] clauses) {
    this.term = term;
    this.clauses = clauses;
    this.sources = Stream.of(clauses).map(CompiledClause::source).toList();
  }

  /**
   * Compiles a match specification. No object matches the empty list; {@code
   * ets:match_spec_compile} refuses it, {@code ets:select} accepts it.
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
   * @param maxTerms the number of terms that the specification may have, nested ones included, each
   *     counted as often as it occurs. The content of a {@code {const, Term}}, names of functions
   *     and keys of maps in heads do not count
   * @throws MatchSpecException as that method, with the reason {@code system_limit} if there are
   *     more
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

  /** Returns a specification with these clauses followed by those of another. */
  public MatchSpec or(MatchSpec next) {
    Objects.requireNonNull(next, "next");
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
   * @throws MatchSpecException if the pattern has a variable or {@code '_'} as the key of a map, or
   *     has so many terms that the specification has more than {@value #DEFAULT_MAX_TERMS}
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
   * @return the result, or null if no clause holds for the object
   */
  public @Nullable Term run(Term object, MatchContext context) {
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(context, "context");
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
    Objects.requireNonNull(objects, "objects");
    Objects.requireNonNull(context, "context");
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
   * @return <code>{ok,Result}</code>; <code>{ok,false}</code> if no clause holds; <code>
   *     {error,[{error,Text}, ...]}</code> with Erlang's texts if the specification is not valid,
   *     or is {@code []}
   */
  public static Tuple test(Term object, Term spec, MatchContext context) {
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(spec, "spec");
    Objects.requireNonNull(context, "context");
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

  /** Returns the parsed clauses, in their order; perhaps none. */
  public List<MatchClause> clauses() {
    return sources;
  }

  /** Returns whether all clauses return the object, so that each result is the object itself. */
  boolean returnsObject() {
    return sources.stream().allMatch(MatchClause::returnsObject);
  }

  /** Returns whether all clauses return {@code true}. */
  boolean returnsTrue() {
    return sources.stream().allMatch(MatchClause::returnsTrue);
  }

  /**
   * Returns whether the result is {@code true} for any object: this is {@code [{'_',[],[true]}]}.
   */
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
   * Checks the requirement of {@code ets:select_replace}: each new object must certainly have the
   * key of the object that it replaces. Each clause must return {@code '$_'}, or a tuple whose key
   * is written as in the head or as <code>{element,Keypos,'$_'}</code>. A key with a map in it is
   * refused.
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
   * Returns a specification for tuples that have this term, by {@code =:=}, at this position. For
   * these it has the same results as this one, but does not match that element again if a head has
   * the term itself. Results for other tuples may differ. For callers that have found an object by
   * its key.
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
   * Returns the arity if this returns all tuples of one arity unchanged, and nothing else; else -1.
   */
  public int returnedArity() {
    return clauses.length == 1 ? clauses[0].returnedArity() : -1;
  }

  /** Returns the specification as Erlang's term. Constant time. */
  public Term toTerm() {
    return term;
  }

  /** Returns whether the other object is a match specification of an equal term. */
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
