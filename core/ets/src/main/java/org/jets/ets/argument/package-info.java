/**
 * Helpers for the arguments of calls. They check for integers that Erlang accepts as positions, and
 * show values in error messages by texts of bounded length. Not exported.
 */
@NullMarked
package org.jets.ets.argument;

import org.jspecify.annotations.NullMarked;
