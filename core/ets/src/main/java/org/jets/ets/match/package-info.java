/**
 * Erlang's match specifications, as {@code ets} takes them. They are written as terms or in Java,
 * checked, compiled once to composed functions, and run on any number of terms.
 *
 * <p>The package does not depend on tables. Read {@link org.jets.ets.match.MatchSpec}, the compiled
 * form, first. {@link org.jets.ets.match.Match} builds specifications in Java. A {@link
 * org.jets.ets.match.MatchClause} is a parsed clause, whose parts are trees of {@linkplain
 * org.jets.ets.match.MatchNode nodes}. Plans of searches are made from such clauses.
 */
@NullMarked
package org.jets.ets.match;

import org.jspecify.annotations.NullMarked;
