/**
 * Durable tables: the options of their logs, and a log's state. A table is durable if {@link
 * org.jets.ets.TableOptions#withDurable(DurableOptions)} made it so.
 */
@NullMarked
package org.jets.ets.log;

import org.jspecify.annotations.NullMarked;
