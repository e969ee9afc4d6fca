/**
 * A {@linkplain org.jets.observe.page.LivePage live page} of tables and a node in a browser, on the
 * JDK's HTTP server.
 */
@NullMarked
package org.jets.observe.page;

import org.jspecify.annotations.NullMarked;
