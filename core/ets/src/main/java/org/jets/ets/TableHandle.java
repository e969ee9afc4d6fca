package org.jets.ets;

import java.util.Objects;
import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * What each {@link EtsTable} is first of all: a table and whose rights count, and the checks that
 * every function begins with. The functions are in the classes that follow, an idea in each: {@link
 * TableLookups}, {@link TableWrites}, {@link TableUpdates}, {@link TableTraversal}, {@link
 * TableStreams}, {@link TableSearches}, {@link TableMatches}, and in {@link EtsTable} what concerns
 * the table as a whole. Users see none of these classes but the last, which has it all.
 */
abstract class TableHandle {
  final Owner owner;
  final Table table;
  private volatile boolean closed;

  TableHandle(Owner owner, Table table) {
    this.owner = owner;
    this.table = table;
  }

  /** Returns whose rights this handle carries. */
  public Owner caller() {
    return owner;
  }

  /** Returns the identifier, whether the table is still there or not. */
  public Reference id() {
    return table.id();
  }

  /** Returns the type. */
  public TableType type() {
    return table.config().type();
  }

  /** Returns the position of the key in an object, from 1. */
  public int keypos() {
    return table.config().keypos();
  }

  /** Returns the store that holds the objects. */
  public Backend backend() {
    return table.options().backend();
  }

  /** Returns the name, which need not be unique unless the table is known by it. */
  public Atom name() {
    TableState state = open().state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return state.name();
  }

  /** Whether the table has not been deleted. */
  public boolean exists() {
    return !open().isDeleted();
  }

  /**
   * Returns the number of objects; exact when nobody writes. No access is needed.
   *
   * @throws NoSuchTableException if the table has been deleted
   */
  public long size() {
    Table current = open();
    if (current.isDeleted()) {
      // Its store may not be closed yet, and other calls have failed.
      throw new NoSuchTableException(current.id());
    }
    return current.store().size();
  }

  /**
   * Returns what {@code ets:info(Table)} gives: a list of pairs. No access is needed.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been deleted
   */
  public Optional<ListTerm> info() {
    return TableInfo.all(open());
  }

  /**
   * Returns one item of information: {@code ets:info(Table, Item)}. No access is needed. See {@link
   * #info()}; {@code memory} is an estimate in words of 8 bytes, from the first objects. {@code
   * binary} is always empty, {@code stats} always {@code false}, and {@code data} prints nothing.
   *
   * @return empty, where Erlang gives {@code undefined}, if the table has been deleted
   * @throws BadArgumentException if there is no such item
   */
  public Optional<Term> info(Term item) {
    return TableInfo.item(open(), Objects.requireNonNull(item, "item"));
  }

  final Table open() {
    if (closed) {
      throw new IllegalStateException("table: a closed handle (expected: an open one)");
    }
    return table;
  }

  /** Checks what every function checks first that reads. */
  final TableStore forReading() {
    open().checkRead(owner);
    return table.store();
  }

  /** Checks what every function checks first that writes. */
  final TableStore forWriting() {
    open().checkWrite(owner);
    return table.store();
  }

  /** Lets nothing go through this handle any more. */
  final void markClosed() {
    closed = true;
  }

  @Override
  public String toString() {
    return "EtsTable " + table.id();
  }
}
