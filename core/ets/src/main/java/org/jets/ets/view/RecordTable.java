package org.jets.ets.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jets.ets.BadArgumentException;
import org.jets.ets.LocalTable;
import org.jets.ets.TableTypeException;
import org.jets.ets.argument.ValueText;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A table of any type whose objects are the records of a program, by a {@link Codec} of tuples such
 * as {@link Codec#ofRecord}. One component is the key. The methods are those of {@link LocalTable}
 * with records in place of tuples. The view keeps nothing itself: other views, programs and Erlang
 * nodes may use the table at the same time.
 *
 * <p><b>Keys.</b> Two keys are the same if the table compares their terms as equal: by {@code =:=},
 * or by {@code ==} in an ordered_set. Whole records are compared by their terms too, by {@code
 * =:=}.
 *
 * <p><b>Atomicity.</b> Each method that changes something is linearizable: it takes effect at one
 * moment between its call and its return. So are {@link #lookup}, {@link #find} and {@link
 * #member}. A method that throws has changed nothing.
 *
 * <p><b>Functions.</b> The functions of {@link #compute}, {@link #computeIfAbsent} and {@link
 * #merge} run without any lock. If another thread changes the key meanwhile, the function runs
 * again, and so it does if it changes the key itself. So it should have no effect except its
 * result, which must have the key. If it throws, the exception passes to the caller.
 *
 * <p><b>Errors.</b> The rights are those of the table's handle: each call may throw a {@link
 * org.jets.ets.TableAccessException} or a {@link org.jets.ets.NoSuchTableException}. An {@link
 * UnexpectedTermException} is thrown where an object is to be read that stands for no record. A
 * codec of records that makes another term than a tuple is an {@link IllegalArgumentException}. A
 * null argument is a {@link NullPointerException}.
 *
 * <p><b>Cost.</b> That of the table's method of the same name, and of the codecs for each record
 * that is read or written.
 *
 * @param <K> the type of the keys
 * @param <R> the type of the records
 */
public final class RecordTable<K, R> {
  private final LocalTable table;
  private final Codec<K> keys;
  private final Codec<R> records;

  private RecordTable(LocalTable table, Codec<K> keys, Codec<R> records) {
    this.table = table;
    this.keys = keys;
    this.records = records;
  }

  /**
   * Returns a table as one of records. Constant time; reads no object.
   *
   * @param keys the codec of the component at the table's {@linkplain LocalTable#keypos position of
   *     the key}; {@link Codec#ofTerm} for keys that are terms
   * @param records makes tuples
   */
  public static <K, R> RecordTable<K, R> of(LocalTable table, Codec<K> keys, Codec<R> records) {
    return new RecordTable<>(
        Objects.requireNonNull(table, "table"),
        Objects.requireNonNull(keys, "keys"),
        Objects.requireNonNull(records, "records"));
  }

  /** Returns the table. */
  public LocalTable table() {
    return table;
  }

  // Terms of keys and records

  private Term term(K key) {
    return Objects.requireNonNull(
        keys.encode(Objects.requireNonNull(key, "key")), "term of the key");
  }

  private Tuple object(R record) {
    Term term =
        Objects.requireNonNull(
            records.encode(Objects.requireNonNull(record, "record")), "term of the record");
    if (term instanceof Tuple tuple) {
      return tuple;
    }
    throw new IllegalArgumentException(
        "records: a codec that makes " + ValueText.of(term) + " (expected: one that makes tuples)");
  }

  private R record(Tuple object) {
    return Objects.requireNonNull(records.decode(object), "record of the codec");
  }

  private @Nullable R recordOrNull(Optional<Tuple> object) {
    return object.isPresent() ? record(object.get()) : null;
  }

  private List<Tuple> objects(Collection<? extends R> batch) {
    List<Tuple> objects = new ArrayList<>();
    for (R record : Objects.requireNonNull(batch, "batch")) {
      objects.add(object(record));
    }
    return objects;
  }

  private List<R> records(List<Tuple> objects) {
    List<R> read = new ArrayList<>(objects.size());
    for (Tuple object : objects) {
      read.add(record(object));
    }
    return Collections.unmodifiableList(read);
  }

  private Term keyOf(Tuple object) {
    if (object.arity() < table.keypos()) {
      throw BadArgumentException.of(
          2, "object", object, "a tuple of at least " + table.keypos() + " elements");
    }
    return object.element(table.keypos());
  }

  private static <T> T checked(@Nullable T result) {
    return Objects.requireNonNull(result, "result of the function");
  }

  private void requireSet() {
    if (!table.type().isSet()) {
      throw TableTypeException.withoutCause(table.id(), table.type(), "set or ordered_set");
    }
  }

  // Tables of any type

  /**
   * Inserts a record. In a set or ordered_set it replaces one with the same key. In a bag it is
   * added unless an equal one is present, and in a duplicate_bag always.
   *
   * @throws BadArgumentException if its tuple is too short to have a key
   */
  public void insert(R record) {
    table.insert(object(record));
  }

  /**
   * Inserts records as one atomic and isolated step, as {@link LocalTable#insert(Collection)}.
   *
   * @throws BadArgumentException if the tuple of one is too short to have a key
   */
  public void insert(Collection<? extends R> batch) {
    table.insert(objects(batch));
  }

  /**
   * Inserts a record if its key is absent.
   *
   * @return whether it has been inserted
   * @throws BadArgumentException if its tuple is too short to have a key
   */
  public boolean insertNew(R record) {
    return table.insertNew(object(record));
  }

  /** Returns the records of a key, oldest first; an unmodifiable list that does not change. */
  public List<R> lookup(K key) {
    return records(table.lookup(term(key)));
  }

  /** Returns whether the key has a record. Decodes none. */
  public boolean member(K key) {
    return table.member(term(key));
  }

  /** Removes the records of a key, if there are any. Decodes none. */
  public void delete(K key) {
    table.delete(term(key));
  }

  /**
   * Removes a record, in a duplicate_bag all that are equal to it. The whole tuple must be {@code
   * =:=} to the stored one.
   *
   * @throws BadArgumentException if its tuple is too short to have a key
   */
  public void deleteRecord(R record) {
    table.deleteObject(object(record));
  }

  /**
   * Returns all records, as {@link LocalTable#stream()} returns the objects. The stream fails at an
   * object that stands for no record.
   */
  public Stream<R> stream() {
    return table.stream().map(this::record);
  }

  /** Returns the number of objects of the table, as {@link LocalTable#size}. */
  public long size() {
    return table.size();
  }

  // Sets and ordered sets

  /**
   * Returns the record of a key.
   *
   * @throws TableTypeException for a bag or duplicate_bag
   */
  public Optional<R> find(K key) {
    Term term = term(key);
    requireSet();
    return table.lookup(term).stream().findFirst().map(this::record);
  }

  /**
   * Removes and returns the record of a key. An object that stands for no record is not removed.
   *
   * @throws TableTypeException for a bag or duplicate_bag
   */
  public Optional<R> take(K key) {
    Outcome<R> before = new Outcome<>();
    table.compute(
        term(key),
        found -> {
          before.value = recordOrNull(found);
          return Optional.empty();
        });
    return Optional.ofNullable(before.value);
  }

  /**
   * Replaces a record by another with the same key, if the key has exactly the expected one.
   *
   * @return whether it has been replaced
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the tuple of the expected record is too short to have a key, or
   *     the other does not have its key
   */
  public boolean replaceIf(R expected, R record) {
    Tuple present = object(expected);
    Tuple object = object(record);
    return table.replaceIf(keyOf(present), present, object);
  }

  /**
   * Changes, inserts or removes the record of a key by a {@linkplain RecordTable function}.
   *
   * @param function gets the record, or empty for an absent key; its result is the new record, or
   *     empty to remove the key
   * @return the new record; empty if there is none
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the result does not have the key
   */
  public Optional<R> compute(K key, UnaryOperator<Optional<R>> function) {
    Objects.requireNonNull(function, "function");
    Outcome<R> after = new Outcome<>();
    table.compute(
        term(key),
        found -> {
          Optional<R> result = checked(function.apply(Optional.ofNullable(recordOrNull(found))));
          after.value = result.orElse(null);
          return result.map(this::object);
        });
    return Optional.ofNullable(after.value);
  }

  /**
   * Returns the record of a key. If there is none, inserts the result of a {@linkplain RecordTable
   * function}. Threads that meet at an absent key may all run their functions, and all return the
   * record of the first.
   *
   * @param function gets the key
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the result does not have the key
   */
  public R computeIfAbsent(K key, Function<? super K, ? extends R> function) {
    Objects.requireNonNull(function, "function");
    Outcome<R> after = new Outcome<>();
    table.compute(
        term(key),
        found -> {
          R present = recordOrNull(found);
          R value = present == null ? checked(function.apply(key)) : present;
          after.value = value;
          return present == null ? Optional.of(object(value)) : found;
        });
    return checked(after.value);
  }

  /**
   * Inserts a record. If its key has one, inserts the result of a {@linkplain RecordTable function}
   * of both.
   *
   * @param function gets the present record and the given one
   * @return the record that was inserted
   * @throws TableTypeException for a bag or duplicate_bag
   * @throws BadArgumentException if the result does not have the key of the record, or its tuple is
   *     too short to have a key
   */
  public R merge(R record, BinaryOperator<R> function) {
    Objects.requireNonNull(function, "function");
    Tuple added = object(record);
    Outcome<R> after = new Outcome<>();
    table.compute(
        keyOf(added),
        found -> {
          R present = recordOrNull(found);
          R value = present == null ? record : checked(function.apply(present, record));
          after.value = value;
          return Optional.of(present == null ? added : object(value));
        });
    return checked(after.value);
  }
}
