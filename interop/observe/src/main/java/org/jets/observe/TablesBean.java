package org.jets.observe;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.ets.observe.TableFacts;

/** The MXBean of tables. */
final class TablesBean implements TablesMXBean {
  private static final double NANOS_PER_MICRO = 1_000;

  private final Observatory observatory;

  TablesBean(Observatory observatory) {
    this.observatory = observatory;
  }

  @Override
  public int getTableCount() {
    return observatory.tables().rows().size();
  }

  @Override
  public long getObjects() {
    return observatory.tables().objects();
  }

  @Override
  public long getBytes() {
    return observatory.tables().bytes();
  }

  @Override
  public int getFixedTables() {
    return observatory.tables().fixed(Integer.MAX_VALUE).size();
  }

  @Override
  public long getSlowCalls() {
    return observatory.slowCallCount();
  }

  @Override
  public long getCalls() {
    return observatory.tables().calls();
  }

  @Override
  public long getCallsPerSecond() {
    return observatory.tables().callsPerSecond();
  }

  @Override
  public List<TableStatus> getLargestTables() {
    return listTables("bytes", true, 0, MOST_TABLES);
  }

  @Override
  public List<TableStatus> listTables(String order, boolean isDescending, int from, int limit) {
    TableOrder known =
        TableOrder.named(order)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "order: " + order + " (expected: the name of a TableOrder)"));
    if (from < 0) {
      throw new IllegalArgumentException("from: " + from + " (expected: >= 0)");
    }
    if (limit < 0 || limit > MOST_TABLES) {
      throw new IllegalArgumentException(
          "limit: " + limit + " (expected: 0 to " + MOST_TABLES + ")");
    }
    return observatory.tables().sorted(known, isDescending).stream()
        .skip(from)
        .limit(limit)
        .<TableStatus>map(Status::new)
        .toList();
  }

  /** A table as its MXBean shows it. */
  private record Status(TableRow row) implements TableStatus {
    @Override
    public String getId() {
      return row.id().toString();
    }

    @Override
    public String getName() {
      return row.name().toString();
    }

    @Override
    public String getType() {
      return row.facts().type().term().name();
    }

    @Override
    public long getSize() {
      return row.facts().size();
    }

    @Override
    public long getBytes() {
      return row.bytes();
    }

    @Override
    public String getOwner() {
      return row.facts().owner().toString();
    }

    @Override
    public String getHeir() {
      return row.facts().heir().map(Object::toString).orElse("none");
    }

    @Override
    public String getProtection() {
      return row.facts().protection().term().name();
    }

    @Override
    public String getStore() {
      return row.facts().backend().name();
    }

    @Override
    public long getFixedMillis() {
      return row.fixedNanos() < 0 ? -1 : TimeUnit.NANOSECONDS.toMillis(row.fixedNanos());
    }

    @Override
    public String[] getFixedBy() {
      return row.facts().fixed().stream()
          .flatMap(fixation -> fixation.fixers().stream())
          .map(TableFacts.Fixer::pid)
          .map(Object::toString)
          .toArray(String[]::new);
    }

    @Override
    public long getCallsPerSecond() {
      return row.callsPerSecond();
    }

    @Override
    public double getMostMicros() {
      return row.mostNanos() < 0 ? -1 : row.mostNanos() / NANOS_PER_MICRO;
    }
  }
}
