package org.jets.ets.durable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jets.collections.internal.sync.StackRoom;
import org.jets.ets.SystemLimitException;
import org.jets.ets.cell.CellEnds;
import org.jets.ets.cell.Cells;
import org.jets.ets.event.TableChange.Cause;
import org.jets.ets.watch.ChangeListener;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Appends the changes of a store to a log. A log that has failed refuses a change before it is
 * made, so that the store and its log do not part further.
 *
 * <p>The record is made before the change, from the {@linkplain Change#planned planned} cells. So a
 * change fails without an effect if its record would be too long, or there is no memory for it. If
 * other cells are told after the change, their record is made then. A change that is made but
 * cannot be recorded makes the log fail.
 */
final class ChangeLogger implements ChangeListener {
  private final DurableLog log;
  private final @Nullable CellEnds ends;
  private final boolean isForOneCall;

  /** The last record of the call; null before. For one thread. */
  private @Nullable LogTicket last;

  /** Set when the files of the log are to be removed with the table. */
  private volatile boolean isDiscarded;

  /**
   * Makes a listener.
   *
   * @param ends the ends of the objects; null if they do not expire
   */
  ChangeLogger(DurableLog log, @Nullable CellEnds ends) {
    this(log, ends, false);
  }

  private ChangeLogger(DurableLog log, @Nullable CellEnds ends, boolean isForOneCall) {
    this.log = log;
    this.ends = ends;
    this.isForOneCall = isForOneCall;
  }

  /** Returns the cell of a key as it is in a record. */
  LogCell logCell(Term key, @Nullable Object cell) {
    List<Tuple> objects = Cells.objects(cell);
    return ends == null || cell == null
        ? new LogCell(key, objects)
        : new LogCell(key, objects, ends.ends(cell));
  }

  @Override
  public ChangeListener forOneCall() {
    return new ChangeLogger(log, ends, true);
  }

  /** Waits for the last record: those before it are as safe, or the log has failed before them. */
  @Override
  public void endCall() {
    LogTicket ticket = last;
    if (ticket != null) {
      last = null;
      ticket.await();
    }
  }

  @Override
  public Change prepare(List<Term> keys) {
    StackRoom.requireForCall();
    log.checkWritable();
    return new Recorded(keys);
  }

  /**
   * As the other method, but there is no record of objects that have expired: the log has their
   * ends, so that they are not there when it is opened again. Their removal neither waits for the
   * disk nor fails with the log.
   */
  @Override
  public Change prepare(List<Term> keys, Cause cause) {
    return cause == Cause.EXPIRY ? Change.IGNORED : prepare(keys);
  }

  /** Makes the end of the store remove the files of the log. */
  void discard() {
    isDiscarded = true;
  }

  @Override
  public void closed() {
    try {
      if (isDiscarded) {
        log.discard();
      } else {
        log.close();
      }
    } catch (IOException e) {
      throw log.notDone("its end", e);
    }
  }

  /** The changes of one call, which are one record. */
  private final class Recorded implements Change {
    private final List<Term> keys;
    private final LogTicket ticket;

    /** The cells after the change, by key; null unless they have been told. */
    private final @Nullable Object[] after;

    private final boolean[] isChanged;

    /** The number of the key that may be told next. */
    private int next;

    /** The planned cells by key; those that stay as they are do not matter. */
    private @Nullable Object[] planned;

    private boolean[] isPlanned;

    /** The record of the planned cells; null if there are none. */
    private @Nullable LogRecord plan;

    private boolean isCleared;
    private boolean isAppended;

    Recorded(List<Term> keys) {
      this.keys = keys;
      this.ticket = log.newTicket();
      this.after = new @Nullable Object[keys.size()];
      this.isChanged = new boolean[keys.size()];
      this.planned = after;
      this.isPlanned = new boolean[keys.size()];
    }

    @Override
    public boolean wantsPlan() {
      return true;
    }

    @Override
    public void planned(@Nullable Object[] before, @Nullable Object[] cells) {
      planned = cells;
      isPlanned = new boolean[cells.length];
      for (int i = 0; i < cells.length; i++) {
        isPlanned[i] = before[i] != cells[i];
      }
      plan = record(cells, isPlanned);
    }

    /** Returns the record of some cells; null if there are none. */
    private @Nullable LogRecord record(@Nullable Object[] cells, boolean[] isWritten) {
      List<LogCell> written = new ArrayList<>(cells.length);
      for (int i = 0; i < cells.length; i++) {
        if (isWritten[i]) {
          written.add(logCell(keys.get(i), cells[i]));
        }
      }
      if (written.isEmpty()) {
        return null;
      }
      try {
        return LogRecord.of(written);
      } catch (IllegalArgumentException e) {
        throw new SystemLimitException(
            "bytes of a record", "the log of a table", LogRecord.MAX_PAYLOAD_BYTES);
      }
    }

    @Override
    public void changed(Term key, @Nullable Object before, @Nullable Object cell) {
      while (keys.get(next) != key) {
        next++;
      }
      after[next] = cell;
      isChanged[next] = true;
      next++;
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
        append(LogRecord.clear());
      } else if (next > 0) {
        append(isAsPlanned() ? plan : record(after, isChanged));
      }
    }

    private void append(@Nullable LogRecord record) {
      if (record != null) {
        log.append(ticket, record);
        isAppended = true;
      }
    }

    /** Returns whether the planned cells are those that have changed, and the present ones. */
    private boolean isAsPlanned() {
      for (int i = 0; i < isChanged.length; i++) {
        boolean isAlike = areAlike(planned[i], after[i]);
        if (isChanged[i] ? !isAlike : isPlanned[i]) {
          return false;
        }
      }
      return plan != null;
    }

    private boolean areAlike(@Nullable Object one, @Nullable Object other) {
      return one == other
          || (Cells.objects(one).equals(Cells.objects(other))
              && (ends == null || one == null || other == null || ends.areSame(one, other)));
    }

    @Override
    public void released() {
      if (!isAppended) {
        return;
      }
      if (isForOneCall) {
        last = ticket;
        log.awaitRoom();
      } else {
        ticket.await();
      }
    }
  }
}
