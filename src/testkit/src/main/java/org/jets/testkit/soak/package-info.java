/** Many threads that fill and empty a map for a long time, each of which knows its results. */
@NullMarked
package org.jets.testkit.soak;

import org.jspecify.annotations.NullMarked;
