package org.jets.ets.bridge;

import org.jets.ets.LoadOptions;
import org.jets.ets.file.FileName;
import org.jets.ets.match.MatchContext;
import org.jets.ets.reference.OpaqueReferences;
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
}
