/** The release of resources once an object has become unreachable. Not exported. */
@NullMarked
package org.jets.ets.reclaim;

import org.jspecify.annotations.NullMarked;
