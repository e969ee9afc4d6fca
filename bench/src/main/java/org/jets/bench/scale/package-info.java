/**
 * The scalability suites, which say what is to be run, the comparisons with Erlang's tables, and
 * the workloads of both, as benchmarks of JMH and as measurements in JVMs of their own. The same
 * workloads for real ETS are in {@code jets_scale.erl}.
 *
 * <p>A workload knows structures as {@link org.jets.bench.scale.Keyed}, whose keys are numbers, and
 * gets one by its name from {@link org.jets.bench.scale.KeyedStructures}.
 */
@NullMarked
package org.jets.bench.scale;

import org.jspecify.annotations.NullMarked;
