/**
 * The commands of {@code ./jets bench}. The subpackages contain the measurements. Their common code
 * is in {@code harness}.
 */
@NullMarked
package org.jets.bench;

import org.jspecify.annotations.NullMarked;
