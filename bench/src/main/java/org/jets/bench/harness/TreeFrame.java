package org.jets.bench.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a tree at one moment, as {@link Figure#ANIMATION} describes its line.
 *
 * @param millis since the recording began
 * @param phase what the threads are doing
 */
public record TreeFrame(long millis, String phase, int threads, List<Leaf> leaves) {
  private static final String FRAME = "frame";
  private static final int WORDS = 5;
  private static final int NUMBERS = 4;

  public TreeFrame {
    leaves = List.copyOf(leaves);
  }

  /**
   * A base node.
   *
   * @param from the least key of its range, as a part of the whole range
   * @param depth the number of routing nodes above it
   */
  public record Leaf(double from, int depth, int statistics, long size) {}

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is no frame
   */
  public static TreeFrame parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length != WORDS || !words[0].equals(FRAME)) {
      throw new IllegalArgumentException(
          "frame: " + line + " (expected: frame MILLIS PHASE THREADS LEAVES)");
    }
    List<Leaf> leaves = new ArrayList<>();
    for (String leaf : words[4].split(",", -1)) {
      String[] numbers = leaf.split(":", -1);
      if (numbers.length != NUMBERS) {
        throw new IllegalArgumentException(
            "leaf: " + leaf + " (expected: FROM:DEPTH:STATISTICS:SIZE)");
      }
      leaves.add(
          new Leaf(
              Double.parseDouble(numbers[0]),
              Integer.parseInt(numbers[1]),
              Integer.parseInt(numbers[2]),
              Long.parseLong(numbers[3])));
    }
    return new TreeFrame(
        Long.parseLong(words[1]), words[2].replace('_', ' '), Integer.parseInt(words[3]), leaves);
  }
}
