/**
 * The calls that other nodes make of this one, as jobs that share threads fairly: a queue for each
 * connection, limits for each and for all, long scans that step aside, and jobs that can be
 * cancelled. Not exported.
 *
 * <p>Read {@link org.jets.node.jobs.JobPool} first.
 */
@NullMarked
package org.jets.node.jobs;

import org.jspecify.annotations.NullMarked;
