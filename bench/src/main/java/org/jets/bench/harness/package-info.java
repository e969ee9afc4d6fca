/**
 * The harness of all benchmarks: scalability suites, after the papers on ETS, and comparisons of
 * single functions and of nodes with their rivals.
 *
 * <p>A {@link Suite} says what is to be measured and measures nothing itself. It gives {@link
 * Experiment}s; each of them becomes one figure of the report and is a list of {@link Point}s: a
 * {@link Structure} at one place of the figure's axis. What a point has to run is one of
 *
 * <ul>
 *   <li>{@link JmhRun}: a benchmark method in JVMs of its own. The runner sets threads, parameters,
 *       flags, forks and pinning, and turns JMH's score into the unit of the experiment: a
 *       throughput or a time of an operation in whatever unit the annotations say.
 *   <li>{@link ErlangRun}: a request to {@code jets_scale.erl} in an Erlang of its own. The program
 *       exports {@code run/1}, which gets the words of the request as a list of strings and prints
 *       the lines below to standard output.
 *   <li>{@link ForkedRun}: a {@link ForkedMeasurement} in a JVM of its own, for what is no
 *       throughput: memory, latency, a recording.
 *   <li>{@link LiveRun}: a question to a program that lives on, such as an Erlang beside nodes.
 * </ul>
 *
 * <p>Runs go in rounds, in which all points take turns; what all rounds of a point gave is its
 * {@link Measurement}. It ends as one {@link Row}: the value with its least and greatest
 * repetition. A repetition is one measured iteration of JMH or one <i>sample</i> of the others,
 * whose lines are
 *
 * <pre>
 * sample NUMBER    one repetition, in the unit of the experiment (3 repetitions: 3 lines)
 * side TEXT        one line of the point's side file
 * failed TEXT      the point fails for this reason, which its row keeps
 * </pre>
 *
 * In Java these are calls of {@link Samples}. A run that throws, ends with another status than 0,
 * takes far too long or gives no sample fails its own row too, and nothing else.
 *
 * <p>Side files are what one number does not hold; {@link Figure} says what their lines are.
 *
 * <p>Worker threads that a benchmark of JMH gets are pinned already. Those that a {@link
 * ForkedMeasurement} starts come from {@link PinnedThreads#factory()}. Schedulers of Erlang are
 * bound by the runner's flags ({@code +sbt}).
 *
 * <p>A suite is added to {@code Suites}. It need not look at {@code --only} and {@code
 * --structures}: the runner leaves out what was not asked for.
 */
@NullMarked
package org.jets.bench.harness;

import org.jspecify.annotations.NullMarked;
