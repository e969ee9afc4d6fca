package org.jets.ets.bridge;

import org.jets.ets.SaveOptions;
import org.jets.ets.file.FileName;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A table of this JVM as the API in terms uses it. It has the checks that precede those of
 * arguments, and functions whose errors about arguments depend on the stored object.
 */
public interface TermTable {
  /**
   * Makes the first checks of each function that reads.
   *
   * @throws org.jets.ets.NoSuchTableException if the table has been dropped
   * @throws org.jets.ets.TableAccessException if the caller may not read it
   */
  void checkReadable();

  /**
   * Makes the first checks of each function that writes.
   *
   * @throws org.jets.ets.NoSuchTableException if the table has been dropped
   * @throws org.jets.ets.TableAccessException if the caller may not write it
   */
  void checkWritable();

  /**
   * Returns the term for this table in Erlang's functions: its name if it is known by it, else its
   * identifier.
   */
  Term nameOrId();

  /**
   * Does {@code ets:update_counter}. A malformed operation is an error only if the key or a default
   * object is present. Errors about earlier operations come first.
   *
   * @param defaultObject the object for an absent key; null if that is an error
   * @return an integer, or a list for a list of operations
   */
  Term updateCounter(Term key, Term ops, @Nullable Term defaultObject);

  /**
   * Does {@code ets:update_element}; errors come in the order of {@link #updateCounter}.
   *
   * @param defaultObject the object for an absent key; null to leave the key absent
   * @return whether the update found or made an object
   */
  boolean updateElement(Term key, Term ops, @Nullable Term defaultObject);

  /**
   * Fixes the table, or releases it, for the owner. All calls of an owner count together,
   * regardless of their handles.
   */
  void fixForOwner(boolean fix);

  /**
   * Sets the heir, the access or both atomically.
   *
   * @throws org.jets.ets.BadArgumentException if the caller is not the owner, or the process cannot
   *     be an heir
   */
  void set(StateChange change);

  /**
   * Returns a continuation after this many objects of a key.
   *
   * @throws org.jets.ets.NoSuchKeyException if the key is absent from a table that is no
   *     ordered_set
   */
  TermContinuation continuation(
      MatchSpec spec, boolean isReverse, int limit, Term key, int countInKey);

  /** Writes the table to a file, as {@code ets:tab2file}. */
  void save(FileName file, SaveOptions options);
}
