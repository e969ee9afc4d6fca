/**
 * Comparisons of one call with what a rival does for the same purpose, as experiments whose results
 * become ratios with errors and goals.
 */
@NullMarked
package org.jets.bench.harness.comparison;

import org.jspecify.annotations.NullMarked;
