package org.jets.bench.harness;

import java.util.List;

/**
 * The experiments of one paper, or on one question. Says what is to be measured; the runner
 * measures. Stateless, so any thread may call it.
 */
public interface Suite {
  /** The name on the command line and in the results: small letters, digits and underscores. */
  String name();

  /** Returns its subject and the source of that, in one line. */
  String description();

  /** The counts that the profile stands for here, one line each: keys, operations, seconds. */
  List<String> counts(Profile profile, Selection selection);

  /** The experiments, in the order of the report; quick to call, and the same each time. */
  List<Experiment> experiments(Profile profile, Selection selection);
}
