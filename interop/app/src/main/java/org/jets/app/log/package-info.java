/** The command for the logs of durable tables. */
@NullMarked
package org.jets.app.log;

import org.jspecify.annotations.NullMarked;
