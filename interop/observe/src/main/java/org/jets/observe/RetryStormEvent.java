package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** Many updates of a table that had to be retried often in a period. */
@Name("jets.RetryStorm")
@Label("Retry storm")
@Category("jets")
@Description(
    "Updates that were retried often since the last period, since threads change the same keys")
@Period("10 s")
@StackTrace(false)
final class RetryStormEvent extends Event {
  @Label("Table")
  String table = "";

  @Label("Updates")
  @Description("About how many updates were retried often")
  long updates;
}
