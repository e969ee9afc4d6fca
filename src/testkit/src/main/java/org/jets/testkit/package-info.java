/**
 * What the tests of all modules have in common. It uses no class of jets; what does stands with the
 * tests of the lowest module that has these classes.
 */
@NullMarked
package org.jets.testkit;

import org.jspecify.annotations.NullMarked;
