package org.jets.ets.bridge;

import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Publisher;
import java.util.function.Function;
import org.jets.ets.LoadOptions;
import org.jets.ets.event.TableChange;
import org.jets.ets.file.FileName;
import org.jets.ets.match.MatchContext;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/** An owner as the API in terms uses it. */
public interface TermCaller {
  /** Returns the context in which this owner's match specifications run. */
  MatchContext matchContext();

  /** Returns the references of the owner's space that stand for what terms cannot hold. */
  OpaqueReferences opaque();

  /**
   * Makes a table of this owner from a file.
   *
   * @return the name of a named table, else the identifier
   * @throws org.jets.ets.TableFileException if the file cannot be read or holds no table
   */
  Term load(FileName file, LoadOptions options);

  /**
   * Sends the changes of a table to this owner's process, until it unsubscribes or ends or the
   * table ends.
   *
   * @param changes returns the changes, delivered by an executor
   * @param table as the messages name it
   * @return the identifier of the subscription
   * @throws org.jets.ets.BadArgumentException if this owner is no process of another node
   * @throws org.jets.ets.SystemLimitException if the process has too many
   */
  Reference subscribe(Function<Executor, Publisher<TableChange>> changes, Term table);

  /** Ends a subscription of this owner. Returns false if there is none. */
  boolean unsubscribe(Reference subscription);
}
