package org.jets.ets;

import java.util.Objects;
import java.util.Optional;
import org.jets.terms.Atom;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/**
 * What each {@link EtsTable} of this JVM is first of all: a table and whose rights count, and the
 * checks that every function begins with. The functions are in the classes that follow, an idea in
 * each: {@link LocalLookups}, {@link LocalWrites}, {@link LocalUpdates}, {@link LocalTraversal},
 * {@link LocalStreams}, {@link LocalSearches}, {@link LocalMatches}, and in {@link LocalEtsTable}
 * what concerns the table as a whole. There is one final class at the end, so that a call through
 * the interface has one target while no other implementation is loaded.
 */
abstract class LocalHandle implements EtsTable {
  final Owner owner;
  final Table table;
  private volatile boolean closed;

  LocalHandle(Owner owner, Table table) {
    this.owner = owner;
    this.table = table;
  }

  @Override
  public Owner caller() {
    return owner;
  }

  @Override
  public Reference id() {
    return table.id();
  }

  @Override
  public TableType type() {
    return table.config().type();
  }

  @Override
  public int keypos() {
    return table.config().keypos();
  }

  @Override
  public Backend backend() {
    return table.options().backend();
  }

  @Override
  public Atom name() {
    TableState state = open().state();
    if (state == null) {
      throw new NoSuchTableException(table.id());
    }
    return state.name();
  }

  @Override
  public boolean exists() {
    return !open().isDeleted();
  }

  @Override
  public long size() {
    Table current = open();
    if (current.isDeleted()) {
      // Its store may not be closed yet, and other calls have failed.
      throw new NoSuchTableException(current.id());
    }
    return current.store().size();
  }

  @Override
  public Optional<ListTerm> info() {
    return TableInfo.all(open());
  }

  @Override
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
