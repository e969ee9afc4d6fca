/**
 * The memory of tables: the bytes of terms and objects, the usage of quotas, and the state of the
 * heap. Not exported.
 */
@NullMarked
package org.jets.ets.quota;

import org.jspecify.annotations.NullMarked;
