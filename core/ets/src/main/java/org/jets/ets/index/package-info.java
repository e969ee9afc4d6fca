/**
 * The descriptions of secondary indexes, which {@link org.jets.ets.LocalTable#addIndex} takes. An
 * {@link org.jets.ets.index.Index} has a name, and takes one term from each object.
 */
@NullMarked
package org.jets.ets.index;

import org.jspecify.annotations.NullMarked;
