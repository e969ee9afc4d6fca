package org.jets.ets.durable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jets.ets.TableType;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.Cells;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.WatchedStore;
import org.jets.terms.Atom;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store whose objects are in a log as well. A write returns when its record is as safe as the
 * {@link SyncMode} promises. A reader may see a change earlier, and so one that a power failure
 * undoes. A batch, and a {@code clear}, is recovered as a whole or not at all.
 *
 * <p>If a record cannot be written, the write fails with a {@link LogFailedException}, although its
 * change can be read. From then on all writes fail before they change anything, and reads go on.
 * The log is opened again with an empty store.
 *
 * <p>Cost: each record has everything under its key. So a long list of objects of a bag costs its
 * whole length for each insertion.
 */
public final class DurableStore {
  private final DurableLog log;
  private final WatchedStore store;

  private DurableStore(DurableLog log, TableStore store) {
    this.log = log;
    this.store = new WatchedStore(store, new ChangeLogger(log));
  }

  /**
   * Opens the log of a folder, and fills a store from it.
   *
   * @param store an empty store, which the caller does not use any more
   * @throws IOException as {@link DurableLog#open(Path, LogProperties, LogOptions, LogSink)}. The
   *     store may have some of the objects
   */
  public static DurableStore open(Path folder, Atom name, TableStore store, LogOptions options)
      throws IOException {
    return open(FolderFiles.create(folder), name, store, options);
  }

  static DurableStore open(LogFiles files, Atom name, TableStore store, LogOptions options)
      throws IOException {
    StoreConfig config = store.config();
    LogProperties properties = new LogProperties(name, config.type(), config.keypos());
    return new DurableStore(
        DurableLog.open(files, properties, options, new StoreSink(store)), store);
  }

  /** Returns the store for all reads and writes. Its {@code close} closes the log. */
  public TableStore store() {
    return store;
  }

  /** Returns the log. */
  public DurableLog log() {
    return log;
  }

  /**
   * Writes a snapshot of all objects while threads write; see {@link DurableLog#snapshot}.
   *
   * @return the number of keys
   */
  public long snapshot() throws IOException {
    StoreConfig config = store.config();
    return log.snapshot(
        action -> {
          store.forEachCell(
              cell -> action.accept(new LogCell(config.keyOf(cell), Cells.objects(cell))));
          store.awaitTold();
        });
  }

  /** Fills a store. */
  private static final class StoreSink implements LogSink {
    private final TableStore store;
    private final TableType type;

    StoreSink(TableStore store) {
      this.store = store;
      this.type = store.config().type();
    }

    @Override
    public void cell(LogCell cell) {
      if (cell.objects().isEmpty()) {
        store.remove(cell.key());
      } else if (type.isSet()) {
        store.put(cell.key(), cell.objects().get(0));
      } else {
        store.compute(cell.key(), new CellReplacement(type, cell.objects()));
      }
    }

    @Override
    public void clear() {
      store.clear();
    }
  }

  /** Replaces a cell by several objects. */
  private static final class CellReplacement extends CellUpdate {
    private final Cells cells;
    private final List<Tuple> objects;

    CellReplacement(TableType type, List<Tuple> objects) {
      this.cells = Cells.of(type);
      this.objects = objects;
    }

    @Override
    protected @Nullable Object update(@Nullable Object cell) {
      Object replacement = null;
      for (Tuple object : objects) {
        replacement = cells.with(replacement, object);
      }
      return replacement;
    }
  }
}
