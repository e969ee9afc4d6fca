/**
 * The secondary indexes of a table. {@link org.jets.ets.indexing.TableIndexes} keeps them by the
 * changes that a {@link org.jets.ets.watch.WatchedStore} tells, and has the promises. Not exported.
 */
@NullMarked
package org.jets.ets.indexing;

import org.jspecify.annotations.NullMarked;
