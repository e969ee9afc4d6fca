package org.jets.testkit.faults;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The number of frames on the stack of the calling thread. A stack trace has this number in a
 * private field, and making one costs a fifth of a walk, which makes an object for each frame. So
 * the number is read there if the JVM runs with {@code
 * --add-opens=java.base/java.lang=ALL-UNNAMED}, and else counted by a walk.
 */
final class StackDepth {
  /** From this depth on a trace is perhaps cut off. It is the JVM's own limit by default. */
  private static final int MOST_IN_TRACE = 1024;

  private static final StackWalker WALKER = StackWalker.getInstance();

  /** Null if the field cannot be read. */
  private static final @Nullable VarHandle TRACE_DEPTH = traceDepth();

  private StackDepth() {}

  private static @Nullable VarHandle traceDepth() {
    try {
      return MethodHandles.privateLookupIn(Throwable.class, MethodHandles.lookup())
          .findVarHandle(Throwable.class, "depth", int.class);
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** Returns the number; only the difference of two numbers has a meaning. */
  static long current() {
    if (TRACE_DEPTH != null) {
      int depth = (int) TRACE_DEPTH.get(new Throwable());
      if (depth < MOST_IN_TRACE) {
        return depth;
      }
    }
    return WALKER.<Long>walk(frames -> frames.count());
  }
}
