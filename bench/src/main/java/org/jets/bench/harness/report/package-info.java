/** Draws the results of a run: figures, tables, a page, and what differs between two runs. */
@NullMarked
package org.jets.bench.harness.report;

import org.jspecify.annotations.NullMarked;
