/**
 * Cells: what a store's map holds under a key, and the changes of one cell. A cell of a set is the
 * object itself, and so is that of a bag with one object. Several objects are an {@link
 * org.jets.ets.cell.ObjectList}. {@link org.jets.ets.cell.Cells} has the difference between the
 * types of tables.
 *
 * <p>A map may hold something else in place of a cell for a while: a {@link
 * org.jets.ets.cell.PendingCell} during a batch insert, or a {@link org.jets.ets.cell.CounterCell}
 * whose element is added to in place. {@link org.jets.ets.cell.PendingCell#resolve} returns the
 * cell that it stands for. Not exported.
 */
@NullMarked
package org.jets.ets.cell;

import org.jspecify.annotations.NullMarked;
