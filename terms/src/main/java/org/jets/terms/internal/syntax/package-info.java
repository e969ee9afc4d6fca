/** The reader of Erlang's syntax: characters, tokens, and the terms that they make. */
@NullMarked
package org.jets.terms.internal.syntax;

import org.jspecify.annotations.NullMarked;
