/**
 * The commands of {@code ./jets bench}. The packages below measure; {@code harness} is what they
 * have in common.
 */
@NullMarked
package org.jets.bench;

import org.jspecify.annotations.NullMarked;
