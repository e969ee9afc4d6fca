package org.jets.ets;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jets.ets.argument.ValueText;
import org.jets.ets.limit.Bounds;
import org.jets.ets.limit.Expiry;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.ets.log.DurableOptions;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The options of a new table: those of {@code ets:new/2}, and the {@linkplain Backend store} that
 * holds the data. Immutable: each method returns changed options.
 *
 * <p>The store and the options about concurrency affect costs, but no guarantees.
 */
public final class TableOptions {
  /** The largest number of locks that an option can request. */
  public static final int MAX_LOCKS = 32_768;

  private static final int MIN_LOCKS = 64;

  private static final TableOptions DEFAULT = new TableOptions();

  private TableType type = TableType.SET;
  private Access access = Access.PROTECTED;
  private boolean named;
  private long keypos = 1;
  private @Nullable Heir heir;

  /** Null unless it has been set. */
  private @Nullable WriteConcurrency writeConcurrency;

  private int fixedLocks;
  private boolean readConcurrency;
  private @Nullable Boolean decentralizedCounters;
  private boolean compressed;
  private boolean events;
  private boolean indexes;
  private boolean durable;

  /** Null unless a folder has been named. */
  private @Nullable DurableOptions durableOptions;

  private @Nullable Expiry expiry;
  private Bounds bounds = Bounds.UNBOUNDED;
  private @Nullable Backend backend;

  private TableOptions() {}

  private TableOptions(TableOptions that) {
    this.type = that.type;
    this.access = that.access;
    this.named = that.named;
    this.keypos = that.keypos;
    this.heir = that.heir;
    this.writeConcurrency = that.writeConcurrency;
    this.fixedLocks = that.fixedLocks;
    this.readConcurrency = that.readConcurrency;
    this.decentralizedCounters = that.decentralizedCounters;
    this.compressed = that.compressed;
    this.events = that.events;
    this.indexes = that.indexes;
    this.durable = that.durable;
    this.durableOptions = that.durableOptions;
    this.expiry = that.expiry;
    this.bounds = that.bounds;
    this.backend = that.backend;
  }

  /** Returns the options of a protected table of this type without a name, keyed by element 1. */
  public static TableOptions of(TableType type) {
    return DEFAULT.withType(type);
  }

  /** Returns {@code of(TableType.SET)}. */
  public static TableOptions set() {
    return of(TableType.SET);
  }

  /** Returns {@code of(TableType.ORDERED_SET)}. */
  public static TableOptions orderedSet() {
    return of(TableType.ORDERED_SET);
  }

  /** Returns {@code of(TableType.BAG)}. */
  public static TableOptions bag() {
    return of(TableType.BAG);
  }

  /** Returns {@code of(TableType.DUPLICATE_BAG)}. */
  public static TableOptions duplicateBag() {
    return of(TableType.DUPLICATE_BAG);
  }

  /**
   * Returns the meaning of an option list of {@code ets:new/2}. As in Erlang, {@code set} and
   * {@code protected} have no effect, and of the other types and accesses the last one counts.
   *
   * @throws BadArgumentException if the argument is no proper list, or has an option that Erlang
   *     does not know
   */
  public static TableOptions fromTerms(Term options) {
    return OptionTerms.parse(Objects.requireNonNull(options, "options"));
  }

  /**
   * Returns the option list of {@code ets:new/2} for these options. The store is not in it, since
   * Erlang has no name for it. Options that have not been set are omitted.
   */
  public ListTerm toTerm() {
    return OptionTerms.list(this);
  }

  /** Sets the type; {@link TableType#SET} by default. */
  public TableOptions withType(TableType type) {
    TableOptions changed = new TableOptions(this);
    changed.type = Objects.requireNonNull(type, "type");
    return changed;
  }

  /** Sets the access of other owners; {@link Access#PROTECTED} by default. */
  public TableOptions withAccess(Access access) {
    TableOptions changed = new TableOptions(this);
    changed.access = Objects.requireNonNull(access, "access");
    return changed;
  }

  /** Returns {@code withAccess(Access.PUBLIC)}: all owners may read and write. */
  public TableOptions withPublicAccess() {
    return withAccess(Access.PUBLIC);
  }

  /**
   * Makes the table known by its name in its space, where the name must be free. Without this
   * option the name has no function.
   */
  public TableOptions withNamedTable() {
    TableOptions changed = new TableOptions(this);
    changed.named = true;
    return changed;
  }

  /**
   * Sets the position of the key in an object; 1 by default.
   *
   * @param keypos from 1
   * @throws IllegalArgumentException if it is below 1
   */
  public TableOptions withKeypos(int keypos) {
    if (keypos < 1) {
      throw new IllegalArgumentException("keypos: " + keypos + " (expected: >= 1)");
    }
    return withLargeKeypos(keypos);
  }

  /** As {@link #withKeypos(int)}, for positions that no tuple has; Erlang accepts them. */
  TableOptions withLargeKeypos(long keypos) {
    TableOptions changed = new TableOptions(this);
    changed.keypos = keypos;
    return changed;
  }

  /**
   * Sets the heir, which becomes the owner when the owner ends, and the data that it then receives.
   * An heir that has ended before the table is made is ignored.
   *
   * @param pid of an {@link Owner} of the space in which the table will be
   */
  public TableOptions withHeir(Pid pid, Term data) {
    return withHeir(
        new Heir(Objects.requireNonNull(pid, "pid"), Objects.requireNonNull(data, "data")));
  }

  /** As {@link #withHeir(Pid, Term)}, but the heir gets no message. */
  public TableOptions withHeir(Pid pid) {
    return withHeir(new Heir(Objects.requireNonNull(pid, "pid"), null));
  }

  /** Sets no heir, so that the table is dropped when its owner ends; this is the default. */
  public TableOptions withoutHeir() {
    return withHeir((Heir) null);
  }

  private TableOptions withHeir(@Nullable Heir heir) {
    TableOptions changed = new TableOptions(this);
    changed.heir = heir;
    return changed;
  }

  /**
   * Sets {@code write_concurrency}. A table reports {@link WriteConcurrency#FALSE} by default. If
   * the option is not set, or the table is private, the store may prepare for any concurrency.
   */
  public TableOptions withWriteConcurrency(WriteConcurrency writeConcurrency) {
    TableOptions changed = new TableOptions(this);
    changed.writeConcurrency = Objects.requireNonNull(writeConcurrency, "writeConcurrency");
    changed.fixedLocks = 0;
    return changed;
  }

  /**
   * Sets {@code write_concurrency} to <code>{debug_hash_fixed_number_of_locks, N}</code>: several
   * writers at once, with a fixed number of locks, for stores with a number of locks. Not for an
   * ordered_set.
   *
   * @param locks 1 to {@value #MAX_LOCKS}; Erlang makes it a power of two and at least 64
   * @throws IllegalArgumentException if the number is out of this range
   */
  public TableOptions withFixedLocks(int locks) {
    if (locks < 1 || locks > MAX_LOCKS) {
      throw new IllegalArgumentException("locks: " + locks + " (expected: 1.." + MAX_LOCKS + ")");
    }
    TableOptions changed = withWriteConcurrency(WriteConcurrency.TRUE);
    changed.fixedLocks = Math.max(MIN_LOCKS, Integer.highestOneBit(locks));
    return changed;
  }

  /** Sets {@code read_concurrency}; false by default. */
  public TableOptions withReadConcurrency(boolean readConcurrency) {
    TableOptions changed = new TableOptions(this);
    changed.readConcurrency = readConcurrency;
    return changed;
  }

  /**
   * Sets {@code decentralized_counters}. By default true with {@link WriteConcurrency#AUTO} or a
   * fixed number of locks, and in an ordered_set with {@link WriteConcurrency#TRUE}.
   */
  public TableOptions withDecentralizedCounters(boolean decentralizedCounters) {
    TableOptions changed = new TableOptions(this);
    changed.decentralizedCounters = decentralizedCounters;
    return changed;
  }

  /** Sets {@code compressed}; false by default. It is only reported, since no store compresses. */
  public TableOptions withCompressed(boolean compressed) {
    TableOptions changed = new TableOptions(this);
    changed.compressed = compressed;
    return changed;
  }

  /**
   * Makes a table whose changes can be {@linkplain LocalTable#changes() watched}; false by default.
   * Erlang's own {@code ets} does not have this option. Its term is <code>{events, true}</code>.
   *
   * <p>Cost: without this option none. With it, each write takes a lock that some keys share, and
   * two more lookups. {@code updateCounter} replaces the object instead of adding in place.
   */
  public TableOptions withEvents(boolean events) {
    TableOptions changed = new TableOptions(this);
    changed.events = events;
    return changed;
  }

  /**
   * Makes a table to which {@linkplain LocalTable#addIndex indexes} can be added; false by default.
   * Erlang's own {@code ets} does not have this option. Its term is <code>{indexes, true}</code>.
   *
   * <p>Cost: without this option none. With it, that of {@link #withEvents}. Each index costs more,
   * as {@link LocalTable#addIndex} says.
   */
  public TableOptions withIndexes(boolean indexes) {
    TableOptions changed = new TableOptions(this);
    changed.indexes = indexes;
    return changed;
  }

  /**
   * Makes a durable table, as {@link #withDurable(DurableOptions)} does, in a folder that belongs
   * to it alone.
   */
  public TableOptions withDurable(Path folder) {
    return withDurable(DurableOptions.in(folder));
  }

  /**
   * Makes a durable table: its objects are in a log in a folder as well. When a table of the same
   * name, type and position of the key is made with that folder, it begins with the objects of the
   * log. A write returns when it is as safe as the options promise.
   *
   * <p>{@link EtsTable#drop} removes the log. If the table ends in any other way, the log stays:
   * with its handle, its owner or the JVM. The table cannot be renamed. See {@link
   * LocalTable#log()}.
   *
   * <p>Cost: without this option none. With it, that of {@link #withEvents}, and each write encodes
   * all objects of its key and waits for the disk.
   */
  public TableOptions withDurable(DurableOptions options) {
    TableOptions changed = new TableOptions(this);
    changed.durable = true;
    changed.durableOptions = Objects.requireNonNull(options, "options");
    return changed;
  }

  /**
   * Makes a durable table in the {@linkplain TableSpace#openData data folder} of its space; false
   * by default. Such a table is named and public, has no heir, and belongs to the space and not to
   * the owner that makes it. So its end is a {@link EtsTable#drop}. When the data folder is opened
   * again, the table is there. Erlang's own {@code ets} does not have this option. Its term is
   * <code>{durable, true}</code>.
   */
  public TableOptions withDurable(boolean durable) {
    TableOptions changed = new TableOptions(this);
    changed.durable = durable;
    changed.durableOptions = null;
    return changed;
  }

  /**
   * Makes a table whose objects expire this long after their last write. Erlang's own {@code ets}
   * does not have this option. Its term is <code>{ttl, Milliseconds}</code>.
   *
   * <p>From its end on, no operation returns, matches, steps to or counts an object, except that
   * {@code size} counts it until it is removed in the background. Of several objects under a key
   * each has its own time. It is counted by a monotonic clock. While a durable table is closed, its
   * objects age by the system's clock. Of the options of expiry the last one counts.
   *
   * <p>Cost: without these options none. With them, each key takes 32 bytes more, and each
   * operation reads a clock. {@code updateCounter} replaces the object instead of adding in place,
   * and {@link LocalTable#snapshot} takes linear time.
   *
   * @throws IllegalArgumentException if the time is not positive
   */
  public TableOptions withExpiryAfterWrite(Duration timeToLive) {
    return withExpiry(Expiry.of(Kind.AFTER_WRITE, timeToLive));
  }

  /**
   * As {@link #withExpiryAfterWrite}, but the time counts from the last access to the key: a write,
   * or a lookup of the key. Steps, walks and searches of all objects are no accesses. In a bag an
   * access renews all objects of the key. The table cannot be durable, since a lookup writes no
   * log. The term is <code>{ttl_after_access, Milliseconds}</code>.
   */
  public TableOptions withExpiryAfterAccess(Duration timeToLive) {
    return withExpiry(Expiry.of(Kind.AFTER_ACCESS, timeToLive));
  }

  /**
   * As {@link #withExpiryAfterWrite}, but an element of each object holds the time of its end: in
   * milliseconds of the system time, as {@code erlang:system_time(millisecond)} returns it, or
   * {@code infinity}. A write of another object fails. The term is <code>{expires_at, Position}
   * </code>.
   *
   * @param position from 1
   * @throws IllegalArgumentException if it is below 1
   */
  public TableOptions withExpiryAtElement(int position) {
    return withExpiry(Expiry.atElement(position));
  }

  TableOptions withExpiry(Expiry rule) {
    TableOptions changed = new TableOptions(this);
    changed.expiry = rule;
    return changed;
  }

  /**
   * Sets the largest number of objects. Erlang's own {@code ets} does not have this option. Its
   * term is <code>{max_objects, Number}</code>.
   *
   * <p>A write that exceeds a bound takes effect. Then its thread evicts other keys, or that very
   * key, each with all its objects, until the bounds hold again. They hold when the call returns,
   * and while n threads write, there is too much by what these writes have added. Keys that are
   * seldom used, and have not been used lately, are evicted first. An insertion of a list takes
   * effect at one moment, even if it is larger than a bound.
   *
   * <p>Cost: without this option none. With it, each key takes 40 bytes more, and each write a lock
   * of the table. {@code updateCounter} replaces the object instead of adding in place, and {@link
   * LocalTable#snapshot} and {@link EtsTable#deleteAllObjects} take linear time.
   *
   * @throws IllegalArgumentException if the number is below 1
   */
  public TableOptions withMaxObjects(long number) {
    return withBounds(bounds.withMaxObjects(number));
  }

  /**
   * As {@link #withMaxObjects}, for the bytes that the objects take, as a {@link Quota} counts
   * them, with what the table keeps of each key for the bound. With both options both bounds hold.
   * The term is <code>{max_bytes, Number}</code>. Each new object is measured.
   *
   * @throws IllegalArgumentException if the number is below 1
   */
  public TableOptions withMaxBytes(long number) {
    return withBounds(bounds.withMaxBytes(number));
  }

  /**
   * Sets whether a write that would exceed a bound of the table is refused, with a {@link
   * SystemLimitException} before anything changes. By default other keys are evicted. The term is
   * <code>{when_full, reject}</code>, or <code>{when_full, evict}</code>.
   */
  public TableOptions withRejectionWhenFull(boolean rejects) {
    return withBounds(bounds.withRejects(rejects));
  }

  private TableOptions withBounds(Bounds changedBounds) {
    TableOptions changed = new TableOptions(this);
    changed.bounds = changedBounds;
    return changed;
  }

  /**
   * Sets the store. Without this, the type and {@link #withWriteConcurrency} decide.
   *
   * @throws IllegalArgumentException when a table is made, if the store does not serve its type
   */
  public TableOptions withBackend(Backend backend) {
    TableOptions changed = new TableOptions(this);
    changed.backend = Objects.requireNonNull(backend, "backend");
    return changed;
  }

  /** Returns the options as they have been set. Of the data for the heir it has the beginning. */
  @Override
  public String toString() {
    Term concurrency = givenWriteConcurrency();
    return "TableOptions[type="
        + type.term()
        + ", access="
        + access.term()
        + ", named="
        + named
        + ", keypos="
        + keypos
        + ", heir="
        + heirText()
        + ", writeConcurrency="
        + (concurrency == null ? "default" : concurrency)
        + ", readConcurrency="
        + readConcurrency
        + ", decentralizedCounters="
        + (decentralizedCounters == null ? "default" : decentralizedCounters)
        + ", compressed="
        + compressed
        + ", events="
        + events
        + ", indexes="
        + indexes
        + ", durable="
        + (durableOptions == null ? durable : durableOptions)
        + ", expiry="
        + (expiry == null ? "none" : expiry)
        + ", bounds="
        + bounds
        + ", backend="
        + (backend == null ? "default" : backend)
        + "]";
  }

  private String heirText() {
    if (heir == null) {
      return "none";
    }
    Term data = heir.data();
    return heir.pid() + (data == null ? "" : " with " + ValueText.of(data));
  }

  /** Returns the type. */
  public TableType type() {
    return type;
  }

  /** Returns the access of other owners. */
  public Access access() {
    return access;
  }

  /** Returns whether the table is known by its name. */
  public boolean isNamed() {
    return named;
  }

  /** Returns the position of the key. */
  public long keypos() {
    return keypos;
  }

  @Nullable Heir heir() {
    return heir;
  }

  /**
   * Returns {@code write_concurrency} as the table reports it. For a private table, which only its
   * owner writes, it is {@link WriteConcurrency#FALSE}.
   */
  public WriteConcurrency writeConcurrency() {
    return access == Access.PRIVATE || writeConcurrency == null
        ? WriteConcurrency.FALSE
        : writeConcurrency;
  }

  /**
   * Returns whether an option requests locks, or none. As in Erlang it has no effect on a private
   * table.
   */
  boolean namesLocks() {
    return writeConcurrency != null && access != Access.PRIVATE;
  }

  /** Returns the number of locks that keys share, or {@code adapting} for as many as are needed. */
  int locks(int adapting) {
    if (!namesLocks()) {
      return adapting;
    }
    return switch (writeConcurrency()) {
      case FALSE -> 1;
      case TRUE -> Math.max(MIN_LOCKS, fixedLocks);
      case AUTO -> adapting;
    };
  }

  /** Returns whether the counters of objects are decentralized. */
  boolean hasDecentralizedCounters() {
    return namesLocks()
        ? decentralizedCounters()
        : Objects.requireNonNullElse(decentralizedCounters, true);
  }

  boolean hasFixedLocks() {
    return fixedLocks > 0;
  }

  /** Returns {@code write_concurrency} as it has been set; null if it has not. */
  @Nullable Term givenWriteConcurrency() {
    if (writeConcurrency == null) {
      return null;
    }
    return hasFixedLocks() ? fixedLocksTerm() : writeConcurrency.term();
  }

  /** Returns {@code decentralized_counters} as it has been set; null if it has not. */
  @Nullable Boolean givenDecentralizedCounters() {
    return decentralizedCounters;
  }

  /** Returns {@code read_concurrency} as it has been set. */
  boolean givenReadConcurrency() {
    return readConcurrency;
  }

  private Term fixedLocksTerm() {
    return Tuple.of(OptionTerms.FIXED_LOCKS, IntegerTerm.of(fixedLocks));
  }

  /** Returns {@code write_concurrency} as {@code ets:info} gives it. */
  Term writeConcurrencyTerm() {
    return hasFixedLocks() && access != Access.PRIVATE
        ? fixedLocksTerm()
        : writeConcurrency().term();
  }

  /** Returns {@code read_concurrency} as the table reports it: false for a private one. */
  public boolean readConcurrency() {
    return readConcurrency && access != Access.PRIVATE;
  }

  /**
   * Returns {@code decentralized_counters} as the table reports it: false without {@link
   * #writeConcurrency()}.
   */
  public boolean decentralizedCounters() {
    return switch (writeConcurrency()) {
      case FALSE -> false;
      case TRUE ->
          Objects.requireNonNullElse(
              decentralizedCounters, type == TableType.ORDERED_SET || hasFixedLocks());
      case AUTO -> Objects.requireNonNullElse(decentralizedCounters, true);
    };
  }

  /** Returns whether the table reports that it is compressed. */
  public boolean compressed() {
    return compressed;
  }

  /** Returns whether changes of the table can be watched. */
  public boolean hasEvents() {
    return events;
  }

  /** Returns whether the table can have indexes. */
  public boolean hasIndexes() {
    return indexes;
  }

  /** Returns whether the table is durable. */
  public boolean isDurable() {
    return durable;
  }

  /**
   * Returns the folder of a durable table, and how it is written; empty for one in the data folder
   * of its space.
   */
  public Optional<DurableOptions> durable() {
    return Optional.ofNullable(durableOptions);
  }

  /** Returns whether objects of the table expire. */
  public boolean hasExpiry() {
    return expiry != null;
  }

  /** Returns whether lookups renew the objects. */
  boolean expiresAfterAccess() {
    return expiry != null && expiry.kind() == Kind.AFTER_ACCESS;
  }

  @Nullable Expiry expiry() {
    return expiry;
  }

  /** Returns whether the table has a bound of objects or bytes. */
  public boolean hasBounds() {
    return bounds.isBounded();
  }

  Bounds bounds() {
    return bounds;
  }

  /** Returns the store of a table with these options. */
  public Backend backend() {
    return backend != null
        ? backend
        : Backend.defaultFor(type, namesLocks() ? writeConcurrency() : null);
  }
}
