package org.jets.node.remote;

import java.util.Objects;
import java.util.Optional;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.Owner;
import org.jets.ets.TableOptions;
import org.jets.ets.erl.EtsErrors;
import org.jets.node.ErlangException;
import org.jets.node.ErlangNode;
import org.jets.node.distribution.NodeName;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;

/**
 * An owner of tables of another node, which may be an Erlang node or one of jets. It is the remote
 * counterpart of {@link Owner}. It opens and creates tables there, and the calls of each {@link
 * RemoteEtsTable} that it returns have its rights.
 *
 * <pre>{@code
 * try (RemoteOwner owner = RemoteOwner.start(node, "a@host")) {
 *   EtsTable table = owner.newTable("squares", TableOptions.orderedSet());
 *   table.insert(Tuple.of(IntegerTerm.of(2), IntegerTerm.of(4)));
 * }
 * }</pre>
 *
 * <p><b>Its process.</b> Nothing has to be installed on the other node. On an Erlang node, a
 * process is started for the owner. It evaluates a few lines that it is sent, by {@code erl_scan},
 * {@code erl_parse} and {@code erl_eval}. A worker of {@code erpc} would not do, since its tables
 * end with its call. The process owns the tables and keeps them fixed. A jets node takes the
 * calling process for the owner, and needs none.
 *
 * <p><b>Its end.</b> The owner ends when it is closed, when its node is closed, or when the two
 * nodes lose each other. Then the other node passes its tables to their heirs or deletes them, and
 * releases its fixations, as if a process had ended there. Tables that are given to the owner while
 * it lives stay its own; it is not told of them. A table that should outlast the owner has to be
 * given away, or needs an heir there.
 *
 * <p><b>Cost.</b> Six round trips to start on an Erlang node, two on a jets node.
 *
 * <p><b>Failures</b> are those of {@link RemoteEtsTable}. Safe for use by many threads.
 */
public final class RemoteOwner implements AutoCloseable {
  private final RemoteTableCalls calls;

  private RemoteOwner(RemoteTableCalls calls) {
    this.calls = calls;
  }

  /**
   * Starts an owner with {@link RemoteOptions#defaults()}: see {@link #start(ErlangNode, String,
   * RemoteOptions)}.
   */
  public static RemoteOwner start(ErlangNode here, String node) {
    return start(here, node, RemoteOptions.defaults());
  }

  /**
   * Starts an owner on another node, and connects with it if there is no connection.
   *
   * @param here the node that makes the calls
   * @param node the name of the other node, or of the same
   * @throws IllegalArgumentException if the name is not of the form {@code name@host}
   * @throws NodeDownException if the other node cannot be reached; the message and the causes name
   *     the reason, such as another cookie, or an epmd that knows no such node
   * @throws RemoteTableException if that node does not allow calls of functions as Erlang and jets
   *     do
   */
  public static RemoteOwner start(ErlangNode here, String node, RemoteOptions options) {
    Objects.requireNonNull(here, "here");
    NodeName name = NodeName.of(Objects.requireNonNull(node, "node"));
    return new RemoteOwner(
        RemoteTableCalls.start(here, name.toString(), Objects.requireNonNull(options, "options")));
  }

  /** Returns the pid by which tables know this owner. */
  public Pid pid() {
    return calls.pid();
  }

  /** Returns the name of the node that has the tables. */
  public String node() {
    return calls.node();
  }

  /** Creates a table: see {@link #newTable(Term, Term)}. */
  public RemoteEtsTable newTable(String name, TableOptions options) {
    return newTable(Atom.of(name), Objects.requireNonNull(options, "options").toTerm());
  }

  /**
   * Creates a table of this owner on the other node: {@code ets:new(Name, Options)}. That node
   * chooses the {@linkplain org.jets.ets.Backend store}.
   *
   * <p>Cost: two round trips. A table that is not public is served by this owner's process alone,
   * one call after the other: see {@link RemoteEtsTable}.
   *
   * @throws org.jets.ets.BadArgumentException if the name is no atom or another named table has it,
   *     or the options are malformed
   */
  public RemoteEtsTable newTable(Term name, Term options) {
    Objects.requireNonNull(name, "name");
    return made(asOwner("new", name, Objects.requireNonNull(options, "options")));
  }

  /** Opens a named table: see {@link #open(Term)}. */
  public RemoteEtsTable open(String name) {
    return open(Atom.of(name));
  }

  /**
   * Opens a table of the other node, whichever process owns it; one round trip.
   *
   * @param nameOrId the name of a named table, or an identifier
   * @throws NoSuchTableException if there is none
   * @throws org.jets.ets.BadArgumentException if this is no name and no identifier
   */
  public RemoteEtsTable open(Term nameOrId) {
    return describe(nameOrId, false).orElseThrow(() -> new NoSuchTableException(nameOrId));
  }

  /** Returns a handle that deletes the table when it is closed. */
  private RemoteEtsTable made(Term nameOrId) {
    return describe(nameOrId, true).orElseThrow(() -> new NoSuchTableException(nameOrId));
  }

  /** Opens the named table of the other node with this name; empty if there is none. */
  public Optional<RemoteEtsTable> find(String name) {
    return describe(Atom.of(name), false);
  }

  private Optional<RemoteEtsTable> describe(Term nameOrId, boolean isMaker) {
    Objects.requireNonNull(nameOrId, "nameOrId");
    Term info;
    try {
      info = calls.apply("info", nameOrId);
    } catch (ErlangException e) {
      throw failure(e, "info", nameOrId);
    }
    return info == Atom.UNDEFINED
        ? Optional.empty()
        : Optional.of(new RemoteEtsTable(calls, RemoteTableFacts.of(info), isMaker));
  }

  /**
   * Creates a table of this owner from a file on the other node's host: {@code ets:file2tab(File,
   * Options)}.
   *
   * @param file the name there, as Erlang takes it
   * @throws org.jets.ets.TableFileException if that node says {@code error}
   */
  public RemoteEtsTable file2tab(Term file, Term options) {
    Term answer = asOwner("file2tab", file, options);
    if (RemoteAnswers.pair(answer).element(1) != Atom.OK) {
      throw EtsErrors.file(file, file, RemoteAnswers.pair(answer).element(2));
    }
    return made(RemoteAnswers.pair(answer).element(2));
  }

  private Term asOwner(String function, Term... arguments) {
    try {
      return calls.applyAsOwner(function, arguments);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  private static RuntimeException failure(ErlangException e, String function, Term... arguments) {
    return RemoteErrors.of(e, function, null, 1, arguments);
  }

  /** Returns the names of the named tables and the identifiers of the others: {@code ets:all()}. */
  public ListTerm all() {
    try {
      return RemoteAnswers.list(calls.apply("all"));
    } catch (ErlangException e) {
      throw failure(e, "all");
    }
  }

  /**
   * Ends this owner. On an Erlang node its tables have been deleted or handed over when this
   * returns, unless the node does not answer in time. On a jets node that happens soon afterwards.
   */
  @Override
  public void close() {
    calls.close();
  }

  @Override
  public String toString() {
    return "RemoteOwner " + pid() + " on " + node();
  }
}
