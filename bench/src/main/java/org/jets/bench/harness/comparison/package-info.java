/**
 * Comparisons of one call with what a rival does for the same purpose, by JMH and by the local
 * Erlang: the ratios with their errors, and goals.
 */
@NullMarked
package org.jets.bench.harness.comparison;

import org.jspecify.annotations.NullMarked;
