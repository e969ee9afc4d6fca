package org.jets.node.remote;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jets.ets.Access;
import org.jets.ets.CounterOp;
import org.jets.ets.ElementOp;
import org.jets.ets.EtsTable;
import org.jets.ets.KeyRange;
import org.jets.ets.Owner;
import org.jets.ets.SaveOptions;
import org.jets.ets.SelectChunk;
import org.jets.ets.SelectContinuation;
import org.jets.ets.TableType;
import org.jets.ets.erl.EtsErrors;
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
 * A table that lives in another node, used like one of this JVM. Each method calls the function of
 * {@code ets} that its documentation in {@link EtsTable} names, on that node. A {@link RemoteOwner}
 * creates or opens it, and its calls have the rights of that owner.
 *
 * <p><b>Cost.</b> Each method costs one round trip, unless this list says otherwise.
 *
 * <ul>
 *   <li>None: {@link #id}, {@link #type}, {@link #keypos}, which never change.
 *   <li>One, for any number of objects: inserts of many, {@link #tab2list}, {@code select} and
 *       {@code match} without a limit. Each answer comes as one message. The size limit of a
 *       message, 256 MiB by default, bounds these calls. It does not bound streams and folds.
 *   <li>One for each chunk: {@link #stream()}, {@link #foldl} and {@link #foldr}, {@link
 *       #initTable}, searches with a limit. {@link RemoteOptions} set the size of a chunk. The
 *       first chunk costs one or two more. So does the end, if the traversal fixes the table.
 *   <li>One for each chunk of keys on an Erlang node: {@link #lookupAll}. A jets node gets a call
 *       for each key, up to 64 at a time.
 *   <li>One for each step on a jets node, or each chunk of steps on an Erlang node: {@link
 *       #iterateFrom}, streams of a range, folds of bags.
 *   <li>Two, on a node before OTP 27: {@link #firstLookup} and similar methods, and {@link
 *       #updateElement(Term, List, Tuple)} if the key does not exist. These calls cost more if
 *       other processes change the same keys concurrently.
 * </ul>
 *
 * <p>Match specifications are sent as terms, and the other node compiles them for each call. Java
 * functions cannot be sent: {@link #foldl} and {@link #initTable} run their functions in this JVM,
 * on the objects that they transfer.
 *
 * <p><b>Rights.</b> Most calls are made by worker processes of the other node, with the rights that
 * every process has. Such calls from several threads are served concurrently. A call needs the
 * rights of the owner if only the owner may make it. So does every call on a table that belongs to
 * the {@link RemoteOwner} and is not public. On an Erlang node, one process makes all calls that
 * need these rights, one after the other. So a table should be public if many threads use it, or if
 * its calls take long.
 *
 * <p><b>Atomicity</b> is that of the node that has the table, call by call. The promises of {@link
 * EtsTable}, for example for batch inserts and counters, hold because {@code ets} makes them too.
 * There is no transaction over several calls. Some methods need several calls:
 *
 * <ul>
 *   <li>{@link #firstLookup} and similar methods are two steps on a node before OTP 27.
 *   <li>Each chunk is read at a time of its own. A stream or fold keeps a hash table fixed from the
 *       first chunk to the last.
 *   <li>A search with a limit in a hash table of an Erlang node does not fix it, unless {@link
 *       #safeFixtable(boolean)} is called. Objects may be missed or come twice if the table grows
 *       or shrinks meanwhile, as Erlang documents for {@code select/3}.
 * </ul>
 *
 * <p><b>Failures.</b> Errors of {@code ets} are the same exceptions as for a table of this JVM,
 * with Erlang's exception as the cause. If an Erlang node does not tell which argument was wrong,
 * this JVM checks the arguments and may have to guess. Other failures are:
 *
 * <ul>
 *   <li>{@link NodeDownException}: the node cannot be reached, or the connection is lost while a
 *       call waits.
 *   <li>{@link RemoteTimeoutException}: the node does not answer in time.
 *   <li>{@link RemoteTableException}, the superclass of both: any other failure between this JVM
 *       and the table.
 * </ul>
 *
 * <p>After such a failure it is unknown whether the call was made. Nothing is retried. A later call
 * connects again.
 *
 * <p><b>Differences from a table of this JVM</b>:
 *
 * <ul>
 *   <li>{@link #tab2file} writes on the other node's host. A jets node may refuse this.
 *   <li>If a key of an ordered_set is {@code '$end_of_table'}, {@link #foldl} may end there.
 *   <li>Order, slots and other properties that Erlang leaves undefined may differ.
 *   <li>It has no methods for the owner, the store, plans and snapshots. A {@link
 *       org.jets.ets.LocalTable} has them.
 * </ul>
 *
 * <p>Safe for use by many threads.
 */
public final class RemoteEtsTable implements EtsTable {
  private final RemoteHandle table;
  private final RemoteObjects objects;
  private final RemoteUpdates updates;
  private final RemoteTraversal traversal;
  private final RemoteSelect select;

  RemoteEtsTable(RemoteTableCalls calls, RemoteTableFacts facts, boolean isMaker) {
    table = new RemoteHandle(calls, facts, isMaker);
    objects = new RemoteObjects(table);
    updates = new RemoteUpdates(table, objects);
    traversal = new RemoteTraversal(table, objects);
    select = new RemoteSelect(table);
  }

  // Identity

  @Override
  public Reference id() {
    return table.id();
  }

  @Override
  public TableType type() {
    return table.type();
  }

  @Override
  public int keypos() {
    return table.keypos();
  }

  @Override
  public Atom name() {
    return table.name();
  }

  @Override
  public boolean exists() {
    return table.exists();
  }

  @Override
  public long size() {
    return table.size();
  }

  @Override
  public Optional<ListTerm> info() {
    return table.info();
  }

  @Override
  public Optional<Term> info(Term item) {
    return table.info(item);
  }

  /**
   * {@inheritDoc}
   *
   * <p>Deleting the table costs two round trips. The first one finds out whether the {@link
   * RemoteOwner} still has it. A table that is given away between the two is deleted nevertheless.
   *
   * @throws RemoteTableException if it is unknown whether the table has been deleted
   */
  @Override
  public void close() {
    table.close();
  }

  /** Returns the name of the node that has the table. */
  public String node() {
    return table.calls.node();
  }

  @Override
  public void drop() {
    table.apply("delete");
  }

  @Override
  public Term rename(Atom name) {
    return table.apply("rename", Objects.requireNonNull(name, "name"));
  }

  @Override
  public void giveAway(Owner receiver, Term gift) {
    giveAway(Objects.requireNonNull(receiver, "receiver").pid(), gift);
  }

  @Override
  public void giveAway(Pid pid, Term gift) {
    table.applyAsOwner(
        "give_away", Objects.requireNonNull(pid, "pid"), Objects.requireNonNull(gift, "gift"));
    table.givenAway();
  }

  @Override
  public void setHeir(Pid pid, Term data) {
    Objects.requireNonNull(pid, "pid");
    setopts(Tuple.of(Atom.of("heir"), pid, Objects.requireNonNull(data, "data")));
  }

  @Override
  public void setHeir(Pid pid) {
    setopts(Tuple.of(Atom.of("heir"), Objects.requireNonNull(pid, "pid")));
  }

  @Override
  public void setNoHeir() {
    setopts(Tuple.of(Atom.of("heir"), Atom.of("none")));
  }

  @Override
  public void setAccess(Access access) {
    setopts(Tuple.of(Atom.of("protection"), Objects.requireNonNull(access, "access").term()));
    table.accessSet(access);
  }

  private void setopts(Tuple option) {
    table.applyAsOwner("setopts", option);
  }

  @Override
  public void tab2file(Path file) {
    tab2file(file, SaveOptions.defaults());
  }

  @Override
  public void tab2file(Path file, SaveOptions options) {
    tab2file(
        ListTerm.ofText(Objects.requireNonNull(file, "file").toString()),
        Objects.requireNonNull(options, "options").toTerm());
  }

  /**
   * Writes the table to a file as {@link #tab2file(Path, SaveOptions)} does. The name is one that
   * the other node's Erlang takes, an atom or a deep list, and the options are a list.
   *
   * @throws org.jets.ets.TableFileException if that node says {@code error}
   */
  public void tab2file(Term file, Term options) {
    Objects.requireNonNull(file, "file");
    Term answer = table.apply("tab2file", file, Objects.requireNonNull(options, "options"));
    if (answer != Atom.OK) {
      throw EtsErrors.file(table.id(), file, RemoteAnswers.pair(answer).element(2));
    }
  }

  /**
   * Replaces all objects by those of a dets table that is open on the other node: {@code
   * ets:from_dets(Table, Name)}.
   *
   * @throws org.jets.ets.BadArgumentException if there is none of that name; a jets node has none
   */
  public void fromDets(Term name) {
    table.apply("from_dets", Objects.requireNonNull(name, "name"));
  }

  /**
   * Copies all objects to a dets table that is open on the other node: {@code ets:to_dets(Table,
   * Name)}.
   *
   * @throws org.jets.ets.BadArgumentException if there is none of that name; a jets node has none
   */
  public void toDets(Term name) {
    table.apply("to_dets", Objects.requireNonNull(name, "name"));
  }

  // Objects

  @Override
  public List<Tuple> lookup(Term key) {
    return objects.lookup(key);
  }

  @Override
  public List<Tuple> lookupAll(Collection<? extends Term> keys) {
    return objects.lookupAll(keys);
  }

  @Override
  public boolean member(Term key) {
    return objects.member(key);
  }

  @Override
  public Term lookupElement(Term key, int position) {
    return objects.lookupElement(key, position);
  }

  @Override
  public Term lookupElement(Term key, int position, Term defaultValue) {
    return objects.lookupElement(key, position, defaultValue);
  }

  @Override
  public void insert(Tuple object) {
    objects.insert(object);
  }

  @Override
  public void insert(Collection<? extends Tuple> objects) {
    this.objects.insert(objects);
  }

  @Override
  public boolean insertNew(Tuple object) {
    return objects.insertNew(object);
  }

  @Override
  public boolean insertNew(Collection<? extends Tuple> objects) {
    return this.objects.insertNew(objects);
  }

  @Override
  public void delete(Term key) {
    objects.delete(key);
  }

  @Override
  public List<Tuple> take(Term key) {
    return objects.take(key);
  }

  @Override
  public void deleteObject(Tuple object) {
    objects.deleteObject(object);
  }

  @Override
  public void deleteAllObjects() {
    objects.deleteAllObjects();
  }

  @Override
  public void initTable(Stream<? extends Tuple> objects) {
    this.objects.initTable(objects);
  }

  // Counters and elements

  @Override
  public IntegerTerm updateCounter(Term key, long increment) {
    return updates.updateCounter(key, increment);
  }

  @Override
  public IntegerTerm updateCounter(Term key, long increment, Tuple defaultObject) {
    return updates.updateCounter(key, increment, defaultObject);
  }

  @Override
  public IntegerTerm updateCounter(Term key, CounterOp op) {
    return updates.updateCounter(key, op);
  }

  @Override
  public IntegerTerm updateCounter(Term key, CounterOp op, Tuple defaultObject) {
    return updates.updateCounter(key, op, defaultObject);
  }

  @Override
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops) {
    return updates.updateCounter(key, ops);
  }

  @Override
  public List<IntegerTerm> updateCounter(Term key, List<CounterOp> ops, Tuple defaultObject) {
    return updates.updateCounter(key, ops, defaultObject);
  }

  @Override
  public boolean updateElement(Term key, int position, Term value) {
    return updates.updateElement(key, position, value);
  }

  @Override
  public boolean updateElement(Term key, List<ElementOp> ops) {
    return updates.updateElement(key, ops);
  }

  @Override
  public void updateElement(Term key, List<ElementOp> ops, Tuple defaultObject) {
    updates.updateElement(key, ops, defaultObject);
  }

  // From object to object

  @Override
  public Optional<Term> first() {
    return traversal.first();
  }

  @Override
  public Optional<Term> last() {
    return traversal.last();
  }

  @Override
  public Optional<Term> next(Term key) {
    return traversal.next(key);
  }

  @Override
  public Optional<Term> prev(Term key) {
    return traversal.prev(key);
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> firstLookup() {
    return traversal.firstLookup();
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> lastLookup() {
    return traversal.lastLookup();
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> nextLookup(Term key) {
    return traversal.nextLookup(key);
  }

  @Override
  public Optional<Map.Entry<Term, List<Tuple>>> prevLookup(Term key) {
    return traversal.prevLookup(key);
  }

  @Override
  public Optional<List<Tuple>> slot(long slot) {
    return traversal.slot(slot);
  }

  @Override
  public void safeFixtable(boolean fix) {
    traversal.safeFixtable(fix);
  }

  @Override
  public <A extends @Nullable Object> A foldl(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return traversal.foldl(function, initial);
  }

  @Override
  public <A extends @Nullable Object> A foldr(
      BiFunction<? super Tuple, ? super A, ? extends A> function, A initial) {
    return traversal.foldr(function, initial);
  }

  @Override
  public List<Tuple> tab2list() {
    return traversal.tab2list();
  }

  @Override
  public Stream<Tuple> stream() {
    return traversal.stream();
  }

  @Override
  public Spliterator<Tuple> spliterator() {
    return traversal.spliterator();
  }

  @Override
  public Stream<Tuple> stream(KeyRange range) {
    return traversal.stream(range);
  }

  @Override
  public Spliterator<Tuple> spliterator(KeyRange range) {
    return traversal.spliterator(range);
  }

  @Override
  public Stream<Term> stream(MatchSpec spec) {
    return traversal.stream(spec);
  }

  @Override
  public Stream<Tuple> iterateFrom(Term key) {
    return traversal.iterateFrom(key);
  }

  @Override
  public Stream<Tuple> iterateBackFrom(Term key) {
    return traversal.iterateBackFrom(key);
  }

  // Match specifications and patterns

  @Override
  public List<Term> select(MatchSpec spec) {
    return select.select(spec);
  }

  @Override
  public Optional<SelectChunk> select(MatchSpec spec, int limit) {
    return select.select(spec, limit);
  }

  @Override
  public Optional<SelectChunk> select(SelectContinuation continuation) {
    return select.select(continuation);
  }

  @Override
  public List<Term> selectReverse(MatchSpec spec) {
    return select.selectReverse(spec);
  }

  @Override
  public Optional<SelectChunk> selectReverse(MatchSpec spec, int limit) {
    return select.selectReverse(spec, limit);
  }

  @Override
  public long selectCount(MatchSpec spec) {
    return select.selectCount(spec);
  }

  @Override
  public long selectDelete(MatchSpec spec) {
    return select.selectDelete(spec);
  }

  @Override
  public long selectReplace(MatchSpec spec) {
    return select.selectReplace(spec);
  }

  @Override
  public List<ListTerm> match(Term pattern) {
    return select.match(pattern);
  }

  @Override
  public Optional<SelectChunk> match(Term pattern, int limit) {
    return select.match(pattern, limit);
  }

  @Override
  public List<Tuple> matchObject(Term pattern) {
    return select.matchObject(pattern);
  }

  @Override
  public Optional<SelectChunk> matchObject(Term pattern, int limit) {
    return select.matchObject(pattern, limit);
  }

  @Override
  public void matchDelete(Term pattern) {
    select.matchDelete(pattern);
  }

  @Override
  public String toString() {
    return table.toString();
  }
}
