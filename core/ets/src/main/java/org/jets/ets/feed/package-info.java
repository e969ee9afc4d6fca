/** The delivery of changes from a store to the subscribers of its table. Not exported. */
@NullMarked
package org.jets.ets.feed;

import org.jspecify.annotations.NullMarked;
