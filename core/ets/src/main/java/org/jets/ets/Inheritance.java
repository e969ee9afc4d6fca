package org.jets.ets;

import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * An {@link Heir} as a table has it. The table {@linkplain Owner#hold holds} the owner that it
 * names as long as it names it.
 *
 * @param data what the heir is told with the transfer; null: it is not told
 */
record Inheritance(Owner heir, @Nullable Term data) {}
