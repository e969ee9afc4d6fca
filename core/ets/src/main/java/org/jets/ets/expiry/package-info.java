/**
 * Tables whose objects expire. {@link org.jets.ets.expiry.ExpiringStore} wraps the store of a
 * table. It keeps the time of each object in the object's own cell, a {@link
 * org.jets.ets.cell.HeldCell}, so that object and time change as one. Each read filters by the
 * time. Timer wheels find what has expired, so that it is also removed. Not exported.
 *
 * <p>A <i>time</i> is a number of nanoseconds since the store was made, or, if elements hold the
 * times, of milliseconds of the system time.
 */
@NullMarked
package org.jets.ets.expiry;

import org.jspecify.annotations.NullMarked;
