/** The release of resources once a program has forgotten an object. Not exported. */
@NullMarked
package org.jets.ets.reclaim;

import org.jspecify.annotations.NullMarked;
