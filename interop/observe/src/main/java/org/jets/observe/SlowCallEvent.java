package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A call of another node that took long. */
@Name("jets.SlowCall")
@Label("Slow call")
@Category("jets")
@Description("A function that this node ran for another one")
@Threshold("20 ms")
@StackTrace(false)
final class SlowCallEvent extends Event {
  /** Used to ask whether the event is recorded, without making one. */
  static final SlowCallEvent TYPE = new SlowCallEvent();

  @Label("Function")
  String function = "";

  @Label("Table")
  String table = "";

  @Label("Caller")
  @Description("The process that called")
  String caller = "";
}
