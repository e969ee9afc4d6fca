package org.jets.ets;

import org.jets.ets.match.MatchSpec;

/**
 * A match specification and how a table goes about it.
 *
 * @param given as the caller has it
 * @param spec what is run on each object
 * @param reason why the plan is this one, for people
 */
record PlannedSpec(MatchSpec given, MatchSpec spec, KeyPlan plan, String reason) {}
