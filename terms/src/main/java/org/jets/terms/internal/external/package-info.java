/** The external term format: its tags, its readers and its writers. */
@NullMarked
package org.jets.terms.internal.external;

import org.jspecify.annotations.NullMarked;
