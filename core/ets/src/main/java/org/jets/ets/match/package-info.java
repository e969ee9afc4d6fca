/**
 * Erlang's match specifications, as {@code ets} takes them: written as terms or in Java, checked,
 * compiled once to composed functions, and run on any number of terms.
 *
 * <p>Nothing here knows of tables. {@link org.jets.ets.match.MatchSpec} is the compiled form,
 * {@link org.jets.ets.match.Match} writes one in Java, and {@link org.jets.ets.match.MatchClause}
 * has the {@linkplain org.jets.ets.match.MatchNode nodes} that its terms are parsed to, for
 * planners.
 */
@NullMarked
package org.jets.ets.match;

import org.jspecify.annotations.NullMarked;
