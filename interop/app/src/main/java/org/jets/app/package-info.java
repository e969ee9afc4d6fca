/**
 * The commands of jets. {@link org.jets.app.Main} runs one of them. Each has a package of its own.
 * Of this package, a command uses only {@link org.jets.app.Command}, {@link
 * org.jets.app.CommandLines} and {@link org.jets.app.UsageException}.
 */
@NullMarked
package org.jets.app;

import org.jspecify.annotations.NullMarked;
