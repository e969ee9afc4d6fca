package org.jets.ets;

import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a table when its owner ends.
 *
 * @param data what the heir is told with the transfer; null: it is not told
 */
record Heir(Pid pid, @Nullable Term data) {}
