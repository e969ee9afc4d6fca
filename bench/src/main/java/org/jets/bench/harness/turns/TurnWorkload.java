package org.jets.bench.harness.turns;

import java.time.Duration;
import java.util.List;
import org.jets.bench.harness.Structure;

/**
 * Something that contestants do by turns: one experiment. Each Erlang that is there takes part with
 * tables of its own.
 *
 * @param experiment its name
 * @param workload the words for {@link TurnWork}
 * @param allocates whether the collector matters, so that each is a place of its own
 * @param filling about how long it takes to fill one structure
 * @param contestants the rival among them
 * @param rival what the others are divided by
 * @param erlangs the tables of Erlang that take part, such as {@code set:w=auto}
 */
public record TurnWorkload(
    String experiment,
    String title,
    String workload,
    boolean allocates,
    Duration filling,
    List<Contestant> contestants,
    Structure rival,
    List<String> erlangs) {
  /** Copies the lists. */
  public TurnWorkload {
    contestants = List.copyOf(contestants);
    erlangs = List.copyOf(erlangs);
  }

  /**
   * A structure, and the word by which the work makes it.
   *
   * @param name a word
   * @param isConcurrent false for a structure that one thread at a time may use
   */
  public record Contestant(String name, Structure structure, boolean isConcurrent) {}
}
