/**
 * Tables and nodes, seen while they run. An {@link org.jets.observe.Observatory} watches a space of
 * tables, and a node if there is one. It has four outputs:
 *
 * <ul>
 *   <li>MXBeans: {@link org.jets.observe.TablesMXBean} and {@link org.jets.observe.NodeMXBean};
 *   <li>events of the JDK Flight Recorder: {@code jets.SlowCall}, {@code jets.FullScan}, {@code
 *       jets.Refusal}, {@code jets.Connection}, {@code jets.Fixation}, {@code jets.Resize}, {@code
 *       jets.Split}, {@code jets.Join} and {@code jets.RetryStorm};
 *   <li>meters of Micrometer, a library that is optional: {@link org.jets.observe.TableMetrics};
 *   <li>a {@linkplain org.jets.observe.page live page} in a browser.
 * </ul>
 *
 * <p>None of them shows contents of tables, unless a program allows that of the page. Names of
 * tables and nodes come from other nodes, and may be any text.
 */
@NullMarked
package org.jets.observe;

import org.jspecify.annotations.NullMarked;
