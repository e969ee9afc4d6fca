/** Texts of messages that show what a user has given, in a bounded length. Not exported. */
@NullMarked
package org.jets.ets.text;

import org.jspecify.annotations.NullMarked;
