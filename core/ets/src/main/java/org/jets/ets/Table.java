package org.jets.ets;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jets.terms.Atom;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * A table as its space knows it; {@link EtsTable} is what callers hold.
 *
 * <p>The state is replaced by CAS and is null from the moment of deletion on. An operation that saw
 * it alive may act on the store a little later, until the store is closed: it then counts as before
 * the deletion.
 */
final class Table {
  private static final Atom TRANSFER = Atom.of("ETS-TRANSFER");

  private static final VarHandle STATE =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "state", VarHandle.class, Table.class, TableState.class);

  private final TableSpace space;
  private final Reference id;
  private final TableOptions options;
  private final StoreConfig config;
  private final TableStore store;
  private volatile @Nullable TableState state;

  Table(TableSpace space, Reference id, TableOptions options, TableState state) {
    this.space = space;
    this.id = id;
    this.options = options;
    this.config =
        new StoreConfig(id, options.type(), (int) Math.min(options.keypos(), Integer.MAX_VALUE));
    this.store = options.backend().newStore(config);
    this.state = state;
  }

  Reference id() {
    return id;
  }

  TableOptions options() {
    return options;
  }

  StoreConfig config() {
    return config;
  }

  TableStore store() {
    return store;
  }

  /** Null: the table has been deleted. */
  @Nullable TableState state() {
    return state;
  }

  private boolean casState(TableState expected, @Nullable TableState next) {
    return STATE.compareAndSet(this, expected, next);
  }

  boolean isDeleted() {
    return state == null;
  }

  /** What Erlang's functions take and give for this table: its name, or its identifier. */
  Term term(TableState state) {
    return options.isNamed() ? state.name() : id;
  }

  void checkRead(Owner caller) {
    TableState current = state;
    if (current == null) {
      throw new NoSuchTableException(id);
    }
    if (current.access() == Access.PRIVATE && current.owner() != caller) {
      throw new TableAccessException(term(current), current.access(), "protected or public");
    }
  }

  void checkWrite(Owner caller) {
    TableState current = state;
    if (current == null) {
      throw new NoSuchTableException(id);
    }
    if (current.owner() != caller && current.access() != Access.PUBLIC) {
      throw new TableAccessException(term(current), current.access(), "public");
    }
  }

  /** Deletes the table; an error if it has been deleted already. */
  void delete() {
    for (TableState current; (current = state) != null; ) {
      if (delete(current)) {
        return;
      }
    }
    throw new NoSuchTableException(id);
  }

  private boolean delete(TableState expected) {
    if (!casState(expected, null)) {
      return false;
    }
    space.forget(this, expected.name());
    expected.owner().release(this);
    store.close();
    return true;
  }

  /** Gives the table to its heir, or deletes it; nothing if it is another's by now. */
  void ownerEnded(Owner ended) {
    for (TableState current; (current = state) != null && current.owner() == ended; ) {
      Owner successor = successor(current);
      if (successor == null) {
        delete(current);
      } else if (casState(current, current.withOwner(successor))) {
        try {
          announce(current, successor);
        } finally {
          if (!successor.isAlive()) {
            // It ended after adopting the table, and did not find itself to be the owner yet.
            ownerEnded(successor);
          }
        }
      } else {
        successor.release(this);
      }
    }
  }

  private @Nullable Owner successor(TableState current) {
    Heir heir = current.heir();
    Owner successor = heir == null ? null : space.owner(heir.pid());
    return successor != null && successor != current.owner() && successor.adopt(this)
        ? successor
        : null;
  }

  private void announce(TableState before, Owner successor) {
    Heir heir = before.heir();
    if (heir != null && heir.data() != null) {
      successor.deliver(Tuple.of(TRANSFER, term(before), before.owner().pid(), heir.data()));
    }
  }
}
