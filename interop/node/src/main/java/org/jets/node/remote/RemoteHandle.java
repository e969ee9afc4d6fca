package org.jets.node.remote;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jets.ets.Access;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableType;
import org.jets.ets.erl.EtsErrors;
import org.jets.node.ErlangException;
import org.jets.node.PeerConnection;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * The identity of another node's table, the way of calls to it, and its fixations by this owner.
 * Each {@link RemoteEtsTable} has one.
 */
final class RemoteHandle {
  private static final String LOOKUP = "lookup";

  final RemoteTableCalls calls;
  private final RemoteTableFacts facts;

  /** True if closing this handle deletes the table. */
  private final boolean isMaker;

  private final Set<RemoteFixation> fixations = ConcurrentHashMap.newKeySet();

  /**
   * True if calls about objects need the rights of the owner. It is a guess, for others may change
   * the table. A call that turns out to need them has changed nothing, and is repeated with them.
   */
  private volatile boolean needsOwner;

  /** The access of the table, as far as it is known here. */
  private volatile Access access;

  /** True if there are fixations whose release has not reached the other node. */
  private volatile boolean hasUnsent;

  private volatile boolean closed;

  RemoteHandle(RemoteTableCalls calls, RemoteTableFacts facts, boolean isMaker) {
    this.calls = calls;
    this.facts = facts;
    this.isMaker = isMaker;
    this.access = facts.access();
    this.needsOwner = access != Access.PUBLIC && calls.pid().equals(facts.owner());
  }

  Reference id() {
    return facts.id();
  }

  TableType type() {
    return facts.type();
  }

  int keypos() {
    return facts.keypos();
  }

  Atom name() {
    return RemoteAnswers.atom(itemOfExisting("name"));
  }

  boolean exists() {
    return apply("info", Atom.of("type")) != Atom.UNDEFINED;
  }

  long size() {
    return RemoteAnswers.count(itemOfExisting("size"));
  }

  private Term itemOfExisting(String item) {
    Term answer = apply("info", Atom.of(item));
    // The item may also be the name of a table, which that release does not know.
    if (answer == Atom.UNDEFINED && !exists()) {
      throw new NoSuchTableException(id());
    }
    return answer;
  }

  Optional<ListTerm> info() {
    Term answer = apply("info");
    return answer == Atom.UNDEFINED ? Optional.empty() : Optional.of(RemoteAnswers.list(answer));
  }

  Optional<Term> info(Term item) {
    Term answer = apply("info", Objects.requireNonNull(item, "item"));
    return answer == Atom.UNDEFINED ? Optional.empty() : Optional.of(answer);
  }

  /**
   * Calls a function whose first argument is the table.
   *
   * @param others the other arguments
   */
  Term apply(String function, Term... others) {
    checkOpen();
    Term[] arguments = arguments(others);
    boolean asOwner = needsOwner;
    try {
      return asOwner ? calls.applyAsOwner(function, arguments) : calls.apply(function, arguments);
    } catch (ErlangException e) {
      RuntimeException failure = failure(e, function, arguments);
      if (asOwner || !calls.hasAgent() || !(failure instanceof TableAccessException)) {
        throw failure;
      }
    }
    Term result = applyAsOwner(function, others);
    needsOwner = true;
    return result;
  }

  /**
   * Looks up keys, as {@code apply} does one of them.
   *
   * @param keys at least one
   * @return the list of objects for each key
   */
  List<Term> lookupAll(List<Term> keys) {
    checkOpen();
    sendUnsent();
    boolean asOwner = needsOwner;
    try {
      return calls.lookupAll(id(), keys, asOwner);
    } catch (ErlangException e) {
      RuntimeException failure = failure(e, LOOKUP, id(), keys.get(0));
      if (asOwner || !calls.hasAgent() || !(failure instanceof TableAccessException)) {
        throw failure;
      }
    }
    List<Term> objects;
    try {
      objects = calls.lookupAll(id(), keys, true);
    } catch (ErlangException e) {
      throw failure(e, LOOKUP, id(), keys.get(0));
    }
    needsOwner = true;
    return objects;
  }

  /**
   * Calls a function as {@link #apply} does, with the rights of the owner. For functions that only
   * the owner may call, or whose effect has to outlast the call.
   */
  Term applyAsOwner(String function, Term... others) {
    checkOpen();
    Term[] arguments = arguments(others);
    try {
      return calls.applyAsOwner(function, arguments);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  /** Calls a function that does not take the table as an argument. */
  Term applyAlone(String function, Term... arguments) {
    checkOpen();
    try {
      return calls.applyAsOwner(function, arguments);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  /** Sends a request to the agent, the errors of which are those of a function. */
  Term serve(String function, Term request, Term... arguments) {
    checkOpen();
    try {
      return calls.serve(function, request);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  /** Records that this owner has set the access. */
  void accessSet(Access set) {
    access = set;
    needsOwner = set != Access.PUBLIC && calls.hasAgent();
  }

  /** Records that the table belongs to another process. */
  void givenAway() {
    needsOwner = false;
  }

  /**
   * Returns the arguments of a call. Also sends releases that could not be sent before: most calls
   * come by here.
   */
  private Term[] arguments(Term... others) {
    sendUnsent();
    Term[] arguments = new Term[others.length + 1];
    arguments[0] = id();
    System.arraycopy(others, 0, arguments, 1, others.length);
    return arguments;
  }

  private RuntimeException failure(ErlangException e, String function, Term... arguments) {
    RuntimeException failure = RemoteErrors.of(e, function, type(), keypos(), arguments);
    if (!(failure instanceof TableAccessException)) {
      return failure;
    }
    TableAccessException told = EtsErrors.tableAccess(facts.knownBy(), access);
    told.initCause(e);
    return told;
  }

  void checkOpen() {
    if (closed) {
      throw new IllegalStateException("table: a closed handle (expected: an open one)");
    }
  }

  /** Checks that the caller may read. Changes nothing, for a worker has nothing fixed. */
  void checkRead() {
    apply("member", Atom.UNDEFINED);
  }

  /** Fixes the table for the owner. */
  RemoteFixation fix() {
    checkOpen();
    try {
      calls.fix(id());
    } catch (ErlangException e) {
      throw failure(e, "safe_fixtable", id(), Atom.TRUE);
    }
    RemoteFixation fixation = new RemoteFixation(this, calls.connection());
    fixations.add(fixation);
    if (closed) {
      release(fixation);
      checkOpen();
    }
    return fixation;
  }

  /** Releases a fixation, once. Waits for that unless the thread is interrupted. */
  void release(RemoteFixation fixation) {
    if (Thread.currentThread().isInterrupted()) {
      releaseInTurn(fixation);
      return;
    }
    if (!fixation.beginRelease()) {
      return;
    }
    PeerConnection connection = fixation.connection();
    boolean isReleased = true;
    try {
      if (connection != null) {
        calls.release(id(), connection);
      }
    } catch (ErlangException e) {
      isReleased = !RemoteTableCalls.isRefusal(e);
    } catch (RemoteTableException e) {
      // The end of the connection or of the owner has ended the fixation too.
    } finally {
      released(fixation, isReleased);
    }
  }

  /** Forgets a fixation, or marks it for release with the next call. */
  private void released(RemoteFixation fixation, boolean isReleased) {
    if (isReleased) {
      fixations.remove(fixation);
      return;
    }
    fixation.keepUnsent();
    hasUnsent = true;
    if (closed) {
      calls.sendLater(this);
    }
  }

  /**
   * Releases a fixation, once; never waits. If the request cannot be sent for want of memory, or
   * the other node refuses it, it is sent again with the next call about the table.
   */
  void releaseInTurn(RemoteFixation fixation) {
    if (!fixation.beginRelease()) {
      return;
    }
    boolean isSent = false;
    try {
      PeerConnection connection = fixation.connection();
      if (connection == null) {
        released(fixation, true);
      } else {
        calls.releaseInTurn(id(), connection, isAccepted -> released(fixation, isAccepted));
      }
      isSent = true;
    } finally {
      if (!isSent) {
        released(fixation, false);
      }
    }
  }

  /** Sends the releases that could not be sent before. */
  void sendUnsent() {
    if (hasUnsent) {
      hasUnsent = false;
      for (RemoteFixation fixation : fixations) {
        if (fixation.isUnsent()) {
          releaseInTurn(fixation);
        }
      }
    }
  }

  /** Deletes the table if it was made with this handle; else releases the fixations of this. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    boolean isGone = false;
    try {
      isGone = isMaker && calls.isOpen() && dropOwn();
    } finally {
      if (!isGone) {
        fixations.forEach(this::release);
      }
    }
  }

  /** Deletes the table if the owner has it; returns whether it is gone. */
  private boolean dropOwn() {
    try {
      Term owner = calls.apply("info", id(), Atom.of("owner"));
      if (calls.pid().equals(owner)) {
        calls.applyAsOwner("delete", id());
      }
      return calls.pid().equals(owner) || owner == Atom.UNDEFINED;
    } catch (NodeDownException e) {
      // The table has ended with its owner.
      return true;
    } catch (ErlangException e) {
      RuntimeException failure = failure(e, "delete", id());
      if (failure instanceof NoSuchTableException) {
        return true;
      }
      throw failure;
    }
  }

  @Override
  public String toString() {
    Term name = facts.name();
    String table = "RemoteEtsTable " + id() + (name == null ? "" : " " + name);
    return table + " on " + calls.node();
  }
}
