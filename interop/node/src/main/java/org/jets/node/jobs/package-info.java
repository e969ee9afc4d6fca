/**
 * The calls that other nodes make to this one, as jobs that share threads fairly. Each connection
 * has a queue. There are limits for each connection and for all connections together. A long scan
 * lets other jobs run in between. Jobs can be cancelled. Not exported.
 *
 * <p>Read {@link org.jets.node.jobs.JobPool} first.
 */
@NullMarked
package org.jets.node.jobs;

import org.jspecify.annotations.NullMarked;
