package org.jets.node;

import java.nio.file.Path;
import java.util.Objects;
import org.jets.ets.Access;
import org.jets.ets.Backend;
import org.jets.ets.EtsErrors;
import org.jets.ets.EtsTable;
import org.jets.ets.Owner;
import org.jets.ets.SaveOptions;
import org.jets.ets.SelectPlan;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;

/**
 * A table that lives in another node, used like one of this JVM: each method is a call of the
 * function of {@code ets} that its documentation in {@link EtsTable} names, made on that node. Had
 * from a {@link RemoteOwner}, whose rights it carries.
 *
 * <p><b>Cost.</b> Each method costs one round trip, unless this says otherwise.
 *
 * <ul>
 *   <li>None: {@link #id}, {@link #type}, {@link #keypos}, which never change.
 *   <li>One, for any number of objects: inserts of many, {@link #tab2list}, {@code select} and
 *       {@code match} without a limit, whose answers come as one message each. The bound for
 *       messages, 256 MiB if the node's options do not say otherwise, bounds these; streams and
 *       folds have no bound.
 *   <li>One for each chunk: {@link #stream()}, {@link #foldl} and {@link #foldr}, {@link
 *       #initTable}, searches with a limit. How large a chunk is {@link RemoteOptions} say. To
 *       begin costs one or two more, and so does the end where the table is fixed. From key to key,
 *       which is {@link #iterateFrom}, streams of a range, and folds of bags, a jets node takes one
 *       step with each round trip, an Erlang node a chunk of them.
 *   <li>Two, on a node before OTP 27, {@link #firstLookup} and its like, and {@link
 *       #updateElement(Term, Term, Term)} where the key is not there; more if others change the
 *       same keys meanwhile.
 * </ul>
 *
 * <p>Match specifications are sent as terms and compiled there each time. Java functions cannot be
 * sent: {@link #foldl} and {@link #initTable} run theirs here, on objects that travel.
 *
 * <p><b>Whose rights.</b> Calls are made by workers, which may do what everybody may; several
 * threads have several calls served at the same time. Where the table is not public and belongs to
 * the {@link RemoteOwner}, and for what only the owner may do, they are made with the owner's
 * rights, on an Erlang node by one process, one call after the other. So a table that is to be used
 * from many threads, or that has calls that take long, had better be public.
 *
 * <p><b>Atomicity</b> is that of the node that has the table, call by call: what {@link EtsTable}
 * says of inserts of many, counters and the rest holds, for that is what {@code ets} does. It is no
 * transaction over several calls. {@link #firstLookup} and its like are two steps on a node before
 * OTP 27. A chunk is seen at its own time; hash tables are kept fixed from the first to the last
 * one of a stream or fold. A search with a limit in a hash table of an Erlang node is not, unless
 * {@link #safeFixtable(boolean)} is called: objects may be missed or come twice if the table grows
 * or shrinks meanwhile, as Erlang says of {@code select/3}.
 *
 * <p><b>What fails and how.</b> What {@code ets} refuses is told by the same exceptions as for a
 * table of this JVM, with Erlang's exception as the cause. Where an Erlang node does not say which
 * argument was wrong, they are looked at here and it may be guessed. If the node is gone, or gets
 * lost while a call waits, that is a {@link NodeDownException}; if it does not answer in time, a
 * {@link RemoteTimeoutException}; both, and whatever else comes in between, are {@link
 * RemoteTableException}s, and leave open whether the call was made. Nothing is retried. A later
 * call connects again.
 *
 * <p><b>What it does not have</b> ends in an {@link UnsupportedOperationException}: {@link #caller}
 * (there is a {@link RemoteOwner}, not an {@link Owner}); {@link #backend} and {@link #explain},
 * for no node tells; and {@link #snapshot}, for Erlang has no way to see all objects at one moment.
 * Different from a table of this JVM are also: {@link #tab2file}, which writes on the other node's
 * host, where jets nodes may refuse it; {@link #fromDets} and {@link #toDets}, which work on a node
 * that has dets tables; {@link #foldl}, which ends where a key of an ordered_set is {@code
 * '$end_of_table'}, or goes on; order, slots and the rest of what Erlang leaves open.
 *
 * <p>Safe for use by many threads.
 */
public final class RemoteEtsTable extends RemoteSearches {
  RemoteEtsTable(RemoteTableCalls calls, RemoteTableFacts facts) {
    super(calls, facts);
  }

  /** Returns the name of the node that has the table. */
  public String node() {
    return calls.node();
  }

  @Override
  public void delete() {
    apply("delete");
  }

  @Override
  public Term rename(Atom name) {
    return rename((Term) name);
  }

  @Override
  public Term rename(Term name) {
    return apply("rename", Objects.requireNonNull(name, "name"));
  }

  @Override
  public void giveAway(Owner receiver, Term gift) {
    giveAway(Objects.requireNonNull(receiver, "receiver").pid(), gift);
  }

  @Override
  public void giveAway(Term pid, Term gift) {
    applyAsOwner(
        "give_away", Objects.requireNonNull(pid, "pid"), Objects.requireNonNull(gift, "gift"));
    accessChanged(true);
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
    accessChanged(access == Access.PUBLIC);
  }

  @Override
  public void setopts(Term options) {
    applyAsOwner("setopts", Objects.requireNonNull(options, "options"));
  }

  @Override
  public void tab2file(Path file) {
    tab2file(file, SaveOptions.DEFAULT);
  }

  @Override
  public void tab2file(Path file, SaveOptions options) {
    tab2file(
        ListTerm.ofText(Objects.requireNonNull(file, "file").toString()),
        Objects.requireNonNull(options, "options").toTerm());
  }

  @Override
  public void tab2file(Term file, Term options) {
    Objects.requireNonNull(file, "file");
    Term answer = apply("tab2file", file, Objects.requireNonNull(options, "options"));
    if (answer != Atom.OK) {
      throw EtsErrors.file(id(), file, RemoteAnswers.pair(answer).element(2));
    }
  }

  @Override
  public void fromDets(Term name) {
    apply("from_dets", Objects.requireNonNull(name, "name"));
  }

  @Override
  public void toDets(Term name) {
    apply("to_dets", Objects.requireNonNull(name, "name"));
  }

  // What there is not

  @Override
  public Owner caller() {
    throw unsupported("caller", "a table of this JVM: its owner is a RemoteOwner");
  }

  @Override
  public Backend backend() {
    throw unsupported("backend", "a table of this JVM: its node does not tell");
  }

  @Override
  public SelectPlan explain(MatchSpec spec) {
    throw unsupported("explain", "a table of this JVM: its node does not tell");
  }

  @Override
  public EtsTable snapshot() {
    throw unsupported("snapshot", "a table of this JVM: Erlang has no snapshots");
  }

  private UnsupportedOperationException unsupported(String what, String expected) {
    return new UnsupportedOperationException(
        what + ": of " + this + " (expected: " + expected + ")");
  }
}
