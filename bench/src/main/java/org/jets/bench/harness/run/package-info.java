/** Measures the points of an experiment, each in processes of its own, with pinned threads. */
@NullMarked
package org.jets.bench.harness.run;

import org.jspecify.annotations.NullMarked;
