package org.jets.ets;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jets.ets.argument.Positions;
import org.jets.ets.limit.Bounds;
import org.jets.ets.limit.Expiry;
import org.jets.ets.limit.Expiry.Kind;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the option list of {@code ets:new/2}. It is read from left to right, and the
 * first bad option fails.
 */
final class OptionTerms {
  private static final int ARGUMENT = 2;

  private static final Atom NONE = Atom.of("none");
  private static final Atom EVICT = Atom.of("evict");
  private static final Atom REJECT = Atom.of("reject");

  static final Atom FIXED_LOCKS = Atom.of("debug_hash_fixed_number_of_locks");

  private OptionTerms() {}

  static TableOptions parse(Term options) {
    if (!(options instanceof ListTerm list)) {
      throw BadArgumentException.of(ARGUMENT, "options", options, "a list");
    }
    TableOptions result = TableOptions.set();
    for (Term option : list) {
      TableOptions next = apply(result, option);
      if (next == null) {
        throw BadArgumentException.of(ARGUMENT, "option", option, "an option of ets:new/2");
      }
      result = next;
    }
    if (!list.isProper()) {
      throw BadArgumentException.of(ARGUMENT, "options", options, "a proper list");
    }
    return result;
  }

  /** Returns the list that is parsed to these options, except for the store. */
  static ListTerm list(TableOptions options) {
    List<Term> list = new ArrayList<>();
    list.add(options.type().term());
    list.add(options.access().term());
    if (options.isNamed()) {
      list.add(Atom.of("named_table"));
    }
    list.add(Tuple.of(Atom.of("keypos"), IntegerTerm.of(options.keypos())));
    Heir heir = options.heir();
    if (heir != null) {
      list.add(
          heir.data() == null
              ? Tuple.of(Atom.of("heir"), heir.pid())
              : Tuple.of(Atom.of("heir"), heir.pid(), heir.data()));
    }
    Term writeConcurrency = options.givenWriteConcurrency();
    if (writeConcurrency != null) {
      list.add(Tuple.of(Atom.of("write_concurrency"), writeConcurrency));
    }
    if (options.givenReadConcurrency()) {
      list.add(Tuple.of(Atom.of("read_concurrency"), Atom.TRUE));
    }
    Boolean counters = options.givenDecentralizedCounters();
    if (counters != null) {
      list.add(Tuple.of(Atom.of("decentralized_counters"), Atom.of(counters)));
    }
    if (options.compressed()) {
      list.add(Atom.of("compressed"));
    }
    if (options.hasEvents()) {
      list.add(Tuple.of(Atom.of("events"), Atom.TRUE));
    }
    if (options.hasIndexes()) {
      list.add(Tuple.of(Atom.of("indexes"), Atom.TRUE));
    }
    if (options.isDurable()) {
      list.add(Tuple.of(Atom.of("durable"), Atom.TRUE));
    }
    Expiry expiry = options.expiry();
    if (expiry != null) {
      list.add(expiry(expiry));
    }
    addBounds(list, options.bounds());
    return ListTerm.of(list);
  }

  private static void addBounds(List<Term> list, Bounds bounds) {
    if (bounds.maxObjects() != Bounds.NONE) {
      list.add(Tuple.of(Atom.of("max_objects"), IntegerTerm.of(bounds.maxObjects())));
    }
    if (bounds.maxBytes() != Bounds.NONE) {
      list.add(Tuple.of(Atom.of("max_bytes"), IntegerTerm.of(bounds.maxBytes())));
    }
    if (bounds.rejects()) {
      list.add(Tuple.of(Atom.of("when_full"), REJECT));
    }
  }

  private static Term expiry(Expiry expiry) {
    if (expiry.kind() == Kind.AT_ELEMENT) {
      return Tuple.of(Atom.of("expires_at"), IntegerTerm.of(expiry.position()));
    }
    String tag = expiry.kind() == Kind.AFTER_WRITE ? "ttl" : "ttl_after_access";
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(expiry.nanos()));
    return Tuple.of(Atom.of(tag), IntegerTerm.of(millis));
  }

  private static @Nullable TableOptions apply(TableOptions options, Term option) {
    if (option instanceof Atom atom) {
      return applyAtom(options, atom.name());
    }
    if (option instanceof Tuple tuple
        && tuple.arity() >= 2
        && tuple.element(1) instanceof Atom tag) {
      return tuple.arity() == 2
          ? applyPair(options, tag.name(), tuple.element(2))
          : applyTriple(options, tag.name(), tuple);
    }
    return null;
  }

  private static @Nullable TableOptions applyAtom(TableOptions options, String name) {
    return switch (name) {
      case "set", "protected" -> options;
      case "ordered_set" -> options.withType(TableType.ORDERED_SET);
      case "bag" -> options.withType(TableType.BAG);
      case "duplicate_bag" -> options.withType(TableType.DUPLICATE_BAG);
      case "public" -> options.withAccess(Access.PUBLIC);
      case "private" -> options.withAccess(Access.PRIVATE);
      case "named_table" -> options.withNamedTable();
      case "compressed" -> options.withCompressed(true);
      default -> null;
    };
  }

  private static @Nullable TableOptions applyPair(TableOptions options, String tag, Term value) {
    return switch (tag) {
      case "keypos" ->
          isInteger(value, Positions.MAX_SMALL) ? options.withLargeKeypos(longValue(value)) : null;
      case "heir" -> applyHeir(options, value);
      case "write_concurrency" -> applyWriteConcurrency(options, value);
      case "read_concurrency" ->
          isBoolean(value) ? options.withReadConcurrency(value == Atom.TRUE) : null;
      case "decentralized_counters" ->
          isBoolean(value) ? options.withDecentralizedCounters(value == Atom.TRUE) : null;
      case "events" -> isBoolean(value) ? options.withEvents(value == Atom.TRUE) : null;
      case "indexes" -> isBoolean(value) ? options.withIndexes(value == Atom.TRUE) : null;
      case "durable" -> isBoolean(value) ? options.withDurable(value == Atom.TRUE) : null;
      case "ttl" ->
          isInteger(value, Positions.MAX_SMALL)
              ? options.withExpiryAfterWrite(Duration.ofMillis(longValue(value)))
              : null;
      case "ttl_after_access" ->
          isInteger(value, Positions.MAX_SMALL)
              ? options.withExpiryAfterAccess(Duration.ofMillis(longValue(value)))
              : null;
      case "expires_at" ->
          isInteger(value, Integer.MAX_VALUE)
              ? options.withExpiryAtElement((int) longValue(value))
              : null;
      case "max_objects" ->
          isInteger(value, Long.MAX_VALUE) ? options.withMaxObjects(longValue(value)) : null;
      case "max_bytes" ->
          isInteger(value, Long.MAX_VALUE) ? options.withMaxBytes(longValue(value)) : null;
      case "when_full" ->
          value == EVICT || value == REJECT ? options.withRejectionWhenFull(value == REJECT) : null;
      default -> null;
    };
  }

  private static boolean isBoolean(Term value) {
    return value instanceof Atom atom && atom.isBoolean();
  }

  private static boolean isInteger(Term value, long max) {
    return value instanceof IntegerTerm number
        && number.fitsLong()
        && number.longValue() >= 1
        && number.longValue() <= max;
  }

  private static long longValue(Term value) {
    return ((IntegerTerm) value).longValue();
  }

  /** Returns options with this heir; null if the option does not set an heir. */
  static @Nullable TableOptions heir(Tuple option) {
    return option.arity() == 2
        ? applyHeir(TableOptions.set(), option.element(2))
        : applyTriple(TableOptions.set(), "heir", option);
  }

  private static @Nullable TableOptions applyHeir(TableOptions options, Term value) {
    if (value instanceof Pid pid) {
      return options.withHeir(pid);
    }
    return value == NONE ? options.withoutHeir() : null;
  }

  private static @Nullable TableOptions applyWriteConcurrency(TableOptions options, Term value) {
    if (value instanceof Tuple pair) {
      return pair.arity() == 2
              && pair.element(1) == FIXED_LOCKS
              && isInteger(pair.element(2), TableOptions.MAX_LOCKS)
          ? options.withFixedLocks((int) longValue(pair.element(2)))
          : null;
    }
    for (WriteConcurrency concurrency : WriteConcurrency.values()) {
      if (concurrency.term() == value) {
        return options.withWriteConcurrency(concurrency);
      }
    }
    return null;
  }

  private static @Nullable TableOptions applyTriple(
      TableOptions options, String tag, Tuple option) {
    return option.arity() == 3 && tag.equals("heir") && option.element(2) instanceof Pid pid
        ? options.withHeir(pid, option.element(3))
        : null;
  }
}
