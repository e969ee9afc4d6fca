/**
 * Arguments of calls: integers that Erlang accepts as positions, and texts of bounded length for
 * values in messages. Not exported.
 */
@NullMarked
package org.jets.ets.argument;

import org.jspecify.annotations.NullMarked;
