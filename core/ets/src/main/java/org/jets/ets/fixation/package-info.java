/**
 * Fixations of tables, as by Erlang's {@code safe_fixtable}. An owner, a handle or a traversal
 * keeps a table fixed. A fixation is released when that owner, handle or traversal ends. Not
 * exported.
 */
@NullMarked
package org.jets.ets.fixation;

import org.jspecify.annotations.NullMarked;
