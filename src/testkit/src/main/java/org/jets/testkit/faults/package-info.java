/**
 * Faults in the operations of maps: exceptions of callbacks, want of memory and of stack, at each
 * place of each operation. {@link org.jets.testkit.faults.FaultedLibrary} is the class to begin
 * with.
 */
@NullMarked
package org.jets.testkit.faults;

import org.jspecify.annotations.NullMarked;
