/** The messages about tables that pass from one owner to another. Not exported. */
@NullMarked
package org.jets.ets.transfer;

import org.jspecify.annotations.NullMarked;
