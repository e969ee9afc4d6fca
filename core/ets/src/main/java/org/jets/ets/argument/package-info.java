/**
 * Helpers for the arguments of calls. They tell whether Erlang accepts an integer as a position,
 * shorten the text of values in error messages, and name the errors of files as Erlang does. Not
 * exported.
 */
@NullMarked
package org.jets.ets.argument;

import org.jspecify.annotations.NullMarked;
