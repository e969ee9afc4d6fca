/** {@code ./jets shell}: a JShell with jets on its path and two tables to try. */
@NullMarked
package org.jets.app.shell;

import org.jspecify.annotations.NullMarked;
