package org.jets.ets.durable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jets.ets.TableLogException;
import org.jets.ets.TableType;
import org.jets.ets.argument.PosixError;
import org.jets.ets.cell.CellEnds;
import org.jets.ets.cell.CellUpdate;
import org.jets.ets.cell.Cells;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.LogReport;
import org.jets.ets.log.TableLog;
import org.jets.ets.store.StoreConfig;
import org.jets.ets.store.TableStore;
import org.jets.ets.watch.ChangeListener;
import org.jets.ets.watch.ChangeListeners;
import org.jets.ets.watch.WatchedStore;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A store whose objects are in a log as well. A write returns when its record is as safe as the
 * {@link org.jets.ets.log.SyncMode} promises. A reader may see a change earlier, and so one that a
 * power failure undoes. A batch, and a {@code clear}, is recovered as a whole or not at all.
 *
 * <p>If a record cannot be written, the write fails with a {@link TableLogException}, although its
 * change can be read. From then on all writes fail before they change anything, and reads go on.
 * The log is opened again with an empty store.
 *
 * <p>Cost: each record has everything under its key. So a long list of objects of a bag costs its
 * whole length for each insertion.
 */
public final class DurableStore implements TableLog {
  private final Path folder;
  private final DurableLog log;
  private final ChangeLogger logger;
  private final WatchedStore store;

  private volatile @Nullable Throwable compactionError;

  private DurableStore(
      Path folder,
      DurableLog log,
      TableStore store,
      @Nullable CellEnds ends,
      @Nullable ChangeListener listener) {
    this.folder = folder;
    this.log = log;
    this.logger = new ChangeLogger(log, ends);
    this.store =
        new WatchedStore(store, listener == null ? logger : new ChangeListeners(logger, listener));
    log.onGrowth(() -> BackgroundTasks.add(this::compactInBackground));
  }

  /**
   * Opens the log of a folder, and fills a store from it.
   *
   * @param tableOptions the options of the table, which the log keeps
   * @param store an empty store, which the caller does not use any more
   * @param ends the ends of the objects, which are in the log too; null if they do not expire
   * @param listener another listener of the store's changes, from now on; null if there is none
   * @throws TableLogException if the log cannot be opened. The store may have some of the objects
   */
  public static DurableStore open(
      DurableOptions options,
      Atom name,
      ListTerm tableOptions,
      TableStore store,
      @Nullable CellEnds ends,
      @Nullable ChangeListener listener) {
    Path folder = options.folder();
    try {
      return UninterruptedTask.run(
          "jets-log-open-" + name.name(),
          () ->
              open(
                  FolderFiles.create(folder),
                  folder,
                  name,
                  tableOptions,
                  store,
                  LogOptions.of(options),
                  ends,
                  listener));
    } catch (IOException e) {
      throw notOpened(folder, e);
    }
  }

  private static TableLogException notOpened(Path folder, IOException e) {
    String why = PosixError.name(e);
    if (e instanceof LogFormatException format) {
      why = format.isOfOtherTable() ? "other_table" : "damaged";
    } else if (e instanceof FolderInUseException) {
      why = "in_use";
    }
    return TableLogException.of(
        "The log in " + folder + " cannot be opened: " + PosixError.message(e), why, e);
  }

  static DurableStore open(LogFiles files, Atom name, TableStore store, LogOptions options)
      throws IOException {
    return open(files, name, store, options, null);
  }

  static DurableStore open(
      LogFiles files, Atom name, TableStore store, LogOptions options, @Nullable CellEnds ends)
      throws IOException {
    return open(files, Path.of(""), name, ListTerm.empty(), store, options, ends, null);
  }

  private static DurableStore open(
      LogFiles files,
      Path folder,
      Atom name,
      ListTerm tableOptions,
      TableStore store,
      LogOptions options,
      @Nullable CellEnds ends,
      @Nullable ChangeListener listener)
      throws IOException {
    StoreConfig config = store.config();
    LogProperties properties = new LogProperties(name, config.type(), config.keypos());
    DurableLog log =
        DurableLog.open(files, properties, tableOptions, options, new StoreSink(store, ends));
    boolean isOpen = false;
    try {
      DurableStore opened = new DurableStore(folder, log, store, ends, listener);
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        log.close();
      }
    }
  }

  /** Returns the store for all reads and writes. Its {@code close} closes the log. */
  public WatchedStore store() {
    return store;
  }

  /** Makes the {@code close} of the store remove the files of the log as well. */
  public void discard() {
    logger.discard();
  }

  /** Returns the log. */
  DurableLog log() {
    return log;
  }

  @Override
  public Path folder() {
    return folder;
  }

  @Override
  public LogReport recovered() {
    return log.recovered();
  }

  @Override
  public void force() {
    log.force();
  }

  @Override
  public long compact() {
    try {
      return snapshot();
    } catch (IOException e) {
      throw log.notDone("the compaction", e);
    }
  }

  private void compactInBackground() {
    try {
      snapshot();
      compactionError = null;
    } catch (IOException | RuntimeException | Error e) {
      compactionError = e;
    } finally {
      log.compactionEnded();
    }
  }

  /** Returns whether the log has failed, so that writes of the table fail. */
  public boolean hasFailed() {
    return log.hasFailed();
  }

  @Override
  public Optional<Throwable> compactionError() {
    return Optional.ofNullable(compactionError);
  }

  /**
   * Writes a snapshot of all objects while threads write; see {@link DurableLog#snapshot}.
   *
   * @return the number of keys
   */
  long snapshot() throws IOException {
    StoreConfig config = store.config();
    return log.snapshot(
        action -> {
          store.forEachCell(cell -> action.accept(logger.logCell(config.keyOf(cell), cell)));
          store.awaitTold();
        });
  }

  /** Fills a store. */
  private static final class StoreSink implements LogSink {
    private final TableStore store;
    private final @Nullable CellEnds ends;
    private final TableType type;

    StoreSink(TableStore store, @Nullable CellEnds ends) {
      this.store = store;
      this.ends = ends;
      this.type = store.config().type();
    }

    @Override
    public void cell(LogCell cell) {
      if (ends == null && type.isSet() && !cell.objects().isEmpty()) {
        store.put(cell.key(), cell.objects().get(0));
        return;
      }
      Object restored = restored(cell);
      if (restored == null) {
        store.remove(cell.key());
      } else {
        store.compute(cell.key(), new CellReplacement(restored));
      }
    }

    private @Nullable Object restored(LogCell cell) {
      if (ends != null) {
        return ends.restored(cell.objects(), cell.ends());
      }
      Cells cells = Cells.of(type);
      Object restored = null;
      for (Tuple object : cell.objects()) {
        restored = cells.with(restored, object);
      }
      return restored;
    }

    @Override
    public void clear() {
      store.clear();
    }
  }

  /** Replaces a cell by another. */
  private static final class CellReplacement extends CellUpdate {
    private final Object replacement;

    CellReplacement(Object replacement) {
      this.replacement = replacement;
    }

    @Override
    protected Object update(@Nullable Object cell) {
      return replacement;
    }
  }
}
