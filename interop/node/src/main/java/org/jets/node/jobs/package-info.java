/**
 * The calls that other nodes make of this one, as jobs that share threads fairly. Each connection
 * has a queue; each and all of them have limits. Long scans step aside, and jobs can be cancelled.
 * Not exported.
 *
 * <p>Read {@link org.jets.node.jobs.JobPool} first.
 */
@NullMarked
package org.jets.node.jobs;

import org.jspecify.annotations.NullMarked;
