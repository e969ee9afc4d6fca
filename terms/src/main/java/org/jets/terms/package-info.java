/**
 * Erlang's terms as immutable Java values, safe to share between threads: what Erlang copies, jets
 * shares.
 */
@NullMarked
package org.jets.terms;

import org.jspecify.annotations.NullMarked;
