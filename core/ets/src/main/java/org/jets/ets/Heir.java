package org.jets.ets;

import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The process that gets a table when its owner ends.
 *
 * @param data the data that the heir receives with the transfer; null if it gets no message
 */
record Heir(Pid pid, @Nullable Term data) {}
