/**
 * Interfaces through which {@code org.jets.ets.erl} uses functions of {@code org.jets.ets} that are
 * not public. Both packages depend on this one, which depends on the implementation of neither. An
 * owner is a {@link org.jets.ets.bridge.TermCaller}. A table of this JVM is a {@link
 * org.jets.ets.bridge.TermTable}. A continuation of a search is a {@link
 * org.jets.ets.bridge.TermContinuation}. Not exported.
 */
@NullMarked
package org.jets.ets.bridge;

import org.jspecify.annotations.NullMarked;
