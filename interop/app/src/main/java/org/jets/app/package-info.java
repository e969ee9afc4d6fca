/**
 * The commands of jets. {@link org.jets.app.Main} runs one of them. Each command has a package of
 * its own. It uses only three classes of this package: {@link org.jets.app.Command}, {@link
 * org.jets.app.CommandLines} and {@link org.jets.app.UsageException}.
 */
@NullMarked
package org.jets.app;

import org.jspecify.annotations.NullMarked;
