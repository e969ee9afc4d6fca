/**
 * The table of atoms by their names, and the text of names. This package does not depend on terms.
 */
@NullMarked
package org.jets.terms.internal.atom;

import org.jspecify.annotations.NullMarked;
