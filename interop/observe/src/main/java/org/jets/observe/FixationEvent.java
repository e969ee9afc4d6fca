package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A table that an owner has kept fixed for long. */
@Name("jets.Fixation")
@Label("Long fixation")
@Category("jets")
@Description("An owner that keeps a table fixed, so that deleted keys take memory")
@Period("10 s")
@StackTrace(false)
final class FixationEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Fixed by")
  String owner = "";

  @Label("Fixations")
  long fixations;

  @Label("Fixed for")
  @Timespan(Timespan.NANOSECONDS)
  long fixedFor;
}
