/**
 * Concurrent maps in the manner of {@link java.util.concurrent}: complete implementations of its
 * interfaces, after the data structures that scalability studies of Erlang's tables compared.
 *
 * <p>No map here permits {@code null} as a key or as a value.
 */
@NullMarked
package org.jets.collections;

import org.jspecify.annotations.NullMarked;
