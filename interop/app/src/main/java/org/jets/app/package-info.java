/**
 * The commands of jets. {@link org.jets.app.Main} runs one of them. Each has a package of its own,
 * which uses only the form of a command of this one.
 */
@NullMarked
package org.jets.app;

import org.jspecify.annotations.NullMarked;
