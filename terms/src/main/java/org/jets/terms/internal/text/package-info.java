/** Text that knows no terms: characters, quotes, digits, UTF-8, and where printed text goes. */
@NullMarked
package org.jets.terms.internal.text;

import org.jspecify.annotations.NullMarked;
