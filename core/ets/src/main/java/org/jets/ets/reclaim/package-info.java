/** What is given back when a program has forgotten it. Not exported. */
@NullMarked
package org.jets.ets.reclaim;

import org.jspecify.annotations.NullMarked;
