/**
 * The limits that options of a table set for its objects. Used by the options and by the stores
 * that apply the limits. Not exported.
 */
@NullMarked
package org.jets.ets.limit;

import org.jspecify.annotations.NullMarked;
