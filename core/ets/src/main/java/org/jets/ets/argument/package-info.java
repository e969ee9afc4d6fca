/**
 * Helpers for the arguments of calls. They tell whether Erlang accepts an integer as a position,
 * and shorten the text of values in error messages. Not exported.
 */
@NullMarked
package org.jets.ets.argument;

import org.jspecify.annotations.NullMarked;
