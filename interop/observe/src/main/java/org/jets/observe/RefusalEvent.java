package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A refusal to another node, because a limit is reached. */
@Name("jets.Refusal")
@Label("Refusal")
@Category("jets")
@Description("A call or text of another node that was refused, because a limit is reached")
@StackTrace(false)
final class RefusalEvent extends Event {
  @Label("Node")
  String node = "";

  @Label("Limit")
  String limit = "";

  @Label("Bound")
  String bound = "";

  @Label("Left out")
  @Description("Refusals before this one without an event, since there were too many")
  long leftOut;
}
