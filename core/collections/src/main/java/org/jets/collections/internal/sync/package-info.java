/**
 * Locks that are released even after an error, the registration of threads that run callbacks under
 * them, and checks for room on the stack. {@link org.jets.collections.internal.sync.BucketLock} is
 * the class to read first.
 */
@NullMarked
package org.jets.collections.internal.sync;

import org.jspecify.annotations.NullMarked;
