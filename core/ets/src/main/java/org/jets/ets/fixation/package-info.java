/**
 * Fixations of tables: which owners and handles keep a table fixed, and what is left when they end.
 * Not exported.
 */
@NullMarked
package org.jets.ets.fixation;

import org.jspecify.annotations.NullMarked;
