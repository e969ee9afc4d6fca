/**
 * The times of calls. While calls of a space are {@linkplain org.jets.ets.TableSpace#observeCalls
 * observed}, each table has a {@link org.jets.ets.timing.CallTimer}. It gives a chosen call its
 * {@link org.jets.ets.timing.TimedStore} in place of the table's store. Otherwise neither exists.
 */
@NullMarked
package org.jets.ets.timing;

import org.jspecify.annotations.NullMarked;
