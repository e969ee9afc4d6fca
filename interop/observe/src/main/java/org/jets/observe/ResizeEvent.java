package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The change of the numbers of buckets and locks of a table's map in a period. */
@Name("jets.Resize")
@Label("Resize")
@Category("jets")
@Description("A hash map that has grown or shrunk since the last period")
@Period("10 s")
@StackTrace(false)
final class ResizeEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Buckets before")
  long bucketsBefore;

  @Label("Buckets")
  long buckets;

  @Label("Locks before")
  long locksBefore;

  @Label("Locks")
  long locks;
}
