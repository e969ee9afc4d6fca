/**
 * Erlang's tables for Java programs: set, ordered_set, bag and duplicate_bag.
 *
 * <p>Read {@link org.jets.ets.EtsTable} first, which has the functions of a table, and then {@link
 * org.jets.ets.TableOptions}. An {@link org.jets.ets.Owner} makes tables, which end with it or pass
 * to an heir; a {@link org.jets.ets.TableSpace} has the owners and tables of one node. A {@link
 * org.jets.ets.LocalTable} is a table of this JVM, which also supports snapshots and explains its
 * plans.
 *
 * <p>Match specifications are in {@link org.jets.ets.match}. The same functions in terms alone,
 * with Erlang's shapes and errors, are in {@link org.jets.ets.erl}.
 */
@NullMarked
package org.jets.ets;

import org.jspecify.annotations.NullMarked;
