/**
 * The use that the API in terms makes of the front beyond its public methods. The package is below
 * both, so that neither knows the other's classes. An owner is a {@link
 * org.jets.ets.bridge.TermCaller}, a table of this JVM is a {@link org.jets.ets.bridge.TermTable},
 * and a continuation in one a {@link org.jets.ets.bridge.TermContinuation}. Not exported.
 */
@NullMarked
package org.jets.ets.bridge;

import org.jspecify.annotations.NullMarked;
