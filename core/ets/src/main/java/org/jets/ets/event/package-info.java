/**
 * Changes of a table as a stream of events. {@link org.jets.ets.LocalTable#changes()} publishes
 * them as {@link org.jets.ets.event.TableChange}s, to subscribers with {@link
 * org.jets.ets.event.ChangeOptions}.
 */
@NullMarked
package org.jets.ets.event;

import org.jspecify.annotations.NullMarked;
