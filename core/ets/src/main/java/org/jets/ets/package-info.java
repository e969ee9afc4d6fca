/** Erlang's tables for Java programs: set, ordered_set, bag and duplicate_bag. */
@NullMarked
package org.jets.ets;

import org.jspecify.annotations.NullMarked;
