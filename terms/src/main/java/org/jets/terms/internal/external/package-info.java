/** The external term format: its tags, and what reads and writes its bytes. */
@NullMarked
package org.jets.terms.internal.external;

import org.jspecify.annotations.NullMarked;
