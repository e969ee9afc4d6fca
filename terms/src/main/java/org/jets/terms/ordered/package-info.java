/**
 * The ordered code of terms: bytes whose order is Erlang's standard order of terms.
 *
 * <p>Read {@link org.jets.terms.ordered.OrderedBytes} first.
 */
@NullMarked
package org.jets.terms.ordered;

import org.jspecify.annotations.NullMarked;
