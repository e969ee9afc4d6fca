package org.jets.ets.durable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jets.ets.cell.Cells;
import org.jets.ets.watch.ChangeListener;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * Appends the changes of a store to a log. A log that has failed refuses a change before it is
 * made, so that the store and its log do not part further. A change that is made but cannot be
 * recorded makes the log fail.
 */
final class ChangeLogger implements ChangeListener {
  private final DurableLog log;

  ChangeLogger(DurableLog log) {
    this.log = log;
  }

  @Override
  public Change prepare(List<Term> keys) {
    log.checkWritable();
    return new Recorded(keys.size());
  }

  @Override
  public void closed() {
    try {
      log.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The changes of one call, which are one record. */
  private final class Recorded implements Change {
    private final List<LogCell> cells;
    private boolean isCleared;
    private @Nullable LogTicket ticket;

    Recorded(int keys) {
      cells = new ArrayList<>(keys);
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object after) {
      cells.add(new LogCell(key, Cells.objects(after)));
    }

    @Override
    public void cleared() {
      isCleared = true;
    }

    @Override
    public void end(boolean isComplete) {
      boolean isRecorded = false;
      try {
        if (isComplete) {
          append();
          isRecorded = true;
        }
      } finally {
        if (!isRecorded) {
          log.breakOff();
        }
      }
    }

    private void append() {
      if (isCleared) {
        ticket = log.append(LogRecord.clear());
      } else if (!cells.isEmpty()) {
        ticket = log.append(LogRecord.of(cells));
      }
    }

    @Override
    public void released() {
      if (ticket != null) {
        ticket.await();
      }
    }
  }
}
