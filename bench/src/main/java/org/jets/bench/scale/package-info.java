/**
 * The scalability suites, the suite of tables by turns, and the workloads of both. A suite lists
 * what is to be run. A workload is a JMH benchmark, or a measurement in a JVM of its own. The same
 * workloads for Erlang's own ETS are in {@code jets_scale.erl}.
 *
 * <p>A workload uses a structure through {@link org.jets.bench.scale.Keyed}, whose keys are
 * numbers. It obtains the structure by name from {@link org.jets.bench.scale.KeyedStructures}.
 */
@NullMarked
package org.jets.bench.scale;

import org.jspecify.annotations.NullMarked;
