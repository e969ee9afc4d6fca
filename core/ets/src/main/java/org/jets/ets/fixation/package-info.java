/**
 * Fixations of tables: the owners, handles and traversals that keep a table fixed, and their
 * release when these end. Not exported.
 */
@NullMarked
package org.jets.ets.fixation;

import org.jspecify.annotations.NullMarked;
