/** The commands of jets: {@code ./jets demo} and {@code ./jets node}, one package each. */
@NullMarked
package org.jets.app;

import org.jspecify.annotations.NullMarked;
