/**
 * Erlang's match specifications, as {@code ets} takes them: written as terms or in Java, checked,
 * compiled once to composed functions, and run on any number of terms.
 *
 * <p>Nothing here knows of tables. {@link org.jets.ets.match.MatchSpec} is the compiled form,
 * {@link org.jets.ets.match.MatchClause} shows what it was made of, {@link
 * org.jets.ets.match.Match} writes one in Java, and {@link org.jets.ets.match.Patterns} answers
 * what whoever plans a search asks of a head.
 */
@NullMarked
package org.jets.ets.match;

import org.jspecify.annotations.NullMarked;
