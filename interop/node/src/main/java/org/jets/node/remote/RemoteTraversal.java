package org.jets.node.remote;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.ets.KeyRange;
import org.jets.ets.TableType;
import org.jets.ets.erl.EtsErrors;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Traverses a table of another node: step by step with a round trip for each, or in streams and
 * folds, which fetch chunks.
 */
final class RemoteTraversal {
  private static final Term ALL_OBJECTS = MatchSpec.objectsLike(Atom.of("_")).toTerm();

  /** The fixations of {@link #safeFixtable}, last first; guards itself. */
  private final Deque<RemoteFixation> explicit = new ArrayDeque<>();

  private final RemoteHandle table;
  private final RemoteObjects objects;

  RemoteTraversal(RemoteHandle table, RemoteObjects objects) {
    this.table = table;
    this.objects = objects;
  }

  Optional<Term> first() {
    return RemoteAnswers.key(table.apply("first"));
  }

  Optional<Term> last() {
    return RemoteAnswers.key(table.apply("last"));
  }

  Optional<Term> next(Term key) {
    return RemoteAnswers.key(table.apply("next", Objects.requireNonNull(key, "key")));
  }

  Optional<Term> prev(Term key) {
    return RemoteAnswers.key(table.apply("prev", Objects.requireNonNull(key, "key")));
  }

  Optional<Map.Entry<Term, List<Tuple>>> firstLookup() {
    return table.calls.isSince(RemoteObjects.OTP_27)
        ? entry(table.apply("first_lookup"))
        : lookupAfter(first(), this::first);
  }

  Optional<Map.Entry<Term, List<Tuple>>> lastLookup() {
    return table.calls.isSince(RemoteObjects.OTP_27)
        ? entry(table.apply("last_lookup"))
        : lookupAfter(last(), this::last);
  }

  Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key) {
    return table.calls.isSince(RemoteObjects.OTP_27)
        ? entry(table.apply("next_lookup", Objects.requireNonNull(key, "key")))
        : lookupAfter(next(key), () -> next(key));
  }

  Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key) {
    return table.calls.isSince(RemoteObjects.OTP_27)
        ? entry(table.apply("prev_lookup", Objects.requireNonNull(key, "key")))
        : lookupAfter(prev(key), () -> prev(key));
  }

  private static Optional<Map.Entry<Term, List<Tuple>>> entry(Term answer) {
    return RemoteAnswers.isEnd(answer) ? Optional.empty() : Optional.of(RemoteCursor.entry(answer));
  }

  /** Repeats the step as long as the key that it leads to is deleted before it is looked up. */
  private Optional<Map.Entry<Term, List<Tuple>>> lookupAfter(
      Optional<Term> found, Supplier<Optional<Term>> again) {
    for (Optional<Term> key = found; key.isPresent(); key = again.get()) {
      List<Tuple> withKey = objects.lookup(key.get());
      if (!withKey.isEmpty()) {
        return Optional.of(Map.entry(key.get(), withKey));
      }
    }
    return Optional.empty();
  }

  Optional<List<Tuple>> slot(long slot) {
    Term answer = table.apply("slot", IntegerTerm.of(slot));
    return RemoteAnswers.isEnd(answer)
        ? Optional.empty()
        : Optional.of(RemoteAnswers.objects(answer));
  }

  void safeFixtable(boolean fix) {
    if (fix) {
      RemoteFixation fixation = table.fix();
      synchronized (explicit) {
        explicit.push(fixation);
      }
      return;
    }
    table.checkRead();
    RemoteFixation last;
    synchronized (explicit) {
      last = explicit.poll();
    }
    if (last != null) {
      last.close();
    }
  }

  /** Fixes the table, unless it is an ordered_set, which continues from any key. */
  private @Nullable RemoteFixation fixForTraversal() {
    return table.type() == TableType.ORDERED_SET ? null : table.fix();
  }

  <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, false);
  }

  <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return fold(function, initial, true);
  }

  private <A extends @Nullable Object> A fold(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial, boolean isBackward) {
    Objects.requireNonNull(function, "function");
    table.checkRead();
    RemoteFixation fixation = fixForTraversal();
    try {
      Supplier<@Nullable List<Tuple>> chunks = chunksForFold(isBackward);
      A result = initial;
      for (List<Tuple> chunk; (chunk = chunks.get()) != null; ) {
        for (Tuple object : chunk) {
          result = function.apply(object, result);
        }
      }
      return result;
    } finally {
      if (fixation != null) {
        fixation.close();
      }
    }
  }

  /**
   * Returns the chunks of a fold. A search has the order of a set, but not that of the objects of a
   * key in a bag.
   */
  private Supplier<@Nullable List<Tuple>> chunksForFold(boolean isBackward) {
    if (table.type().isSet()) {
      boolean isReverse = isBackward && table.type() == TableType.ORDERED_SET;
      return new RemoteChunkedSelect(table, ALL_OBJECTS, isReverse).chunks(RemoteAnswers::tuple);
    }
    RemoteCursor walk = new RemoteCursor(table, this, isBackward, null);
    return () -> {
      List<Map.Entry<Term, List<Tuple>>> entries = walk.next();
      if (entries == null) {
        return null;
      }
      List<Tuple> chunk = new ArrayList<>();
      for (Map.Entry<Term, List<Tuple>> entry : entries) {
        chunk.addAll(objects(entry, isBackward));
      }
      return chunk;
    };
  }

  private static List<Tuple> objects(Map.Entry<Term, List<Tuple>> entry, boolean isReversed) {
    if (!isReversed) {
      return entry.getValue();
    }
    List<Tuple> reversed = new ArrayList<>(entry.getValue());
    Collections.reverse(reversed);
    return reversed;
  }

  List<Tuple> tab2list() {
    return RemoteAnswers.objects(table.apply("tab2list"));
  }

  Stream<Tuple> stream() {
    table.checkRead();
    return objects().stream();
  }

  Spliterator<Tuple> spliterator() {
    table.checkRead();
    return objects();
  }

  private RemoteChunks<Tuple> objects() {
    return new RemoteChunks<>(
        this::fixForTraversal,
        new RemoteChunkedSelect(table, ALL_OBJECTS, false).chunks(RemoteAnswers::tuple));
  }

  Stream<Tuple> stream(KeyRange range) {
    return range(range).stream();
  }

  Spliterator<Tuple> spliterator(KeyRange range) {
    return range(range);
  }

  private RemoteChunks<Tuple> range(KeyRange range) {
    Objects.requireNonNull(range, "range");
    table.checkRead();
    if (table.type() != TableType.ORDERED_SET) {
      throw EtsErrors.tableType(table.id(), table.type(), "ordered_set");
    }
    Term lower = range.lower().orElse(null);
    Supplier<@Nullable List<Tuple>> inside =
        lower != null && range.isLowerInclusive() && range.contains(lower)
            ? new KeyThenWalk(lower, new RemoteCursor(table, this, false, lower), range)
            : new KeyThenWalk(null, new RemoteCursor(table, this, false, lower), range);
    return new RemoteChunks<>(() -> null, inside);
  }

  Stream<Term> stream(MatchSpec spec) {
    Objects.requireNonNull(spec, "spec");
    table.checkRead();
    return new RemoteChunks<>(
            this::fixForTraversal,
            new RemoteChunkedSelect(table, spec.toTerm(), false).chunks(term -> term))
        .stream();
  }

  Stream<Tuple> iterateFrom(Term key) {
    return iterateFrom(key, false);
  }

  Stream<Tuple> iterateBackFrom(Term key) {
    return iterateFrom(key, true);
  }

  private Stream<Tuple> iterateFrom(Term key, boolean isBackward) {
    Objects.requireNonNull(key, "key");
    if (table.type() == TableType.ORDERED_SET) {
      table.checkRead();
    } else {
      // A missing key is an error now, and not when the stream is consumed.
      next(key);
    }
    RemoteCursor walk = new RemoteCursor(table, this, isBackward, key);
    return new RemoteChunks<>(this::fixForTraversal, new KeyThenWalk(key, walk, KeyRange.all()))
        .stream();
  }

  /** The objects of a key, if one is given, and then those of a walk within a range. */
  private final class KeyThenWalk implements Supplier<@Nullable List<Tuple>> {
    private @Nullable Term own;
    private final RemoteCursor walk;
    private final KeyRange range;
    private boolean isBehind;

    KeyThenWalk(@Nullable Term own, RemoteCursor walk, KeyRange range) {
      this.own = own;
      this.walk = walk;
      this.range = range;
    }

    @Override
    public @Nullable List<Tuple> get() {
      Term key = own;
      if (key != null) {
        own = null;
        return objects.lookup(key);
      }
      List<Map.Entry<Term, List<Tuple>>> entries = isBehind ? null : walk.next();
      if (entries == null) {
        return null;
      }
      List<Tuple> chunk = new ArrayList<>();
      for (Map.Entry<Term, List<Tuple>> entry : entries) {
        if (!range.contains(entry.getKey())) {
          isBehind = true;
          break;
        }
        chunk.addAll(entry.getValue());
      }
      return chunk;
    }
  }
}
