package org.jets.ets.bridge;

import org.jets.ets.SaveOptions;
import org.jets.ets.file.FileName;
import org.jets.ets.match.MatchSpec;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A table of this JVM as the API in terms uses it: the checks that come before those of arguments,
 * and functions whose errors about arguments depend on the object that the table has.
 */
public interface TermTable {
  /**
   * Checks what each function that reads checks first.
   *
   * @throws org.jets.ets.NoSuchTableException if the table has been dropped
   * @throws org.jets.ets.TableAccessException if the caller may not read it
   */
  void checkReadable();

  /**
   * Checks what each function that writes checks first.
   *
   * @throws org.jets.ets.NoSuchTableException if the table has been dropped
   * @throws org.jets.ets.TableAccessException if the caller may not write it
   */
  void checkWritable();

  /** Returns what Erlang's functions take for this table: its name if it is known by it. */
  Term nameOrId();

  /**
   * Does {@code ets:update_counter}. An operation that is none is an error after those about the
   * operations before it, and only where the key or a default object is there.
   *
   * @param defaultObject null: an absent key is an error
   * @return an integer, or a list for a list of operations
   */
  Term updateCounter(Term key, Term ops, @Nullable Term defaultObject);

  /**
   * Does {@code ets:update_element}; errors come in the order of {@link #updateCounter}.
   *
   * @param defaultObject null: an absent key is left absent
   * @return whether there was an object to change
   */
  boolean updateElement(Term key, Term ops, @Nullable Term defaultObject);

  /**
   * Fixes the table, or releases it, for the owner: all calls of an owner count together, through
   * however many handles they come.
   */
  void fixForOwner(boolean fix);

  /**
   * Sets the heir and the access, or either, in one atomic step.
   *
   * @throws org.jets.ets.BadArgumentException if the caller is not the owner, or the heir cannot be
   *     one
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
