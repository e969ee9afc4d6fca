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
 * A handle to a table. It carries the rights of one {@link Owner}, whichever thread uses it.
 * Functions have Erlang's meaning and Java's names. If an argument of Erlang's function can have
 * several shapes, there is a method for each. {@link org.jets.ets.erl.EtsModule} has the same
 * functions with terms as the only arguments and results, and with Erlang's errors. {@link
 * LocalTable} has the operations that only a table of this JVM supports.
 *
 * <p><b>Objects and keys.</b> An object is a tuple with at least as many elements as the position
 * of the key. Keys are compared by {@code =:=}, or by {@code ==} in an ordered_set. Whole objects
 * are compared by {@code =:=}.
 *
 * <p><b>Atomicity.</b> Each function on one key is linearizable: it takes effect at one moment
 * between its call and its return. The same holds for {@code insert} and {@code insertNew} of many
 * objects, {@link #deleteAllObjects} and {@link #drop()}; no other thread sees a part of them. A
 * function that throws has changed nothing. The exceptions are {@link #initTable}, {@link
 * #giveAway} if the receiver's listener throws, and a search that changes objects of many keys.
 * Traversals ({@link #stream()}, {@link #tab2list}, steps from key to key) are not snapshots. They
 * see each object before or after a concurrent change.
 *
 * <p><b>Threads.</b> Safe for use by many threads, virtual ones too. Readers of a key do not block,
 * except briefly in some {@linkplain Backend stores}. A writer may block on another writer of the
 * same key, on a batch insert that contains its key, and while a {@linkplain LocalTable#snapshot
 * snapshot} is taken. A step from key to key may block on a batch insert in an ordered_set. In a
 * fixed table of another type it may block on other steps.
 *
 * <p><b>Errors.</b> Each method that reads or changes objects or options makes two checks before
 * those of its arguments. It checks that the table exists ({@link NoSuchTableException}), and that
 * the handle's owner may call it ({@link TableAccessException}). Folds repeat these checks after
 * each key. Streams, spliterators and iterators repeat them before each object. So a walk fails
 * soon after the table has been given away or its access has changed, if its owner may not read it
 * any more. A null argument causes a {@link NullPointerException} that names the argument. A handle
 * that has been {@linkplain #close closed} throws {@link IllegalStateException}. Each method
 * documents its other exceptions.
 *
 * <p><b>Cost.</b> Unless documented otherwise, a function makes one lookup in the store's map and
 * allocates only its result.
 *
 * <p>All this applies to the tables of this JVM, which an {@link Owner} returns. Other
 * implementations document their differences.
 */
public interface EtsTable extends AutoCloseable {
  /**
   * Makes a table that belongs to the program as a whole. Its owner is the {@linkplain
   * TableSpace#mainOwner() main owner} of the {@linkplain TableSpace#defaultSpace() default space}.
   * It stays until it is {@linkplain #drop() dropped} or the returned handle is {@linkplain
   * #close() closed}. {@link TableSpace#newOwner()} starts other owners, whose tables end with them
   * or pass to an heir.
   *
   * @throws BadArgumentException if the options make it a named table, and another named table has
   *     that name
   */
  static LocalTable newTable(String name, TableOptions options) {
    return TableSpace.defaultSpace().mainOwner().newTable(name, options);
  }

  // Properties of a table

  /** Returns the identifier, even after the table has been dropped. */
  Reference id();

  /** Returns the type. */
  TableType type();

  /** Returns the position of the key in an object, from 1. */
  int keypos();

  /**
   * Returns the name. Two tables of a space may have the same name unless both are named tables.
   */
  Atom name();

  /** Returns true until the table has been dropped. */
  boolean exists();

  /**
   * Returns the number of objects; exact while no thread writes. Needs no access right.
   *
   * @throws NoSuchTableException if the table has been dropped
   */
  long size();

  /**
   * Returns the result of {@code ets:info(Table)}, a list of pairs. Needs no access right.
   *
   * @return empty, for Erlang's {@code undefined}, if the table has been dropped
   */
  Optional<ListTerm> info();

  /**
   * Returns one item of information: {@code ets:info(Table, Item)}. Needs no access right. {@code
   * memory} is in words of 8 bytes, estimated from the first objects. {@code binary} is always an
   * empty list, and {@code stats} always {@code false}. {@code data} is always {@code true} and,
   * unlike in Erlang, prints nothing.
   *
   * @return empty, for Erlang's {@code undefined}, if the table has been dropped
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

  /**
   * Returns the objects of several keys, in the order of the keys: {@code
   * lists:append([ets:lookup(Table, Key) || Key <- Keys])}. The result is no snapshot: each key is
   * looked up at its own moment. An absent key adds nothing, and a key that occurs twice adds its
   * objects twice. The rights are checked before the first key; a table of another node checks them
   * in each of its calls.
   *
   * <p>Cost: a lookup for each key, and one list.
   *
   * @param keys is read once; none of them is null
   * @return an unmodifiable list that does not change
   * @throws NoSuchTableException if the table has been dropped, also during the call
   */
  List<Tuple> lookupAll(Collection<? extends Term> keys);

  /** Returns whether the key has an object: {@code ets:member(Table, Key)}. */
  boolean member(Term key);

  /**
   * Returns an element of the object of a key: {@code ets:lookup_element(Table, Key, Position)}.
   *
   * @param position the position of the element, from 1; the key's position returns the key as it
   *     is stored
   * @return the element; in a bag or duplicate_bag the list of the elements of all objects of the
   *     key
   * @throws BadArgumentException if the position is below 1, or is outside an object of the key
   * @throws NoSuchKeyException if the key is absent
   */
  Term lookupElement(Term key, int position);

  /**
   * As {@link #lookupElement(Term, int)}, with a value for an absent key: {@code
   * ets:lookup_element(Table, Key, Position, Default)}.
   *
   * @throws BadArgumentException as for {@link #lookupElement(Term, int)}
   */
  Term lookupElement(Term key, int position, Term defaultValue);

  // Inserts and deletions

  /**
   * Inserts an object: {@code ets:insert(Table, Object)}. In a set or ordered_set it replaces an
   * object with the same key. In a bag it is added unless an equal object is present. In a
   * duplicate_bag it is always added. The table keeps the object {@linkplain Tuple#packed packed}.
   *
   * @throws BadArgumentException if the object is too short to have a key
   */
  void insert(Tuple object);

  /**
   * Inserts objects as one atomic and isolated step: {@code ets:insert(Table, [Object])}. Of
   * several objects with one key, a set keeps the last.
   *
   * <p>Cost: each key is changed twice in the store's map, and batch inserts into one table are
   * serialized. On {@link Backend#CA_TREE} each key is changed once, and inserts of distant keys
   * run in parallel.
   *
   * @throws BadArgumentException if one is too short to have a key; none is inserted then
   */
  void insert(Collection<? extends Tuple> objects);

  /**
   * Inserts an object if its key is absent: {@code ets:insert_new(Table, Object)}.
   *
   * @return whether it has been inserted
   * @throws BadArgumentException if the object is too short to have a key
   */
  boolean insertNew(Tuple object);

  /**
   * Inserts objects as one atomic and isolated step if all of their keys are absent: {@code
   * ets:insert_new(Table, [Object])}. A key may occur twice among the objects. The cost is that of
   * {@link #insert(Collection)}.
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
   * ets:init_table(Table, InitFun)}. This is not atomic, and if it fails, earlier changes stay.
   *
   * <p>The objects are removed before the stream is read. A stream of this table's own objects is
   * then empty or truncated; take it from a {@link LocalTable#snapshot()}, or collect it first.
   *
   * @throws BadArgumentException if an object is too short to have a key
   */
  void initTable(Stream<? extends Tuple> objects);

  // Counters and elements

  /**
   * Adds to the integer in the element after the key: {@code ets:update_counter(Table, Key,
   * Increment)}.
   *
   * @return the new value of the integer
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws NoSuchKeyException if the key is absent
   * @throws BadArgumentException if that element is absent or is no integer
   */
  IntegerTerm updateCounter(Term key, long increment);

  /**
   * As {@link #updateCounter(Term, long)}, with a default object. If the key is absent, that object
   * is inserted with the key and then updated.
   *
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws BadArgumentException if that element is absent or is no integer, or the default object
   *     is too short to have a key
   */
  IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject);

  /**
   * Applies one operation to a counter: {@code ets:update_counter(Table, Key, UpdateOp)}.
   *
   * @return the new value of the integer
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws NoSuchKeyException if the key is absent
   * @throws BadArgumentException if the operation's position is the key's, is outside the object,
   *     or holds no integer
   */
  IntegerTerm updateCounter(Term key, CounterOp op);

  /**
   * As {@link #updateCounter(Term, CounterOp)}, with a default object. If the key is absent, that
   * object is inserted with the key and then updated.
   *
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws BadArgumentException as for {@link #updateCounter(Term, CounterOp)}, and if the default
   *     object is too short to have a key
   */
  IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject);

  /**
   * Applies operations to counters in order, as one atomic step, each on the result of the previous
   * one: {@code ets:update_counter(Table, Key, [UpdateOp])}. All are checked before the first is
   * done.
   *
   * @return the result of each operation
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws NoSuchKeyException if the key is absent
   * @throws BadArgumentException if an operation's position is the key's, is outside the object, or
   *     holds no integer
   */
  List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops);

  /**
   * As {@link #updateCounter(Term, List)}, with a default object. If the key is absent, that object
   * is inserted with the key and then updated.
   *
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws BadArgumentException as for {@link #updateCounter(Term, List)}, and if the default
   *     object is too short to have a key
   */
  List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject);

  /**
   * Sets an element: {@code ets:update_element(Table, Key, {Position, Value})}.
   *
   * @return whether the key is present; if not, nothing is done
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws BadArgumentException if the key is present, and the position is the key's or is outside
   *     the object
   */
  boolean updateElement(Term key, int position, Term value);

  /**
   * Sets elements as one atomic step, in their order: {@code ets:update_element(Table, Key,
   * [{Position, Value}])}. All operations are checked before the first is done.
   *
   * @return whether the key is present; if not, nothing is done
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws BadArgumentException if the key is present, and a position is the key's or is outside
   *     the object
   */
  boolean updateElement(Term key, List<ElementOp> ops);

  /**
   * As {@link #updateElement(Term, List)}, with a default object. If the key is absent, that object
   * is inserted with the key and then updated.
   *
   * @throws TableTypeException if the table is neither a set nor an ordered_set
   * @throws BadArgumentException if a position is the key's or is outside the object, or the
   *     default object is too short to have a key
   */
  void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject);

  // From key to key, and folds

  /**
   * Returns the first key, in an ordered_set the smallest: {@code ets:first(Table)}.
   *
   * @return empty for Erlang's {@code '$end_of_table'}
   */
  Optional<Term> first();

  /**
   * Returns the last key, which is the largest in an ordered_set and the first in the other types:
   * {@code ets:last(Table)}.
   *
   * @return empty for Erlang's {@code '$end_of_table'}
   */
  Optional<Term> last();

  /**
   * Returns the next key: {@code ets:next(Table, Key)}. In an ordered_set that is the smallest
   * larger key, and the given key may be absent from the table. In the other types the given key
   * must be present, and the order is the store's own. As in Erlang, no step is possible from the
   * key {@code '$end_of_table'} of an ordered_set.
   *
   * <p>Cost: a store that cannot resume from a key makes a list of all keys for the first step. It
   * keeps the list for the next steps. The step that reaches the end makes another list, to find
   * keys inserted meanwhile, and then drops the list. {@link #first} drops it too.
   *
   * @return empty for Erlang's {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is absent; in an ordered_set only if it is {@code
   *     '$end_of_table'}
   */
  Optional<Term> next(Term key);

  /**
   * Returns the previous key: {@code ets:prev(Table, Key)}; in types other than ordered_set the
   * same as {@link #next}.
   *
   * @return empty for Erlang's {@code '$end_of_table'}
   * @throws NoSuchKeyException if the key is absent; in an ordered_set only if it is {@code
   *     '$end_of_table'}
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
   * As {@link #next}, with the objects of the next key as they are at the same moment: {@code
   * ets:next_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as for {@link #next}
   */
  Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key);

  /**
   * As {@link #prev}, with the objects of the previous key as they are at the same moment: {@code
   * ets:prev_lookup(Table, Key)}.
   *
   * @throws NoSuchKeyException as for {@link #prev}
   */
  Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key);

  /**
   * Returns the objects in a slot: {@code ets:slot(Table, Slot)}. Slots are numbered from 0 and
   * together contain all objects. In an ordered_set each object has its own slot, in key order. In
   * the other types each key has its own slot, in the reverse order of {@link #next}, and there are
   * at least 256 slots.
   *
   * <p>Cost: in an ordered_set linear in the slot's number; in the other types that of {@link
   * #next}.
   *
   * @return empty, for Erlang's {@code '$end_of_table'}, if the argument equals the number of slots
   * @throws BadArgumentException if there is no such slot
   */
  Optional<List<Tuple>> slot(long slot);

  /**
   * Fixes the table once more, or releases it once: {@code ets:safe_fixtable(Table, Fix)}. While
   * any owner keeps the table fixed, steps with {@link #first} and {@link #next} reach exactly once
   * each key that is present all the time. They can continue from a key that is deleted meanwhile.
   * In an ordered_set this holds without a fixation.
   *
   * <p>The owner releases the table by as many calls as have fixed it. All its fixations are
   * released when the owner ends, and those through this handle when the handle is {@linkplain
   * #close closed}. A release without a fixation does nothing. Read access is enough to fix and to
   * release.
   *
   * <p>Cost: while a table that is no ordered_set is fixed, it remembers deleted keys. A store that
   * cannot resume from a key also keeps an order of all keys from the first step on, about 16 bytes
   * each. On such a store, a walk takes linear time for its first step if keys may have been added.
   *
   * @throws BadArgumentException if the table is to be fixed and this handle's owner has been
   *     closed, so that no call would release it
   */
  void safeFixtable(boolean fix);

  /**
   * Calls a function for each object, with the object and the result of the previous call: {@code
   * ets:foldl(Function, Initial, Table)}. In an ordered_set the order is from the smallest key to
   * the largest. Objects of one key come oldest first. The table stays fixed meanwhile; the
   * function may change the table. If the table is dropped or given away meanwhile, the function is
   * still called for the other objects of the same key.
   *
   * @return the last result of the function
   * @throws BadArgumentException if this is no ordered_set and no snapshot, and this handle's owner
   *     has been closed, as for {@link #stream()}
   * @throws NoSuchTableException if the table is dropped meanwhile
   * @throws TableAccessException if this handle's owner may not read the table after one of the
   *     keys
   * @throws NoSuchKeyException if an ordered_set has the key {@code '$end_of_table'}, from which,
   *     as in Erlang, no step is possible
   */
  <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial);

  /**
   * As {@link #foldl}, from the largest key to the smallest, with the newest object of a key first:
   * {@code ets:foldr(Function, Initial, Table)}. In types other than ordered_set the order of keys
   * is that of {@link #foldl}.
   *
   * @throws BadArgumentException as for {@link #foldl}
   * @throws NoSuchKeyException as for {@link #foldl}
   */
  <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial);

  // Lists, streams and spliterators

  /** Returns all objects: {@code ets:tab2list(Table)}. In an ordered_set they are in key order. */
  List<Tuple> tab2list();

  /**
   * Returns all objects, in an ordered_set in key order. Those of one key are adjacent, oldest
   * first, as they are when the stream reaches the key. The stream can be made parallel; its size
   * is known if this is a {@linkplain LocalTable#snapshot snapshot}. It begins when it is consumed.
   * It fails at its next object, or at its end, once this handle is {@linkplain #close closed} or
   * its owner may not read the table any more.
   *
   * <p>In types other than ordered_set the stream keeps the table {@linkplain
   * #safeFixtable(boolean) fixed} from its first element on. The fixation ends when the stream is
   * exhausted, closed or unreachable, or a function that it calls fails. A stream that begins after
   * this handle's owner has ended fails with a {@link BadArgumentException}, as {@link
   * #safeFixtable(boolean)} does. An ordered_set and a snapshot need no fixation.
   *
   * <p>Cost: constant time for each key; in types other than ordered_set that of a lookup.
   */
  Stream<Tuple> stream();

  /**
   * Returns a spliterator over all objects; see {@link #stream()}. If it keeps the table fixed, it
   * does so from its first element on. The fixation ends when the spliterator and all parts split
   * off are exhausted or unreachable, one of them fails, or this handle is closed.
   */
  Spliterator<Tuple> spliterator();

  /**
   * Returns the objects whose keys lie in a range, in key order, as {@link #stream()} does. The
   * table is not fixed.
   *
   * <p>Cost: logarithmic time to the first key, then constant time for each. On {@link
   * Backend#SKIP_LIST}, if the range has a lower end, logarithmic time for each. The same holds on
   * all stores for a key near which the table has changed since the key before.
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
   * Returns the results of a specification lazily, for each object as it is when the stream reaches
   * it. The table is kept fixed as by {@link #stream()}.
   */
  Stream<Term> stream(MatchSpec spec);

  /**
   * Returns the objects from a key on. The objects of the key itself come first, if it is present.
   * Those of the keys that {@link #next} returns follow. The table is kept fixed as by {@link
   * #stream()}.
   *
   * <p>Cost: logarithmic time to the first object in an ordered_set. In the other types, constant
   * time on {@link Backend#SPLIT_ORDERED} and {@link Backend#STRIPED}. On stores that cannot resume
   * from a key, linear time and memory if the table is not fixed, as for the first {@link #next}.
   *
   * @param key in an ordered_set any key; in the other types one that is present, or was deleted
   *     while the table has been fixed
   * @throws NoSuchKeyException if the table is not an ordered_set and the key meets neither
   *     condition
   */
  Stream<Tuple> iterateFrom(Term key);

  /**
   * As {@link #iterateFrom}, but with the keys that {@link #prev} returns. In types other than
   * ordered_set, both methods return the same objects.
   *
   * @throws NoSuchKeyException as for {@link #iterateFrom}
   */
  Stream<Tuple> iterateBackFrom(Term key);

  // Match specifications

  /**
   * Returns the results of a match specification for all objects: {@code ets:select(Table, Spec)}.
   * In an ordered_set they are in key order; those of the objects of one key are adjacent, oldest
   * first. Not a snapshot: each object is seen before or after a concurrent change.
   *
   * <p>Cost: see {@link LocalTable#explain}. The plan of a specification is kept, so a
   * specification that is used often should be compiled once. If the key in a head contains a map
   * and no variables, it matches only an equal key. This holds in all functions with a match
   * specification or a pattern. In Erlang it holds only if the search need not examine all objects.
   *
   * @return an unmodifiable list
   */
  List<Term> select(MatchSpec spec);

  /**
   * Returns the first results: {@code ets:select(Table, Spec, Limit)}. {@link
   * #select(SelectContinuation)} returns the following ones. Together they are the results of
   * {@link #select(MatchSpec)} if nothing changes meanwhile.
   *
   * @param limit the number of results in each chunk except the last
   * @return empty, for Erlang's {@code '$end_of_table'}, if there are none
   * @throws BadArgumentException if the limit is below 1
   */
  Optional<SelectChunk> select(MatchSpec spec, int limit);

  /**
   * Resumes a search in its direction: {@code ets:select(Continuation)}, and the same for {@code
   * match}, {@code match_object} and {@code select_reverse}.
   *
   * @return empty, for Erlang's {@code '$end_of_table'}, if there are no more results
   * @throws BadArgumentException if the search is in another table, or in this one under another
   *     name
   */
  Optional<SelectChunk> select(SelectContinuation continuation);

  /**
   * As {@link #select(MatchSpec)}, but in an ordered_set from the last key down: {@code
   * ets:select_reverse(Table, Spec)}. In the other types the results are the same, in the store's
   * order.
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
   * Replaces each object that has a result by the result, which must have the same key: {@code
   * ets:select_replace(Table, Spec)}. The objects of one key are matched and replaced as one atomic
   * step. {@code [{Old,[],[{const,New}]}]} is a compare-and-set.
   *
   * @return the number of replaced objects
   * @throws TableTypeException if this is a bag
   * @throws BadMatchSpecException if a clause may change a key: see {@link MatchSpec#checkKeepsKey}
   */
  long selectReplace(MatchSpec spec);

  // Patterns: match specifications with only a head

  /**
   * Returns the values of a pattern's variables for each object that matches: {@code
   * ets:match(Table, Pattern)}. Order and cost are those of {@link #select(MatchSpec)}.
   *
   * @return an unmodifiable list; for each object the values of the variables in the order of their
   *     numbers
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map,
   *     or has about {@value MatchSpec#DEFAULT_MAX_TERMS} terms or more
   */
  List<ListTerm> match(Term pattern);

  /**
   * As {@link #match(Term)}, in chunks: {@code ets:match(Table, Pattern, Limit)}. See {@link
   * #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; this is checked first
   * @throws BadMatchSpecException as for {@link #match(Term)}
   */
  Optional<SelectChunk> match(Term pattern, int limit);

  /**
   * Returns the objects that match a pattern: {@code ets:match_object(Table, Pattern)}. Order and
   * cost are those of {@link #select(MatchSpec)}.
   *
   * @return an unmodifiable list
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map,
   *     or has about {@value MatchSpec#DEFAULT_MAX_TERMS} terms or more
   */
  List<Tuple> matchObject(Term pattern);

  /**
   * As {@link #matchObject(Term)}, in chunks: {@code ets:match_object(Table, Pattern, Limit)}. See
   * {@link #select(MatchSpec, int)}.
   *
   * @throws BadArgumentException if the limit is below 1; this is checked first
   * @throws BadMatchSpecException as for {@link #matchObject(Term)}
   */
  Optional<SelectChunk> matchObject(Term pattern, int limit);

  /**
   * Deletes the objects that match a pattern: {@code ets:match_delete(Table, Pattern)}. Atomicity
   * is that of {@link #selectDelete(MatchSpec)}; the pattern {@code '_'} deletes all objects as one
   * step.
   *
   * @throws BadMatchSpecException if the pattern has a variable or {@code '_'} as the key of a map,
   *     or has about {@value MatchSpec#DEFAULT_MAX_TERMS} terms or more
   */
  void matchDelete(Term pattern);

  // The table as a whole

  /**
   * Drops the table: {@code ets:delete(Table)}. It does not pass to its heir. The log of a
   * {@linkplain TableOptions#withDurable(boolean) durable} one is removed.
   */
  void drop();

  /**
   * Renames the table: {@code ets:rename(Table, Name)}. If this is a named table, the new name
   * atomically replaces the old one, which becomes free. Handles stay valid.
   *
   * @return the term for this table in Erlang's functions: the name if this is a named table, else
   *     the identifier
   * @throws BadArgumentException if this is a named table, and a named table, perhaps this one,
   *     already has the new name
   */
  Term rename(Atom name);

  /**
   * Gives the table to another owner, which gets the message <code>{'ETS-TRANSFER', Table,
   * FromPid, Gift}</code>. This is {@code ets:give_away(Table, Pid, Gift)}. The heir and fixations
   * stay. Only the owner may do this.
   *
   * @throws BadArgumentException if the receiver belongs to another space, has ended or already
   *     owns the table, or the caller is not the owner
   */
  void giveAway(Owner receiver, Term gift);

  /**
   * As {@link #giveAway(Owner, Term)}, to the owner with this pid in the table's space. Two spaces
   * without a node may give the same pid to different owners. So the pid of an owner in another
   * space may denote an owner in this one.
   *
   * @throws BadArgumentException as for {@link #giveAway(Owner, Term)}
   */
  void giveAway(Pid pid, Term gift);

  /**
   * Sets the heir, which becomes the owner when the current owner ends, and the data that the heir
   * then receives: {@code ets:setopts(Table, {heir, Pid, Data})}. The pid of a process that has
   * ended means no heir. Only the owner may do this. The pid means an owner of the table's own
   * space, as in {@link #giveAway(Pid, Term)}.
   *
   * @throws BadArgumentException if the pid is of another node, or the caller is not the owner
   */
  void setHeir(Pid pid, Term data);

  /**
   * As {@link #setHeir(Pid, Term)}, but the heir gets no message: {@code ets:setopts(Table, {heir,
   * Pid})}.
   *
   * @throws BadArgumentException as for {@link #setHeir(Pid, Term)}
   */
  void setHeir(Pid pid);

  /**
   * Removes the heir, so that the table is dropped when its owner ends: {@code ets:setopts(Table,
   * {heir, none})}.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  void setNoHeir();

  /**
   * Sets the access, which determines which owners may read and write: {@code ets:setopts(Table,
   * {protection, Access})}. Only the owner may do this.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  void setAccess(Access access);

  /** As {@link #tab2file(Path, SaveOptions)}, with {@link SaveOptions#defaults}. */
  void tab2file(Path file);

  /**
   * Writes the table to a file that Erlang reads too: {@code ets:tab2file(Table, File, Options)}.
   * For Erlang's <code>{error, badtab}</code> this throws {@link NoSuchTableException} or {@link
   * TableAccessException}, as other methods do. See {@link TabFile} for the layout.
   *
   * <p>Like a traversal this is not a snapshot: each object that is present during the whole call
   * is written once. The file replaces an old one only when it is complete. Until then, and if this
   * fails, the old file stays unchanged. It fails too if the owner loses the right to read the
   * table meanwhile. As in Erlang a symbolic link is replaced, and the file that it refers to
   * stays.
   *
   * <p>Cost: linear time; memory for the largest object.
   *
   * @throws TableFileException if the file cannot be written
   */
  void tab2file(Path file, SaveOptions options);

  /**
   * Ends the use of this handle, and drops a table that was made with it.
   *
   * <ul>
   *   <li>The handle that {@code newTable} or {@code file2tab} returned drops the table, if its
   *       owner still has it: {@code try (EtsTable table = owner.newTable(...))} leaves nothing
   *       behind. A table that has been given away, or has passed to an heir, stays. The log of a
   *       durable table stays.
   *   <li>Any other handle, such as one that {@code open} returned, leaves the table as it is.
   *   <li>Fixations through this handle are released. The handle cannot be used any more, nor can
   *       its streams, spliterators and iterators; one that is being consumed fails at its next
   *       object.
   * </ul>
   *
   * A second close does nothing. A handle need not be closed: its table stays until it is
   * {@linkplain #drop() dropped} or its owner ends.
   */
  @Override
  void close();
}
