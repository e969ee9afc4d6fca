package org.jets.bench.harness.comparison;

/**
 * What jets does beside what a rival does for the same purpose.
 *
 * @param title what is compared, in a few words
 * @param allocationFree whether ours is not to allocate
 */
public record Comparison(
    String title, Trial ours, String rivalName, Subject rival, Goal goal, boolean allocationFree) {}
