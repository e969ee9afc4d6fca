package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The joins of a table's tree in a period. */
@Name("jets.Join")
@Label("Join")
@Category("jets")
@Description("A tree that has joined base nodes since the last period")
@Period("10 s")
@StackTrace(false)
final class JoinEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Joins")
  long joins;
}
