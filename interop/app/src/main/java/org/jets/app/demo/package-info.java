/**
 * {@code ./jets demo}: the classes of a JDK in three tables, filled by all cores, queried and
 * checked.
 */
@NullMarked
package org.jets.app.demo;

import org.jspecify.annotations.NullMarked;
