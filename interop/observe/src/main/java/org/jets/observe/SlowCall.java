package org.jets.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * A call of another node, or a search that scanned all objects, which took long.
 *
 * @param end the time of its end
 * @param operation the function, such as {@code ets:select/2}, or the operation of a search
 * @param table the table; empty if the call names none
 * @param caller the process that called; empty for a search, which may be of this JVM
 * @param reason the planner's reason for a scan; empty for a call
 * @param advice how to search without a scan; empty if there is no advice
 */
public record SlowCall(
    Instant end,
    Duration duration,
    String operation,
    String table,
    String caller,
    String reason,
    String advice) {

  /** Checks that no component is missing. */
  public SlowCall {
    Objects.requireNonNull(end, "end");
    Objects.requireNonNull(duration, "duration");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(advice, "advice");
  }
}
