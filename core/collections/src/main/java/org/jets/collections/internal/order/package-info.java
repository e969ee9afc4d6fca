/**
 * Orders of keys: with prefixes, in ranges, and among keys of equal hashes; and the condition of an
 * update. {@link org.jets.collections.internal.order.PrefixOrder} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.order;

import org.jspecify.annotations.NullMarked;
