package org.jets.ets.observe;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jets.collections.MapStructure;
import org.jets.ets.Access;
import org.jets.ets.Backend;
import org.jets.ets.TableType;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a table, none of which is a content. Name, owner, heir and protection are of one
 * moment, the others of moments soon after it.
 *
 * @param isNamed whether the table is known by its name
 * @param heirPid the heir; null for none
 * @param protection which processes may read and write
 * @param backend the store that holds the objects
 * @param size the number of objects; exact while no thread writes
 * @param fixation null if the table is not fixed
 * @param timed null if no calls of the space are observed
 * @param mapStructure null if the store does not tell
 * @param removals null if the table neither evicts keys nor has objects that expire
 * @param hasFailedLog whether the table is durable, and its log has failed, so that writes fail
 */
public record TableFacts(
    Reference id,
    Atom name,
    boolean isNamed,
    TableType type,
    int keypos,
    Access protection,
    Backend backend,
    Pid owner,
    @Nullable Pid heirPid,
    long size,
    @Nullable Fixation fixation,
    @Nullable Calls timed,
    @Nullable MapStructure mapStructure,
    @Nullable Removals removals,
    boolean hasFailedLog) {

  /** Checks that no required fact is missing. */
  public TableFacts {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(protection, "protection");
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(owner, "owner");
  }

  /** Returns the heir, if there is one. */
  public Optional<Pid> heir() {
    return Optional.ofNullable(heirPid);
  }

  /** Returns the fixation, if the table is fixed. */
  public Optional<Fixation> fixed() {
    return Optional.ofNullable(fixation);
  }

  /** Returns the calls since they are observed, if they are. */
  public Optional<Calls> calls() {
    return Optional.ofNullable(timed);
  }

  /** Returns how the map of the store has adapted, if it tells. */
  public Optional<MapStructure> structure() {
    return Optional.ofNullable(mapStructure);
  }

  /** Returns what the table has removed by itself, if it does that. */
  public Optional<Removals> removed() {
    return Optional.ofNullable(removals);
  }

  /** Returns the name of the table if it is known by it, else its identifier. */
  public Term term() {
    return isNamed ? name : id;
  }

  /**
   * A fixation of a table.
   *
   * @param sinceNanos the time of the first fixation, as {@link System#nanoTime} returns it. While
   *     only traversals keep the table fixed, it is the time of the first query for it
   * @param fixers owners that keep it fixed, in no order: of explicit fixations at most 100, and of
   *     traversals those of at most 100
   */
  public record Fixation(long sinceNanos, List<Fixer> fixers) {
    /** Copies the list. */
    public Fixation {
      fixers = List.copyOf(fixers);
    }
  }

  /** An owner that keeps a table fixed, and how many fixations it has. */
  public record Fixer(Pid pid, long count) {
    /** Checks the pid. */
    public Fixer {
      Objects.requireNonNull(pid, "pid");
    }
  }

  /**
   * Calls of a table: operations on keys, steps from key to key, and searches.
   *
   * @param count about their number since they are observed
   * @param mostNanos a time that about 99 % of those of the last minute did not exceed. Of an
   *     operation on a key it is the time in the store; -1 if there was none
   */
  public record Calls(long count, long mostNanos) {}

  /**
   * The keys and objects that a table has removed by itself since it was made.
   *
   * @param evictedKeys the keys that had to go because a bound was exceeded
   * @param evictedObjects the objects of these keys
   * @param evictedBytes about the bytes of these objects; 0 if the table has no bound of bytes
   * @param expiredObjects the objects whose time was over, as far as they have been removed
   */
  public record Removals(
      long evictedKeys, long evictedObjects, long evictedBytes, long expiredObjects) {
    /** No removals. */
    public static final Removals NONE = new Removals(0, 0, 0, 0);
  }
}
