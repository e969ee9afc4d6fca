package org.jets.ets.limit;

/** The clocks by which the objects of a table expire. A test has its own. */
public interface TableClock {
  /** The clocks of the JVM. */
  TableClock SYSTEM =
      new TableClock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
          return System.currentTimeMillis();
        }
      };

  /** Returns the nanoseconds since a fixed moment, which may be in the future. Never goes back. */
  long nanoTime();

  /** Returns the milliseconds of the system time, as Erlang's {@code system_time} has them. */
  long currentTimeMillis();
}
