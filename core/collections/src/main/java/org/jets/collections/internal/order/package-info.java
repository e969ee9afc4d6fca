/**
 * Orders of keys: by prefixes, within ranges, and among keys with equal hashes. {@link
 * org.jets.collections.internal.order.Expected} is the condition under which an update changes a
 * key. {@link org.jets.collections.internal.order.PrefixOrder} is the class to read first.
 */
@NullMarked
package org.jets.collections.internal.order;

import org.jspecify.annotations.NullMarked;
