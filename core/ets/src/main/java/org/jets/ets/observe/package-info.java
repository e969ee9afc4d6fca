/**
 * The knowledge of an observer of a {@link org.jets.ets.TableSpace}: {@link
 * org.jets.ets.observe.TableFacts} about each table, and searches that scan all objects, of which a
 * {@link org.jets.ets.observe.ScanObserver} is told. A {@link org.jets.ets.observe.CallSampler}
 * chooses the calls that are timed. Contents of tables are no part of it.
 */
@NullMarked
package org.jets.ets.observe;

import org.jspecify.annotations.NullMarked;
