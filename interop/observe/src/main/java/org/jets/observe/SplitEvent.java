package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The splits of a table's tree in a period. */
@Name("jets.Split")
@Label("Split")
@Category("jets")
@Description(
    "A tree that has split base nodes since the last period, for their size or for contention")
@Period("10 s")
@StackTrace(false)
final class SplitEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Splits")
  long splits;
}
