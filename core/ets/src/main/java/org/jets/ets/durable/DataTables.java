package org.jets.ets.durable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jets.collections.internal.sync.OverflowSafeLock;
import org.jets.ets.BadArgumentException;
import org.jets.ets.SystemLimitException;
import org.jets.ets.TableOptions;
import org.jets.ets.log.DurableOptions;
import org.jets.terms.Atom;
import org.jspecify.annotations.Nullable;

/**
 * The data folder of a space; at first there is none. While one is open, its tables have an owner
 * of their own.
 *
 * <p>Guarded by {@link #lock}: changes of the open folder, and the number of places. The lock is
 * held for a few steps, never while a file is used. The open folder is read without it.
 *
 * @param <O> the owners of the space
 */
public final class DataTables<O> {
  /** The largest number of tables. Each has a thread and an open file. */
  private static final int MAX_TABLES = 1024;

  private final Supplier<O> begin;
  private final ToIntFunction<O> tableCount;
  private final Consumer<O> end;
  private final int maxTables;
  private final OverflowSafeLock lock = new OverflowSafeLock();

  /** Null unless a folder is open. */
  private volatile @Nullable Opened<O> opened;

  /** The number of tables that are being made. */
  @GuardedBy("lock") private int places;

  /**
   * Returns the data of a space that has no folder open.
   *
   * @param begin makes an owner
   * @param tableCount returns the number of tables of an owner
   * @param end ends an owner, and so its tables
   */
  public DataTables(Supplier<O> begin, ToIntFunction<O> tableCount, Consumer<O> end) {
    this(begin, tableCount, end, MAX_TABLES);
  }

  DataTables(Supplier<O> begin, ToIntFunction<O> tableCount, Consumer<O> end, int maxTables) {
    this.begin = begin;
    this.tableCount = tableCount;
    this.end = end;
    this.maxTables = maxTables;
  }

  /** Makes a table of an owner, or takes it out of its log. */
  @FunctionalInterface
  public interface TableMaker<O, T> {
    /** Returns the table with a name. */
    T make(O owner, Atom name, TableOptions options);
  }

  private record Opened<O>(O owner, DataFolder folder, DurableOptions options) {
    DurableOptions optionsOf(Atom name) {
      return options.withFolder(folder.folderOf(name));
    }
  }

  /**
   * A place for a new table. Its maker closes it when the owner has the table, or it has failed.
   */
  public final class Place implements AutoCloseable {
    private final Opened<O> data;
    private final DurableOptions options;

    private Place(Opened<O> data, Atom name) {
      this.data = data;
      this.options = data.optionsOf(name);
    }

    /** Returns the owner that the table is to have. */
    public O owner() {
      return data.owner();
    }

    /** Returns the options of the table's log. */
    public DurableOptions options() {
      return options;
    }

    @Override
    public void close() {
      lock.lock();
      try {
        places--;
      } finally {
        lock.unlock();
      }
    }
  }

  /** Returns the error for a table that cannot be durable. */
  public static BadArgumentException refused(String expected) {
    return BadArgumentException.of(2, "durable", Atom.TRUE, expected);
  }

  /**
   * Opens a folder and makes all tables that it has. If this fails, the folder is closed again.
   *
   * @throws org.jets.ets.TableLogException if the folder or one of the logs cannot be opened
   * @throws IllegalStateException if a folder is open already
   */
  public <T> List<T> open(DurableOptions options, TableMaker<? super O, ? extends T> maker) {
    Opened<O> data = begin(options);
    boolean isLoaded = false;
    try {
      List<T> tables = load(data, maker);
      isLoaded = true;
      return tables;
    } finally {
      if (!isLoaded) {
        close(data);
      }
    }
  }

  private Opened<O> begin(DurableOptions options) {
    DataFolder folder = DataFolder.open(options.folder());
    Opened<O> data = null;
    boolean isBegun = false;
    try {
      data = new Opened<>(begin.get(), folder, options);
      begin(data);
      isBegun = true;
      return data;
    } finally {
      if (!isBegun) {
        end(data, folder);
      }
    }
  }

  private void begin(Opened<O> data) {
    lock.lock();
    try {
      if (opened != null) {
        throw new IllegalStateException("data folder: open already (expected: none)");
      }
      opened = data;
    } finally {
      lock.unlock();
    }
  }

  private static <O, T> List<T> load(Opened<O> data, TableMaker<? super O, ? extends T> maker) {
    List<T> tables = new ArrayList<>();
    for (DataFolder.StoredTable stored : data.folder().tables()) {
      // In its folder as it is: a limit for new tables does not keep the node from starting.
      TableOptions options =
          TableOptions.fromTerms(stored.options()).withDurable(data.optionsOf(stored.name()));
      tables.add(maker.make(data.owner(), stored.name(), options));
    }
    return tables;
  }

  /**
   * Ends the tables and closes the folder. Has no effect if none is open.
   *
   * @throws org.jets.ets.TableLogException if some changes are perhaps not on the disk
   */
  public void close() {
    Opened<O> data = opened;
    if (data != null) {
      close(data);
    }
  }

  /** Closes a folder unless another thread does. */
  private void close(Opened<O> data) {
    lock.lock();
    try {
      if (opened != data) {
        return;
      }
      opened = null;
    } finally {
      lock.unlock();
    }
    end(data, data.folder());
  }

  private void end(@Nullable Opened<O> data, DataFolder folder) {
    try (folder) {
      if (data != null) {
        end.accept(data.owner());
      }
    }
  }

  /** Returns whether an owner is that of the tables of the open folder. */
  public boolean isOwner(O owner) {
    Opened<O> data = opened;
    return data != null && data.owner() == owner;
  }

  /**
   * Returns a place for a new table.
   *
   * @throws BadArgumentException if no folder is open
   * @throws SystemLimitException if there are too many tables
   */
  public Place place(Atom name) {
    Opened<O> data = opened;
    if (data == null) {
      throw refused("false, since the node has no data folder");
    }
    Place place = new Place(data, name);
    lock.lock();
    try {
      if (tableCount.applyAsInt(data.owner()) + places >= maxTables) {
        throw new SystemLimitException("tables", "the data folder", maxTables);
      }
      places++;
    } finally {
      lock.unlock();
    }
    return place;
  }
}
