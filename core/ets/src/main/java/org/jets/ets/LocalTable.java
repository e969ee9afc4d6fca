package org.jets.ets;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange;
import org.jets.ets.index.Index;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.TableLog;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A table of this JVM, as {@link Owner} and {@link EtsTable#newTable} return it. It has the
 * operations that a table of another node cannot support.
 *
 * <p><b>Changes by a function.</b> {@link #compute}, {@link #computeIfAbsent} and {@link #merge}
 * change the object of one key, in a set or ordered_set. They read the object, run the function,
 * and exchange the object for the result.
 *
 * <ul>
 *   <li>The exchange takes effect at one moment, and only if the key still has an object {@code
 *       =:=} to the one that was read, or is still absent. Otherwise the function runs again. So it
 *       should have no effect except its result.
 *   <li>It runs without any lock. It may take long, use this table and others, and wait for other
 *       threads.
 *   <li>An exception of the function passes to the caller, and the table stays as it is.
 *   <li>A thread that must run its function again has met the change of another thread, which
 *       therefore got on.
 *   <li>A function must not change the object of its own key in this table. Such a change makes it
 *       run again. If its thread does so each time, the call fails after a few runs with an {@link
 *       IllegalStateException}. Then the object is as the last run has left it. Changes by other
 *       threads are no reason to fail, even if the function has started these threads.
 *   <li>A result must not be null, and must have the key that was given, as the table compares
 *       keys. The right to write is checked again after the function, which may have ended it.
 * </ul>
 */
public interface LocalTable extends EtsTable {
  /** Returns the owner whose rights this handle carries. */
  Owner caller();

  /** Returns the store that holds the objects. */
  Backend backend();

  /**
   * Returns the log of a {@linkplain TableOptions#withDurable(DurableOptions) durable} table; empty
   * if the table is not durable.
   */
  Optional<TableLog> log();

  /**
   * Returns the plan of this table for a specification, and the reason for it. If heads and guards
   * limit the key, the table looks keys up, or scans ranges of keys in an ordered_set. Otherwise it
   * scans all objects. A guard limits the key if it compares the key, or an element of it, with a
   * constant. So do {@code andalso}, {@code orelse}, {@code and}, {@code or} and {@code not} of
   * such guards. In an ordered_set, the first elements of a tuple or list limit it as a key. In the
   * other types the whole key must be known: by {@code =:=}, or by {@code ==} if it is a number or
   * contains none. Results do not depend on the plan.
   *
   * <p>If a table made {@linkplain TableOptions#withIndexes with indexes} scans all objects, the
   * reason names an element whose index would serve, if there is one.
   */
  SelectPlan explain(MatchSpec spec);

  /**
   * As {@link #insert(Tuple)}, with a time to live of the object's own, which takes the place of
   * that of the table. It lasts until the object is written again.
   *
   * @throws IllegalArgumentException if the time is not positive
   * @throws BadArgumentException if the table was made without {@link
   *     TableOptions#withExpiryAfterWrite} and {@link TableOptions#withExpiryAfterAccess}
   */
  void insert(Tuple object, Duration timeToLive);

  /**
   * Replaces the object of a key if it is {@code =:=} to an expected one. Takes effect at one
   * moment. Costs one lookup and one insert.
   *
   * @param object the new object, with the same key
   * @return whether the object has been replaced
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the new object does not have the key
   */
  boolean replaceIf(Term key, Tuple expected, Tuple object);

  /**
   * Changes, inserts or deletes the object of a key by a {@linkplain LocalTable function}. Costs
   * one lookup and one insert each time that the function runs. If the function returns the very
   * object that it was given, or finds none and returns none, nothing is written.
   *
   * @param function gets the object, or empty for an absent key; its result is the new object, or
   *     empty to delete the key
   * @return the new object; empty if there is none
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the result does not have the key
   * @throws IllegalStateException if the function changes the object each time that it runs
   */
  Optional<Tuple> compute(Term key, UnaryOperator<Optional<Tuple>> function);

  /**
   * Returns the object of a key. If there is none, inserts the result of a {@linkplain LocalTable
   * function}. Threads that meet at an absent key may all run their functions, and all return the
   * object of the first. Costs one lookup, and one insert each time that the function runs.
   *
   * @param function gets the key
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the result does not have the key
   */
  Tuple computeIfAbsent(Term key, Function<? super Term, Tuple> function);

  /**
   * Inserts an object. If its key has one, inserts the result of a {@linkplain LocalTable function}
   * of both. Costs one lookup and one insert each time that the function runs.
   *
   * @param function gets the present object and the given one
   * @return the object that was inserted
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the object has no key, or the result does not have its key
   * @throws IllegalStateException if the function changes the object each time that it runs
   */
  Tuple merge(Tuple object, BinaryOperator<Tuple> function);

  /**
   * Inserts an object if its key has exactly the expected objects. Takes effect at one moment. As
   * {@link #insert(Tuple)}, it replaces the object of a set or ordered_set, and is added to those
   * of a bag or duplicate_bag. Costs one insert, and a comparison of the objects of the key.
   *
   * @param expected the objects of the key, as {@link #lookup} returns them; empty if the key is
   *     expected to be absent
   * @return whether the objects were the expected ones
   * @throws BadArgumentException if the object is too short to have a key
   */
  boolean compareInsert(List<Tuple> expected, Tuple object);

  /**
   * Inserts the objects of a stream in batches, in the order of the stream, and closes the stream.
   * Each batch takes effect at one moment, as {@link #insert(java.util.Collection)} does. If the
   * stream or a batch fails, the batches before stay. The rights are checked again for each batch.
   *
   * <p>Cost: that of the batches. Only one batch is held in memory.
   *
   * @param objects may be of this table
   * @param batchSize the number of objects in a batch, from 1; the last batch may have fewer
   * @return the number of objects that the stream had
   * @throws BadArgumentException if the size is below 1, or an object is too short to have a key
   */
  long insertAll(Stream<? extends Tuple> objects, int batchSize);

  /**
   * Removes and returns the objects of several keys, in the order of the keys. Each key is removed
   * at its own moment. An absent key adds nothing. The rights are checked before the first key. A
   * call that fails on the way, because the table is dropped or memory runs out, has removed the
   * objects of some keys, from the first on.
   *
   * <p>Cost: that of {@link #take} for each key, and one list.
   *
   * @param keys is read once, before the first key is removed
   * @return an unmodifiable list that does not change
   */
  List<Tuple> takeAll(Collection<? extends Term> keys);

  /**
   * Removes objects that a specification matches, at most a number of them, and returns the results
   * of its bodies. The objects of each key are matched and removed at one moment, so that no two
   * calls take one object. In an ordered_set these are the first ones by key, in other types any. A
   * call that fails on the way, because the table is dropped or memory runs out, has removed some
   * of them.
   *
   * <p>Cost: that of a select up to the last of these objects, and a deletion for each key.
   *
   * @param limit the most objects to remove, from 1
   * @return the results, in the order of the objects; an unmodifiable list that does not change
   * @throws BadArgumentException if the limit is below 1
   */
  List<Term> selectTake(MatchSpec spec, int limit);

  /**
   * Replaces objects that a specification matches by its results, as {@link #selectReplace} does,
   * but at most a number of them, and returns the new objects. In an ordered_set these are the
   * first ones by key, in other types any. A new object that the specification matches is replaced
   * again by the next call. A call that fails on the way, because the table is dropped, memory runs
   * out or a quota is exceeded, has replaced some objects.
   *
   * <p>Cost: that of a select up to the last of these objects, and an insert for each key.
   *
   * @param limit the most objects to replace, from 1
   * @return the new objects, in their order; an unmodifiable list that does not change
   * @throws TableTypeException for a bag
   * @throws BadMatchSpecException if a result may have another key than its object
   * @throws BadArgumentException if the limit is below 1
   */
  List<Tuple> selectReplaceReturning(MatchSpec spec, int limit);

  /**
   * Adds a secondary index, and returns when searches can use it. Writers of the table go on
   * meanwhile. The table must have been made {@linkplain TableOptions#withIndexes with indexes}.
   *
   * <ul>
   *   <li>A search uses an index if no key limits it, and each clause limits the indexed term: by a
   *       constant in the head, or by a guard that compares the term with a constant. Results, and
   *       in an ordered_set their order, are those without the index. {@link #explain} tells it.
   *   <li>A search by one range of an index meets each key at most once. It misses no key whose
   *       objects have a term in the range throughout. Each object is matched as it is when it is
   *       looked up.
   *   <li>A write that would leave two keys with the same term of a {@linkplain Index#unique
   *       unique} index fails with a {@link BadArgumentException}, and changes nothing. While the
   *       index is built, such a write is made, and {@code addIndex} may fail instead: it does if
   *       the two keys keep the term.
   *   <li>An index is not in the log of a durable table. A program adds it again.
   * </ul>
   *
   * <p>Cost: a walk over the table. From then on each write takes O(log n) for each indexed term
   * that comes or goes. Each entry takes about 50 bytes. They count in the table's memory, its
   * quota and the limits of the heap. So do indexed terms that the objects have not.
   *
   * @throws BadArgumentException if the table was made without indexes, or has one of this name, or
   *     two keys have the same term of a unique index. Also if the index is unique and objects of
   *     the table expire
   * @throws SystemLimitException if the table has 16 indexes, or a quota or the limit of the heap
   *     is exceeded
   */
  void addIndex(Index index);

  /** Drops the index of this name. Returns false, and does nothing, if there is none. */
  boolean dropIndex(Atom name);

  /** Returns the indexes that searches can use, the oldest first. */
  List<Index> indexes();

  /** Returns the changes of all keys, with {@linkplain ChangeOptions#defaults default options}. */
  Flow.Publisher<TableChange> changes();

  /**
   * Returns the changes of this table as a publisher, for any number of subscribers. The table must
   * have been made {@linkplain TableOptions#withEvents with events}.
   *
   * <ul>
   *   <li>A subscription begins when the publisher's {@code subscribe} returns. It has all changes
   *       by calls that begin later, and none of calls that ended before. A call meanwhile is told,
   *       or its change is what a read of the table sees from then on. {@code onSubscribe} is
   *       called by the thread that subscribes.
   *   <li>The subscriber gets the changes of a key in the order in which they took effect, each
   *       with the objects before and after. Those of one batch follow each other.
   *   <li>An insertion into a set that leaves an equal object is a change too, and so is the
   *       removal of all objects of an empty table. A call that writes nothing else is none, such
   *       as a deletion of an absent key, or an insertion of an object that a bag has.
   *   <li>A writer never waits for a subscriber. Changes that find the {@linkplain
   *       ChangeOptions#withCapacity queue} full are lost for this subscriber. In their place it
   *       gets one {@linkplain TableChange.Kind#LOST gap} with their number. It counts as one
   *       requested element.
   *   <li>{@code onComplete} comes when the table has been dropped or has ended with its owner,
   *       after all changes.
   *   <li>{@code onError} comes if the subscriber requests less than one element ({@link
   *       IllegalArgumentException}). It also comes with the first change after this handle's owner
   *       has lost the right to read, with a {@link TableAccessException}.
   *   <li>A subscriber that throws is cancelled. No other subscriber, writer or change notices.
   *   <li>The {@linkplain ChangeOptions#withExecutor executor} calls all other methods of the
   *       subscriber, one after the other, with no lock of the table held. They may use the table.
   * </ul>
   *
   * @throws BadArgumentException if the table was made without events, or is a snapshot
   * @throws TableTypeException if the options have a range and the table is no ordered_set
   */
  Flow.Publisher<TableChange> changes(ChangeOptions options);

  /**
   * Returns a table of the same type with the objects that this one has at one moment. It never
   * changes: it belongs to no owner, and a write to it is a {@link TableAccessException}. It is not
   * among the tables of the space, and is collected once it is unreachable. For {@link #info} its
   * owner is a pid that no owner has, and its access is {@code protected}. So any owner that has it
   * may read it, even after this table has been given away, made private or dropped.
   *
   * <p>Cost: on {@link Backend#LOCK_FREE_TREE} constant time; it blocks only on a batch insert in
   * progress, and retains objects that are later replaced in the table. On the other stores a copy
   * in linear time, for a part of which writers block. In the trees they block while the objects
   * are gathered, in the others while each key is changed twice.
   */
  LocalTable snapshot();
}
