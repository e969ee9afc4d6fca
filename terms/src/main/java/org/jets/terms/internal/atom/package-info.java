/** The names of atoms: how they are written. Knows no terms. */
@NullMarked
package org.jets.terms.internal.atom;

import org.jspecify.annotations.NullMarked;
