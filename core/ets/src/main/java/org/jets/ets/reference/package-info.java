/**
 * The identity of a table space, and its references: identifiers of tables, and references that
 * stand for compiled match specifications and continuations. Not exported.
 */
@NullMarked
package org.jets.ets.reference;

import org.jspecify.annotations.NullMarked;
