/**
 * Interfaces through which {@code org.jets.ets.erl} uses more of {@code org.jets.ets} than its
 * public methods. Both packages depend on this one. It depends on the implementation of neither
 * package. An owner implements {@link org.jets.ets.bridge.TermCaller}. A table of this JVM
 * implements {@link org.jets.ets.bridge.TermTable}, and a continuation of a search {@link
 * org.jets.ets.bridge.TermContinuation}. Not exported.
 */
@NullMarked
package org.jets.ets.bridge;

import org.jspecify.annotations.NullMarked;
