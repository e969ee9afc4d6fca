/**
 * Plans of searches: which keys a match specification can match, found from its parsed clauses. Not
 * exported.
 */
@NullMarked
package org.jets.ets.plan;

import org.jspecify.annotations.NullMarked;
