/**
 * Measurements by turns: contestants in one JVM take turns in short slices, and the ratio of two is
 * formed of slices that were close to each other. {@link
 * org.jets.bench.harness.turns.TurnMeasurement} states the rule.
 */
@NullMarked
package org.jets.bench.harness.turns;

import org.jspecify.annotations.NullMarked;
