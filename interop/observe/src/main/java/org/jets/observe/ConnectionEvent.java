package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The begin or the end of a connection with another node. */
@Name("jets.Connection")
@Label("Connection")
@Category("jets")
@StackTrace(false)
final class ConnectionEvent extends Event {
  @Label("Node")
  String node = "";

  @Label("Is up")
  boolean isUp;
}
