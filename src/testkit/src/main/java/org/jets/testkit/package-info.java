/**
 * Shared helpers for the tests of all modules. They use no class of jets. A helper that does is
 * with the tests of the lowest module that has the class.
 */
@NullMarked
package org.jets.testkit;

import org.jspecify.annotations.NullMarked;
