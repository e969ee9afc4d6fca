/**
 * Views of a table as Java values. {@link org.jets.ets.view.TableMap} is a table of pairs as a
 * {@link java.util.concurrent.ConcurrentMap}. {@link org.jets.ets.view.RecordTable} is a table
 * whose objects are the records of a program. A {@link org.jets.ets.view.Codec} converts between
 * values and terms.
 *
 * <p>A view keeps nothing beside its table and its codecs. Any number of views, and programs that
 * use the table itself, may use it at the same time.
 */
@NullMarked
package org.jets.ets.view;

import org.jspecify.annotations.NullMarked;
