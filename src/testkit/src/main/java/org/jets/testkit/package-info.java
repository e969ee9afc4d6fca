/**
 * Shared helpers for the tests of all modules. They use no class of jets. A helper that needs a
 * class of jets is among the tests of the module of that class.
 */
@NullMarked
package org.jets.testkit;

import org.jspecify.annotations.NullMarked;
