/**
 * The commands of jets. {@link org.jets.app.Main} runs one of them. Each has a package of its own.
 * That package uses only the interface, the parsing and the errors of commands from this one.
 */
@NullMarked
package org.jets.app;

import org.jspecify.annotations.NullMarked;
