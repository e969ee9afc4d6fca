package org.jets.ets;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A table as one {@link Owner} sees it: a handle that carries the rights of that owner, in whatever
 * thread it is used. Functions have Erlang's meaning and Java's names; where Erlang takes one of
 * several shapes there is a method for each. {@link org.jets.ets.erl.EtsModule} has the same
 * functions in terms alone, with Erlang's shapes and errors. What only a table of this JVM can do
 * is in {@link LocalTable}.
 *
 * <p><b>Objects and keys.</b> An object is a tuple with at least as many elements as the position
 * of the key. Keys, and whole objects where they are compared, are equal by {@code =:=}; in an
 * ordered_set keys are equal by {@code ==}.
 *
 * <p><b>Atomicity.</b> Each function that concerns one key takes effect at one moment, between its
 * call and its return, and so do {@code insert} and {@code insertNew} of many objects, {@link
 * #deleteAllObjects} and {@link #drop()}: no other thread sees a part of them. A function that ends
 * in an exception has changed nothing, but for {@link #initTable}, {@link #giveAway} where the
 * receiver's listener throws, and a search that changes objects of many keys. Traversals ({@link
 * #stream()}, {@link #tab2list}, steps from key to key) are no snapshots: they see each object
 * before or after a change that happens meanwhile.
 *
 * <p><b>Threads.</b> Safe for use by many, virtual ones too. Readers of a key do not wait, but for
 * a moment as the {@linkplain Backend store} says. A writer may wait for another of the same key,
 * for an insert of many objects that concerns its key, and while a {@linkplain LocalTable#snapshot
 * snapshot} is taken. A step from key to key may wait for such an insert in an ordered_set, and for
 * other steps in another table that is fixed.
 *
 * <p><b>Errors.</b> Every method that reads or changes objects or options checks first that the
 * table is there ({@link NoSuchTableException}) and that its owner may call it ({@link
 * TableAccessException}), before it looks at its arguments; null is refused by a {@link
 * NullPointerException} that names the argument, a handle that has been {@linkplain #close closed}
 * by an {@link IllegalStateException}. What else is thrown each method says.
 *
 * <p><b>Cost.</b> One lookup in the store's map if nothing else is said, and allocation of the
 * result alone.
 *
 * <p>All this is so for the tables of this JVM, which an {@link Owner} gives out. Another
 * implementation says where it differs.
 */
public interface EtsTable extends AutoCloseable {
  /**
   * Makes a table that belongs to the program as a whole: one of the {@linkplain
   * TableSpace#mainOwner() main owner} of the {@linkplain TableSpace#defaultSpace() default space}.
   * It stays until it is {@linkplain #drop() dropped} or the returned handle is {@linkplain
   * #close() closed}. {@link TableSpace#newOwner()} starts other owners, with tables that end with
   * them or pass to an heir.
   *
   * @throws BadArgumentException if the table shall be known by its name and another one is
   */
  static LocalTable newTable(String name, TableOptions options) {
    return TableSpace.defaultSpace().mainOwner().newTable(name, options);
  }

  // What a table is

  /** Returns the identifier, whether the table is still there or not. */
  Reference id();

  /** Returns the type. */
  TableType type();

  /** Returns the position of the key in an object, from 1. */
  int keypos();

  /** Returns the name, which need not be unique unless the table is known by it. */
  Atom name();

  /** Returns whether the table has not been dropped. */
  boolean exists();

  /**
   * Returns the number of objects; exact while no thread writes. No access is needed.
   *
   * @throws NoSuchTableException if the table has been dropped
   */
  long size();

  /**
   * Returns what {@code ets:info(Table)} gives: a list of pairs. No access is needed.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been dropped
   */
  Optional<ListTerm> info();

  /**
   * Returns one item of information: {@code ets:info(Table, Item)}. No access is needed. See {@link
   * #info()}; {@code memory} is an estimate in words of 8 bytes, from the first objects. {@code
   * binary} is always empty, {@code stats} always {@code false}, and {@code data} prints nothing.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been dropped
   * @throws BadArgumentException if there is no such item
   */
  Optional<Term> info(Term item);

  // The objects of a key

  /**
   * Returns the objects of a key: {@code ets:lookup(Table, Key)}. In a bag or duplicate_bag they
   * are in the order in which they were inserted.
   *
   * @return an unmodifiable list that does not change; in a set it has at most one object
   */
  List<Tuple> lookup(Term key);

  /** Returns whether the key has an object: {@code ets:member(Table, Key)}. */
  boolean member(Term key);

  /**
   * Returns an element of the object of a key: {@code ets:lookup_element(Table, Key, Position)}.
   *
   * @param position from 1; that of the key gives the key as it is stored
   * @return the element; in a bag or duplicate_bag the list of those of all objects of the key
   * @throws BadArgumentException if the position is below 1, or not in the object, or not in one of
   *     the objects
   * @throws NoSuchKeyException if the key is not there
   */
  Term lookupElement(Term key, int position);

  /**
   * As {@link #lookupElement(Term, int)}, with a value for a key that is not there: {@code
   * ets:lookup_element(Table, Key, Position, Default)}.
   *
   * @throws BadArgumentException as there
   */
  Term lookupElement(Term key, int position, Term defaultValue);

  // Objects that come and go

  /**
   * Inserts an object: {@code ets:insert(Table, Object)}. In a set it takes the place of the one
   * with its key; in a bag it is added unless it is there; in a duplicate_bag it is added.
   *
   * @throws BadArgumentException if the object is too short to have a key
   */
  void insert(Tuple object);

  /**
   * Inserts objects as one atomic and isolated step: {@code ets:insert(Table, [Object])}. Of
   * several with one key a set keeps the last.
   *
   * <p>Cost: each key is changed twice in the store's map, and inserts of many into one table
   * happen one after the other; on {@link Backend#CA_TREE} each key is changed once, and inserts of
   * keys far apart happen side by side.
   *
   * @throws BadArgumentException if one is too short to have a key; none is inserted then
   */
  void insert(Collection<? extends Tuple> objects);

  /**
   * Inserts an object if its key is not there: {@code ets:insert_new(Table, Object)}.
   *
   * @return whether it has been inserted
   * @throws BadArgumentException if the object is too short to have a key
   */
  boolean insertNew(Tuple object);

  /**
   * Inserts objects as one atomic and isolated step if none of their keys is there: {@code
   * ets:insert_new(Table, [Object])}. Keys that occur twice among the objects do not count. Costs
   * as {@link #insert(Collection)}.
   *
   * @return whether they have been inserted; true if there are none
   * @throws BadArgumentException if one is too short to have a key
   */
  boolean insertNew(Collection<? extends Tuple> objects);

  /** Removes the objects of a key, if there are any: {@code ets:delete(Table, Key)}. */
  void delete(Term key);

  /** Removes and returns the objects of a key, as {@link #lookup}: {@code ets:take(Table, Key)}. */
  List<Tuple> take(Term key);

  /**
   * Removes an object, in a duplicate_bag all that are equal to it: {@code ets:delete_object(Table,
   * Object)}. The whole object must be {@code =:=} to the stored one, in an ordered_set too. Linear
   * in the number of objects of the key.
   *
   * @throws BadArgumentException if the object is too short to have a key
   */
  void deleteObject(Tuple object);

  /**
   * Removes all objects as one atomic and isolated step: {@code ets:delete_all_objects(Table)}.
   * Constant time; linear while a table that is not an ordered_set is fixed.
   */
  void deleteAllObjects();

  /**
   * Replaces all objects by those of a stream, one after the other, and closes the stream: {@code
   * ets:init_table(Table, InitFun)}. This is not one atomic step, and what has been done stays done
   * if it fails.
   *
   * <p>The objects are removed before the stream is read. A stream of this table's own objects is
   * then empty or short; take it from a {@link LocalTable#snapshot()}, or collect it first.
   *
   * @throws BadArgumentException if an object is too short to have a key
   */
  void initTable(Stream<? extends Tuple> objects);

  // Counters and elements

  /**
   * Adds to the integer after the key: {@code ets:update_counter(Table, Key, Increment)}.
   *
   * @return what the integer has become
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException if the object has no integer there
   */
  IntegerTerm updateCounter(Term key, long increment);

  /**
   * As {@link #updateCounter(Term, long)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if the object has no integer there, or the default object is too
   *     short to have a key
   */
  IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject);

  /**
   * Does one operation: {@code ets:update_counter(Table, Key, UpdateOp)}.
   *
   * @return what the integer has become
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException if the operation's position is the key's or not in the object, or
   *     there is no integer
   */
  IntegerTerm updateCounter(Term key, CounterOp op);

  /**
   * As {@link #updateCounter(Term, CounterOp)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the default object is too short to have a key
   */
  IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject);

  /**
   * Does operations in their order, as one atomic step, each on the outcome of the one before:
   * {@code ets:update_counter(Table, Key, [UpdateOp])}. All are checked before the first is done.
   *
   * @return what each operation has made of its integer
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws NoSuchKeyException if the key is not there
   * @throws BadArgumentException if an operation's position is the key's or not in the object, or
   *     there is no integer
   */
  List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops);

  /**
   * As {@link #updateCounter(Term, List)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException as there, and if the default object is too short to have a key
   */
  List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject);

  /**
   * Sets an element: {@code ets:update_element(Table, Key, {Position, Value})}.
   *
   * @return whether the key is there; if not, nothing is done
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if the key is there, and the position is the key's or not in the
   *     object
   */
  boolean updateElement(Term key, int position, Term value);

  /**
   * Sets elements as one atomic step, in their order: {@code ets:update_element(Table, Key,
   * [{Position, Value}])}. All operations are checked before the first is done.
   *
   * @return whether the key is there; if not, nothing is done
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if the key is there, and a position is the key's or not in the
   *     object
   */
  boolean updateElement(Term key, List<ElementOp> ops);

  /**
   * As {@link #updateElement(Term, List)}, with an object for a key that is not there; it is
   * inserted with that key and then updated.
   *
   * @throws TableTypeException if this is no set and no ordered_set
   * @throws BadArgumentException if a position is the key's or not in the object, or the default
   *     object is too short to have a key
   */
  void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject);

  // From key to key, and folds

  /**
   * Returns the first key, in an ordered_set the smallest: {@code ets:first(Table)}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   */
  Optional<Term> first();

  /**
   * Returns the last key, which is the largest in an ordered_set and the first in the other types:
   * {@code ets:last(Table)}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   */
  Optional<Term> last();

  /**
   * Returns the key that follows: {@code ets:next(Table, Key)}. In an ordered_set that is the
   * smallest larger key, whether this one is there or not; in the other types this one must be
   * there, and the order is the store's own. As in Erlang there is no way on from the key {@code
   * '$end_of_table'} of an ordered_set.
   *
   * <p>Cost: a store that cannot go on from a key takes a snapshot of all keys for the first step
   * and keeps it for the next ones, until a traversal ends, which takes another, or a new one
   * starts.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set; there if it is
   *     {@code '$end_of_table'}
   */
  Optional<Term> next(Term key);

  /**
   * Returns the key that comes before: {@code ets:prev(Table, Key)}; in other types than
   * ordered_set the same as {@link #next}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is not there, but in an ordered_set; there if it is
   *     {@code '$end_of_table'}
   */
  Optional<Term> prev(Term key);

  /**
   * As {@link #first}, with the objects of the key as they are at the same moment: {@code
   * ets:first_lookup(Table)}.
   */
  Optional<Map.Entry<Term, List<Tuple>>> firstLookup();

  /**
   * As {@link #last}, with the objects of the key as they are at the same moment: {@code
   * ets:last_lookup(Table)}.
   */
  Optional<Map.Entry<Term, List<Tuple>>> lastLookup();

  /**
   * As {@link #next}, with the objects of the key that follows, as they are at the same moment:
   * {@code ets:next_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as there
   */
  Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key);

  /**
   * As {@link #prev}, with the objects of the key that comes before, as they are at the same
   * moment: {@code ets:prev_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as there
   */
  Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key);

  /**
   * Returns the objects in a slot: {@code ets:slot(Table, Slot)}. Slots are numbered from 0; all of
   * them together have all objects. In an ordered_set each object has a slot of its own, in key
   * order; in the other types each key, in the order of {@link #next} backwards, and there are at
   * least 256.
   *
   * <p>Cost: in an ordered_set linear in the number of the slot; in the other types as {@link
   * #next}.
   *
   * @return empty, where Erlang gives {@code '$end_of_table'}, for the number of slots itself
   * @throws BadArgumentException if there is no such slot
   */
  Optional<List<Tuple>> slot(long slot);

  /**
   * Keeps the table fixed, once more, or once less: {@code ets:safe_fixtable(Table, Fix)}. While it
   * is fixed, by whomever, a walk with {@link #first} and {@link #next} comes to each object that
   * is there from its start to its end exactly once, and goes on from keys that are deleted
   * meanwhile. In an ordered_set it always does.
   *
   * <p>What this owner has fixed it releases by as many calls; all of it is released when the owner
   * ends, and what was fixed through this handle when that is {@linkplain #close closed}. To
   * release what the owner has not fixed does nothing. Read access is enough for both.
   *
   * <p>Cost: while a table that is no ordered_set is fixed it remembers deleted keys and, on a
   * store that cannot go on from a key, from the first step on an order of all keys, about 16 bytes
   * each. There a walk from the first key takes linear time to begin if there may be new keys.
   *
   * @throws BadArgumentException if the table is to be fixed and this handle's owner has been
   *     closed: no call would release it
   */
  void safeFixtable(boolean fix);

  /**
   * Calls a function for each object, with what it returned for the one before: {@code
   * ets:foldl(Function, Initial, Table)}. In an ordered_set from the smallest key to the largest;
   * those of one key oldest first. The table is fixed meanwhile; the function may change it.
   *
   * @return what the function returned last
   * @throws NoSuchKeyException if an ordered_set has the key {@code '$end_of_table'}; as in Erlang
   *     there is no way on from it
   */
  <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial);

  /**
   * As {@link #foldl}, from the largest key to the smallest, and newest first: {@code
   * ets:foldr(Function, Initial, Table)}. In other types than ordered_set keys come in the same
   * order as there.
   *
   * @throws NoSuchKeyException as there
   */
  <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial);

  // Lists, streams and spliterators

  /** Returns all objects: {@code ets:tab2list(Table)}. In an ordered_set they are in key order. */
  List<Tuple> tab2list();

  /**
   * Returns all objects, in an ordered_set in key order; those of one key stand together, oldest
   * first, as they are when the stream comes to the key. The stream can be made parallel; its size
   * is known if this is a {@linkplain LocalTable#snapshot snapshot}. It begins when it is consumed,
   * and fails at its next object once this handle is {@linkplain #close closed}.
   *
   * <p>In other types than ordered_set the stream keeps the table {@linkplain
   * #safeFixtable(boolean) fixed} from its first element until it is exhausted or closed, a
   * function that it calls fails, or the stream has been forgotten. A stream that begins after this
   * handle's owner has ended fails with a {@link BadArgumentException}, as {@link
   * #safeFixtable(boolean)} does. An ordered_set and a snapshot have no use for that.
   *
   * <p>Cost: of each key, constant time, as a lookup in other types than ordered_set.
   */
  Stream<Tuple> stream();

  /**
   * Returns a spliterator over all objects; see {@link #stream()}. Where it keeps the table fixed,
   * that is from its first element until it and all that have been split off are exhausted, one of
   * them fails, all have been forgotten, or this handle is closed.
   */
  Spliterator<Tuple> spliterator();

  /**
   * Returns the objects whose keys lie in a range, in key order, as {@link #stream()} does. The
   * table is not fixed.
   *
   * <p>Cost: logarithmic time to the first key, then constant time for each; on {@link
   * Backend#LOCKED_AVL}, and on {@link Backend#SKIP_LIST} if the range has a lower end, logarithmic
   * time for each.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  Stream<Tuple> stream(KeyRange range);

  /**
   * Returns a spliterator over the objects whose keys lie in a range; see {@link
   * #stream(KeyRange)}.
   *
   * @throws TableTypeException if this is no ordered_set
   */
  Spliterator<Tuple> spliterator(KeyRange range);

  /**
   * Returns the results of a specification as they are asked for: lazily, and each object as it is
   * when the stream comes to it. The table is kept fixed as by {@link #stream()}.
   */
  Stream<Term> stream(MatchSpec spec);

  /**
   * Returns the objects from a key on: first those of the key itself, if it is there, then those of
   * the keys that {@link #next} comes to one after the other. The table is kept fixed as by {@link
   * #stream()}.
   *
   * <p>Cost: logarithmic time to the first in an ordered_set; in the other types constant time on
   * {@link Backend#SPLIT_ORDERED} and {@link Backend#STRIPED}, and on stores that cannot go on from
   * a key, as the first {@link #next}, linear time and memory if the table is not fixed.
   *
   * @param key in an ordered_set any key; in the other types one that is there, or was deleted
   *     while the table has been fixed
   * @throws NoSuchKeyException if it is not
   */
  Stream<Tuple> iterateFrom(Term key);

  /**
   * As {@link #iterateFrom}, the other way: the keys that {@link #prev} comes to; in other types
   * than ordered_set the same.
   *
   * @throws NoSuchKeyException as there
   */
  Stream<Tuple> iterateBackFrom(Term key);

  // Match specifications

  /**
   * Returns the results of a match specification for all objects: {@code ets:select(Table, Spec)}.
   * In an ordered_set they are in key order; those of the objects of one key stand together, oldest
   * first. Not a snapshot: each object is seen before or after a change that happens meanwhile.
   *
   * <p>Cost: as {@link LocalTable#explain} says. The plan of a specification is kept, so a
   * specification that is used often should be compiled once. A key that is written with a map and
   * without variables stands for that key alone, here and in all functions that take a
   * specification or a pattern; Erlang does so only where it need not look at all objects.
   *
   * @return unmodifiable
   */
  List<Term> select(MatchSpec spec);

  /**
   * Returns the first results: {@code ets:select(Table, Spec, Limit)}. {@link
   * #select(SelectContinuation)} gives those that follow, and all of them together are what {@link
   * #select(MatchSpec)} gives if nothing changes meanwhile.
   *
   * @param limit how many results a chunk has, unless it is the last
   * @return empty where Erlang gives {@code '$end_of_table'}: there are none
   * @throws BadArgumentException if the limit is below 1
   */
  Optional<SelectChunk> select(MatchSpec spec, int limit);

  /**
   * Goes on with a search, in its direction: {@code ets:select(Continuation)}, and the same for
   * {@code match}, {@code match_object} and {@code select_reverse}.
   *
   * @return empty where Erlang gives {@code '$end_of_table'}: there are no more results
   * @throws BadArgumentException if it is a search in another table, or in this one under another
   *     name
   */
  Optional<SelectChunk> select(SelectContinuation continuation);

  /**
   * As {@link #select(MatchSpec)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec)}. In the other types the results are the same, in an order of
   * the store's.
   */
  List<Term> selectReverse(MatchSpec spec);

  /**
   * As {@link #select(MatchSpec, int)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec, Limit)}.
   *
   * @throws BadArgumentException if the limit is below 1
   */
  Optional<SelectChunk> selectReverse(MatchSpec spec, int limit);

  /**
   * Returns the number of objects for which the result is exactly {@code true}: {@code
   * ets:select_count(Table, Spec)}.
   */
  long selectCount(MatchSpec spec);

  /**
   * Deletes each object for which the result is exactly {@code true}: {@code
   * ets:select_delete(Table, Spec)}. The objects of one key are matched and deleted as one atomic
   * step; {@code [{'_',[],[true]}]} deletes all objects as one atomic and isolated step.
   *
   * @return the number of deleted objects
   */
  long selectDelete(MatchSpec spec);

  /**
   * Puts the result, which has to have the same key, in the place of each object that has one:
   * {@code ets:select_replace(Table, Spec)}. The objects of one key are matched and replaced as one
   * atomic step. {@code [{Old,[],[{const,New}]}]} compares and sets.
   *
   * @return how many objects it has replaced
   * @throws TableTypeException if this is a bag
   * @throws BadMatchSpecException if a clause may change a key: see {@link MatchSpec#checkKeepsKey}
   */
  long selectReplace(MatchSpec spec);

  // Patterns: match specifications that are all head

  /**
   * Returns what the variables of a pattern are bound to, for each object that matches: {@code
   * ets:match(Table, Pattern)}. Order and cost as {@link #select(MatchSpec)}.
   *
   * @return unmodifiable; for each object the values of the variables by their numbers
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  List<ListTerm> match(Term pattern);

  /**
   * As {@link #match(Term)}, in chunks: {@code ets:match(Table, Pattern, Limit)}. See {@link
   * #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; it is looked at first
   * @throws BadMatchSpecException as {@link #match(Term)}
   */
  Optional<SelectChunk> match(Term pattern, int limit);

  /**
   * Returns the objects that match a pattern: {@code ets:match_object(Table, Pattern)}. Order and
   * cost as {@link #select(MatchSpec)}.
   *
   * @return unmodifiable
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  List<Tuple> matchObject(Term pattern);

  /**
   * As {@link #matchObject(Term)}, in chunks: {@code ets:match_object(Table, Pattern, Limit)}. See
   * {@link #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; it is looked at first
   * @throws BadMatchSpecException as {@link #matchObject(Term)}
   */
  Optional<SelectChunk> matchObject(Term pattern, int limit);

  /**
   * Deletes the objects that match a pattern: {@code ets:match_delete(Table, Pattern)}. Atomic as
   * {@link #selectDelete(MatchSpec)}; the pattern {@code '_'} deletes all objects as one step.
   *
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map
   */
  void matchDelete(Term pattern);

  // The table as a whole

  /** Drops the table: {@code ets:delete(Table)}. Its heir does not get it. */
  void drop();

  /**
   * Renames the table: {@code ets:rename(Table, Name)}. If it is known by its name it is known by
   * the new one from the same moment on, and the old one is free. Handles go on working.
   *
   * @return what Erlang's functions take for this table: the name if it is known by it, else the
   *     identifier
   * @throws BadArgumentException if the table is known by its name and a table has the new one, be
   *     it this one
   */
  Term rename(Atom name);

  /**
   * Gives the table to another owner, which gets the message <code>
   * {'ETS-TRANSFER', Table, FromPid, Gift}</code>. This is {@code ets:give_away(Table, Pid, Gift)}.
   * The heir and fixations stay. Only the owner may.
   *
   * @throws BadArgumentException if the other is of another space, has ended or is the owner, or
   *     the caller is not
   */
  void giveAway(Owner receiver, Term gift);

  /**
   * As {@link #giveAway(Owner, Term)}, to the owner with this pid in the table's space. Spaces that
   * are of no node give their owners the same pids; the pid of an owner of another space then means
   * an owner of this one.
   *
   * @throws BadArgumentException as there
   */
  void giveAway(Pid pid, Term gift);

  /**
   * Sets the heir, which becomes the owner when the owner ends, and what it is told then: {@code
   * ets:setopts(Table, {heir, Pid, Data})}. One that has ended is none. Only the owner may. The pid
   * means an owner of the table's own space, as in {@link #giveAway(Pid, Term)}.
   *
   * @throws BadArgumentException if the pid is of another node, or the caller is not the owner
   */
  void setHeir(Pid pid, Term data);

  /**
   * As {@link #setHeir(Pid, Term)}, but the heir is not told: {@code ets:setopts(Table, {heir,
   * Pid})}.
   *
   * @throws BadArgumentException as there
   */
  void setHeir(Pid pid);

  /**
   * Sets no heir, so that the table is dropped when its owner ends: {@code ets:setopts(Table,
   * {heir, none})}.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  void setNoHeir();

  /**
   * Sets the access, which says which owners may read and write: {@code ets:setopts(Table,
   * {protection, Access})}. Only the owner may.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  void setAccess(Access access);

  /** As {@link #tab2file(Path, SaveOptions)}, with {@link SaveOptions#defaults}. */
  void tab2file(Path file);

  /**
   * Writes the table to a file that Erlang reads too: {@code ets:tab2file(Table, File, Options)}.
   * Where Erlang gives <code>{error, badtab}</code> this is, as everywhere, a {@link
   * NoSuchTableException} or a {@link TableAccessException}. See {@link TabFile} for the layout.
   *
   * <p>Like a traversal this is no snapshot: each object that is there throughout is written once.
   * The file takes its place and name when it is complete; until then, and if this fails, what was
   * there stays as it was. A symbolic link is replaced, as by Erlang; the file that it leads to
   * stays.
   *
   * <p>Cost: linear time; memory for the largest object.
   *
   * @throws TableFileException if the file cannot be written
   */
  void tab2file(Path file, SaveOptions options);

  /**
   * Ends the use of this handle, and of a table that was made with it.
   *
   * <ul>
   *   <li>The handle that {@code newTable} or {@code file2tab} returned drops the table, if its
   *       owner still has it: {@code try (EtsTable table = owner.newTable(...))} leaves nothing
   *       behind. A table that has been given away, or that an heir has got, stays.
   *   <li>Any other handle, such as one that {@code open} returned, leaves the table as it is.
   *   <li>What was fixed through this handle is released. The handle cannot be used any more, nor
   *       can streams, spliterators and iterators that it has given out: one that is being consumed
   *       fails at its next object.
   * </ul>
   *
   * To close again does nothing. A handle that is never closed keeps nothing from ending: its table
   * stays until it is {@linkplain #drop() dropped} or its owner ends.
   */
  @Override
  void close();
}
