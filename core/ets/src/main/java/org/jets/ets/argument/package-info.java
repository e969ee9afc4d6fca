/**
 * Arguments of calls: integers that Erlang takes for positions, and texts of bounded length in
 * which messages show what a caller has given. Not exported.
 */
@NullMarked
package org.jets.ets.argument;

import org.jspecify.annotations.NullMarked;
