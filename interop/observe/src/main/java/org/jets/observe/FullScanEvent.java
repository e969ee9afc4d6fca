package org.jets.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A search that scanned all objects of a table. */
@Name("jets.FullScan")
@Label("Full scan")
@Category("jets")
@Description("A search by a match specification that read all objects of a table")
@Threshold("20 ms")
final class FullScanEvent extends Event {
  /** Used to ask whether the event is recorded, without making one. */
  static final FullScanEvent TYPE = new FullScanEvent();

  @Label("Table")
  String table = "";

  @Label("Operation")
  String operation = "";

  @Label("Reason")
  @Description("The planner's reason for a scan")
  String reason = "";

  @Label("Advice")
  @Description("How to search without a scan")
  String advice = "";
}
