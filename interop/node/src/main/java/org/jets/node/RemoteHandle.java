package org.jets.node;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jets.ets.EtsTable;
import org.jets.ets.NoSuchTableException;
import org.jets.ets.TableAccessException;
import org.jets.ets.TableType;
import org.jets.node.process.Session;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * What each {@link RemoteEtsTable} is first of all: which table it is, and how calls get there. The
 * functions are in the classes that follow, an idea in each: {@link RemoteObjects}, {@link
 * RemoteUpdates}, {@link RemoteTraversal}, {@link RemoteSearches}, and in {@link RemoteEtsTable}
 * what concerns the table as a whole.
 */
abstract class RemoteHandle implements EtsTable {
  final RemoteTableCalls calls;
  private final RemoteTableFacts facts;
  private final Set<RemoteFixation> fixations = ConcurrentHashMap.newKeySet();

  /**
   * Whether calls about objects need the rights of the owner. It is a guess, for others may change
   * the table: a call that turns out to need them is made again with them, and has changed nothing.
   */
  private volatile boolean needsOwner;

  private volatile boolean closed;

  RemoteHandle(RemoteTableCalls calls, RemoteTableFacts facts) {
    this.calls = calls;
    this.facts = facts;
    this.needsOwner = !facts.isPublic() && calls.pid().equals(facts.owner());
  }

  @Override
  public Reference id() {
    return facts.id();
  }

  @Override
  public TableType type() {
    return facts.type();
  }

  @Override
  public int keypos() {
    return facts.keypos();
  }

  @Override
  public Atom name() {
    return RemoteAnswers.atom(itemOfExisting("name"));
  }

  @Override
  public boolean exists() {
    return apply("info", Atom.of("type")) != Atom.UNDEFINED;
  }

  @Override
  public long size() {
    return RemoteAnswers.count(itemOfExisting("size"));
  }

  private Term itemOfExisting(String item) {
    Term answer = apply("info", Atom.of(item));
    // It may also be the name of a table that is not known by it.
    if (answer == Atom.UNDEFINED && !exists()) {
      throw new NoSuchTableException(id());
    }
    return answer;
  }

  @Override
  public Optional<ListTerm> info() {
    Term answer = apply("info");
    return answer == Atom.UNDEFINED ? Optional.empty() : Optional.of(RemoteAnswers.list(answer));
  }

  @Override
  public Optional<Term> info(Term item) {
    Term answer = apply("info", Objects.requireNonNull(item, "item"));
    return answer == Atom.UNDEFINED ? Optional.empty() : Optional.of(answer);
  }

  /** Calls a function of which the table is the first argument; these are the others. */
  final Term apply(String function, Term... others) {
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

  /** As {@link #apply}, for what only the owner may do, or what has to last longer than a call. */
  final Term applyAsOwner(String function, Term... others) {
    checkOpen();
    Term[] arguments = arguments(others);
    try {
      return calls.applyAsOwner(function, arguments);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  /** Calls a function of which the table is no argument. */
  final Term applyAlone(String function, Term... arguments) {
    checkOpen();
    try {
      return calls.applyAsOwner(function, arguments);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  /** Has the agent serve a request, the errors of which are those of a function. */
  final Term serve(String function, Term request, Term... arguments) {
    checkOpen();
    try {
      return calls.serve(function, request);
    } catch (ErlangException e) {
      throw failure(e, function, arguments);
    }
  }

  /** The table is open to others now, or may not be any more. */
  final void accessChanged(boolean isPublic) {
    needsOwner = !isPublic && calls.hasAgent();
  }

  private Term[] arguments(Term... others) {
    Term[] arguments = new Term[others.length + 1];
    arguments[0] = id();
    System.arraycopy(others, 0, arguments, 1, others.length);
    return arguments;
  }

  private RuntimeException failure(ErlangException e, String function, Term... arguments) {
    return RemoteErrors.of(e, function, type(), keypos(), arguments);
  }

  final void checkOpen() {
    if (closed) {
      throw new IllegalStateException("table: a closed handle (expected: an open one)");
    }
  }

  /** Whether the caller may read; changes nothing, for a worker has nothing fixed. */
  final void checkRead() {
    apply("member", Atom.UNDEFINED);
  }

  /** Fixes the table for the owner. */
  final RemoteFixation fix() {
    checkOpen();
    try {
      calls.fix(id());
    } catch (ErlangException e) {
      throw failure(e, "safe_fixtable", id(), Atom.TRUE);
    }
    RemoteFixation fixation = new RemoteFixation(this, calls.session());
    fixations.add(fixation);
    if (closed) {
      release(fixation);
      checkOpen();
    }
    return fixation;
  }

  /** Releases what has been fixed, once, and waits for that unless the thread is interrupted. */
  final void release(RemoteFixation fixation) {
    if (Thread.currentThread().isInterrupted()) {
      releaseInTurn(fixation);
      return;
    }
    Session session = fixation.session();
    if (fixations.remove(fixation) && session != null) {
      try {
        calls.release(id(), session);
      } catch (ErlangException | RemoteTableException e) {
        // With the table, the connection or the owner the fixation has gone too.
      }
    }
  }

  /** Has what has been fixed released, once; never waits. */
  final void releaseInTurn(RemoteFixation fixation) {
    Session session = fixation.session();
    if (fixations.remove(fixation) && session != null) {
      calls.releaseInTurn(id(), session);
    }
  }

  /** Releases what this handle has fixed; the table stays. */
  @Override
  public void close() {
    closed = true;
    fixations.forEach(this::release);
  }

  @Override
  public String toString() {
    return "RemoteEtsTable " + id() + " on " + calls.node();
  }
}
