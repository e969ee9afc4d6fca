/**
 * The harness of all benchmarks. These are scalability suites, modelled on the papers on ETS, and
 * comparisons of functions and nodes with their rivals.
 *
 * <p>A {@link Suite} lists what is to be measured and measures nothing itself. It returns {@link
 * Experiment}s. Each experiment becomes one figure of the report and is a list of {@link Point}s. A
 * point is a {@link Structure} at one value of the figure's horizontal axis. It runs one of the
 * following:
 *
 * <ul>
 *   <li>{@link JmhRun}: a benchmark method in JVMs of its own. The runner sets threads, parameters,
 *       flags, forks and pinning. JMH's score is a throughput or a time per operation, in the unit
 *       that the annotations set. The runner converts it to the unit of the experiment.
 *   <li>{@link ErlangRun}: a request to {@code jets_scale.erl} in an Erlang runtime of its own. The
 *       program exports {@code run/1}. That function takes the words of the request as a list of
 *       strings and prints the lines below to standard output.
 *   <li>{@link ForkedRun}: a {@link ForkedMeasurement} in a JVM of its own, for results other than
 *       throughput: memory, latency, a recording.
 *   <li>{@link TurnRun}: a contestant of a measurement by turns, in a JVM of all contestants. Each
 *       has a side line of its own.
 *   <li>{@link LiveRun}: a request to a program that keeps running between requests, such as an
 *       Erlang runtime beside nodes.
 * </ul>
 *
 * <p>Runs are made in rounds, in which all points take turns. The results of a point in all rounds
 * are its {@link Measurement}. That becomes one {@link Row}: the value with its least and greatest
 * repetition. A repetition is one measured iteration of JMH, or one <i>sample</i> of another kind
 * of run. Those other runs report in these lines:
 *
 * <pre>
 * sample NUMBER    one repetition, in the unit of the experiment (3 repetitions: 3 lines)
 * side TEXT        one line of the point's side file
 * failed TEXT      the point fails for this reason, which its row keeps
 * </pre>
 *
 * In Java, calls of {@link Samples} replace these lines. A row also fails if its run throws, takes
 * far too long, gives no sample or ends with a status other than 0. Other rows are not affected.
 *
 * <p>A side file holds the data of a point that do not fit in one number. {@link Figure} defines
 * its lines.
 *
 * <p>The worker threads of a JMH benchmark are already pinned to processors. Those that a {@link
 * ForkedMeasurement} starts come from {@link PinnedThreads#factory()}. Schedulers of Erlang are
 * bound by the runner's flags ({@code +sbt}).
 *
 * <p>A suite is added to {@code Suites}. It can ignore {@code --only} and {@code --structures}: the
 * runner skips what was not requested.
 */
@NullMarked
package org.jets.bench.harness;

import org.jspecify.annotations.NullMarked;
