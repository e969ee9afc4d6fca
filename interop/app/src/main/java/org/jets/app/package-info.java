/**
 * The commands of jets: {@link org.jets.app.Main} runs one of them, and each has a package of its
 * own, which uses of this one the form of a command and nothing else.
 */
@NullMarked
package org.jets.app;

import org.jspecify.annotations.NullMarked;
