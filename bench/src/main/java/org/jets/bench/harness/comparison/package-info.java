/**
 * Comparisons of one call with a rival's call for the same purpose. Each is an experiment whose
 * result is a ratio with an error and a goal.
 */
@NullMarked
package org.jets.bench.harness.comparison;

import org.jspecify.annotations.NullMarked;
