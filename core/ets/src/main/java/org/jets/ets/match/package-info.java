/**
 * Erlang's match specifications, as {@code ets} takes them. They are written as terms or in Java,
 * checked, compiled once to composed functions, and run on any number of terms.
 *
 * <p>The package does not depend on tables. Read {@link org.jets.ets.match.MatchSpec}, the compiled
 * form, first. {@link org.jets.ets.match.Match} builds specifications in Java. For planners, {@link
 * org.jets.ets.match.MatchClause} has the {@linkplain org.jets.ets.match.MatchNode nodes} that its
 * terms are parsed to.
 */
@NullMarked
package org.jets.ets.match;

import org.jspecify.annotations.NullMarked;
