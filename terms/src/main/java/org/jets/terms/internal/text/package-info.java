/**
 * Text without knowledge of terms: characters, quotes, digits, UTF-8, and sinks of printed text.
 */
@NullMarked
package org.jets.terms.internal.text;

import org.jspecify.annotations.NullMarked;
