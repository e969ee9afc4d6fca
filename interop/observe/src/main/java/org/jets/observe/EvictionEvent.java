package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The keys that a table has evicted in a period. */
@Name("jets.Eviction")
@Label("Eviction")
@Category("jets")
@Description("A table that has evicted keys since the last period, because it was full")
@Period("10 s")
@StackTrace(false)
final class EvictionEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Keys")
  long keys;

  @Label("Objects")
  long objects;

  @Label("Bytes")
  @Description("About the bytes of the objects; 0 if the table has no bound of bytes")
  @DataAmount
  long bytes;
}
