/** Terms as text on several lines, broken and indented as OTP does. */
@NullMarked
package org.jets.terms.internal.layout;

import org.jspecify.annotations.NullMarked;
