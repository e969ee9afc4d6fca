/** Atoms by their names, and how these are written. Knows no terms. */
@NullMarked
package org.jets.terms.internal.atom;

import org.jspecify.annotations.NullMarked;
