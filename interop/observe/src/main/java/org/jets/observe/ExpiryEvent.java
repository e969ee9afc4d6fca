package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The objects of a table that were removed in a period because their time was over. */
@Name("jets.Expiry")
@Label("Expiry")
@Category("jets")
@Description("A table that has removed objects since the last period, because their time was over")
@Period("10 s")
@StackTrace(false)
final class ExpiryEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Objects")
  long objects;
}
