/**
 * The interfaces between the API in terms and the front, beyond the public methods. The package is
 * below both, so that neither depends on the other's classes. An owner is a {@link
 * org.jets.ets.bridge.TermCaller}, a table of this JVM is a {@link org.jets.ets.bridge.TermTable},
 * and a continuation in one a {@link org.jets.ets.bridge.TermContinuation}. Not exported.
 */
@NullMarked
package org.jets.ets.bridge;

import org.jspecify.annotations.NullMarked;
