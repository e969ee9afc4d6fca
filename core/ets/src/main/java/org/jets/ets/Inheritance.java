package org.jets.ets;

import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * An {@link Heir} in the state of a table. The table {@linkplain Owner#hold holds} the heir as long
 * as it names it.
 *
 * @param data the data that the heir receives with the transfer; null if it gets no message
 */
record Inheritance(Owner heir, @Nullable Term data) {}
