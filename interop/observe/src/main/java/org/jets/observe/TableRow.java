package org.jets.observe;

import java.util.Objects;
import org.jets.ets.observe.TableFacts;
import org.jets.terms.Atom;
import org.jets.terms.Reference;

/**
 * A table in a {@link TableCensus}.
 *
 * @param bytes about how many bytes of the heap it takes; -1 if that is not known yet
 * @param fixedNanos for how long it is fixed; -1 if it is not
 * @param callsPerSecond about how many calls of it there were in a second, mostly of the last 5
 *     seconds; -1 if that is not known
 */
public record TableRow(TableFacts facts, long bytes, long fixedNanos, long callsPerSecond) {
  /** Checks the facts. */
  public TableRow {
    Objects.requireNonNull(facts, "facts");
  }

  /** Returns the identifier. */
  public Reference id() {
    return facts.id();
  }

  /** Returns the name. */
  public Atom name() {
    return facts.name();
  }

  /**
   * Returns a time that about 99 % of the calls of the last minute did not exceed; -1 if there were
   * none.
   */
  public long mostNanos() {
    return facts.calls().map(TableFacts.Calls::mostNanos).orElse(-1L);
  }
}
