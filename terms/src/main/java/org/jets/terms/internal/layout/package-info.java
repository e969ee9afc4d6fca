/** The layout of terms on several lines, broken and indented as in OTP. */
@NullMarked
package org.jets.terms.internal.layout;

import org.jspecify.annotations.NullMarked;
