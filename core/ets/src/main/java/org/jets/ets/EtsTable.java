package org.jets.ets;

import java.nio.file.Path;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * A table as one {@link Owner} sees it: a handle that carries the rights of that owner, in whatever
 * thread it is used. Functions have Erlang's meaning and Java's names; where Erlang takes one of
 * several shapes there is a method for each, and one that takes the term.
 *
 * <p><b>Objects and keys.</b> An object is a tuple with at least as many elements as the position
 * of the key. Keys, and whole objects where they are compared, are equal by {@code =:=}; in an
 * ordered_set keys are equal by {@code ==}.
 *
 * <p><b>Atomicity.</b> Each function that concerns one key takes effect at one moment, between its
 * call and its return, and so do {@code insert} and {@code insertNew} of many objects, {@link
 * #deleteAllObjects} and {@link #delete()}: nobody sees a part of them. A function that ends in an
 * exception has changed nothing, but for {@link #initTable}, {@link #giveAway} where the receiver's
 * listener throws, and a search that changes objects of many keys. Traversals ({@link #stream()},
 * {@link #tab2list}, steps from key to key) are no snapshots: they see each object before or after
 * a change that happens meanwhile.
 *
 * <p><b>Threads.</b> Safe for use by many, virtual ones too. Readers of a key do not wait, but for
 * a moment as the {@linkplain Backend store} says. A writer may wait for another of the same key,
 * for an insert of many objects that concerns its key, and while a {@link #snapshot} is taken. A
 * step from key to key may wait for such an insert in an ordered_set, and for other steps in
 * another table that is fixed.
 *
 * <p><b>Errors.</b> Every method that reads or changes objects or options checks first that the
 * table is there ({@link NoSuchTableException}) and that its owner may call it ({@link
 * TableAccessException}), before it looks at its arguments; null is refused by a {@link
 * NullPointerException} that names the argument, a handle that has been {@linkplain #close closed}
 * by an {@link IllegalStateException}. What else is thrown each method says.
 *
 * <p><b>Cost.</b> One lookup in the store's map if nothing else is said, and allocation of the
 * result alone.
 */
public final class EtsTable extends TableMatches implements AutoCloseable {
  // The functions for objects are in the superclasses, an idea in each: see TableHandle. Here is
  // what concerns the table as a whole.

  EtsTable(Owner owner, Table table) {
    super(owner, table);
  }

  /**
   * Makes a table that belongs to the program as a whole: one of the {@linkplain
   * TableSpace#mainOwner() main owner} of the {@linkplain TableSpace#defaultSpace() default space}.
   * It stays until it is {@linkplain #delete() deleted}. Whoever wants other owners, with tables
   * that end with them or pass to an heir, starts them: {@link TableSpace#newOwner()}.
   *
   * @throws BadArgumentException if the table shall be known by its name and another one is
   */
  public static EtsTable newTable(String name, TableOptions options) {
    return TableSpace.defaultSpace().mainOwner().newTable(name, options);
  }

  /** Deletes the table: {@code ets:delete(Table)}. Its heir does not get it. */
  public void delete() {
    forWriting();
    table.delete();
  }

  /**
   * Returns a table of the same type with the objects that this one has at one moment. It never
   * changes: it belongs to no owner and may only be read, is not among the tables of the space, and
   * goes when nothing refers to it any more.
   *
   * <p>Cost: on {@link Backend#LOCK_FREE_TREE} constant time, and only an insert of many that is
   * under way is waited for; objects that are replaced in the table stay in memory as long as the
   * snapshot does. On the other stores a copy, in linear time, for a part of which writers wait: in
   * the trees while the objects are gathered, in the others while each key is changed twice.
   */
  public EtsTable snapshot() {
    forReading();
    return new EtsTable(owner, table.snapshot());
  }

  // Name, owner, options

  /**
   * Renames the table: {@code ets:rename(Table, Name)}. If it is known by its name it is known by
   * the new one from the same moment on, and the old one is free. Handles go on working.
   *
   * @return what Erlang's functions take for this table: the name if it is known by it, else the
   *     identifier
   * @throws BadArgumentException if the table is known by its name and a table has the new one, be
   *     it this one
   */
  public Term rename(Atom name) {
    forWriting();
    table.space().rename(table, Objects.requireNonNull(name, "name"));
    return table.options().isNamed() ? name : id();
  }

  /**
   * As {@link #rename(Atom)}.
   *
   * @throws BadArgumentException as there, and if the name is no atom
   */
  public Term rename(Term name) {
    forWriting();
    if (!(Objects.requireNonNull(name, "name") instanceof Atom atom)) {
      throw BadArgumentException.of(2, "name", name, "an atom");
    }
    return rename(atom);
  }

  /**
   * Makes another the owner, who hears of it: <code>{'ETS-TRANSFER', Table, FromPid, Gift}</code>.
   * This is {@code ets:give_away(Table, Pid, Gift)}. The heir and fixations stay. Only the owner
   * may.
   *
   * @throws BadArgumentException if the other is of another space, has ended or is the owner, or
   *     the caller is not
   */
  public void giveAway(Owner receiver, Term gift) {
    changeable();
    giveAway(Objects.requireNonNull(receiver, "receiver").pid(), gift);
  }

  /**
   * As {@link #giveAway(Owner, Term)}, to the owner with this pid.
   *
   * @throws BadArgumentException as there, and if this is no pid
   */
  public void giveAway(Term pid, Term gift) {
    Table given = changeable();
    Objects.requireNonNull(gift, "gift");
    Owner receiver = given.space().holdReceiver(Objects.requireNonNull(pid, "pid"));
    try {
      given.giveAway(owner, receiver, gift);
    } finally {
      receiver.unhold();
    }
  }

  /**
   * Sets who becomes the owner when the owner ends, and what it is told then: {@code
   * ets:setopts(Table, {heir, Pid, Data})}. One that has ended is none. Only the owner may.
   *
   * @throws BadArgumentException if the pid is of another node, or the caller is not the owner
   */
  public void setHeir(Pid pid, Term data) {
    changeable();
    Objects.requireNonNull(data, "data");
    setHeir(new Heir(Objects.requireNonNull(pid, "pid"), data));
  }

  /**
   * As {@link #setHeir(Pid, Term)}, but the heir is not told: {@code ets:setopts(Table, {heir,
   * Pid})}.
   *
   * @throws BadArgumentException as there
   */
  public void setHeir(Pid pid) {
    changeable();
    setHeir(new Heir(Objects.requireNonNull(pid, "pid"), null));
  }

  /**
   * Says that the table is deleted when its owner ends: {@code ets:setopts(Table, {heir, none})}.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  public void setNoHeir() {
    setHeir((Heir) null);
  }

  private void setHeir(@Nullable Heir heir) {
    set(new StateOptions(true, heir, null));
  }

  /**
   * Sets who may read and write: {@code ets:setopts(Table, {protection, Access})}. Only the owner
   * may.
   *
   * @throws BadArgumentException if the caller is not the owner
   */
  public void setAccess(Access access) {
    changeable();
    set(new StateOptions(false, null, Objects.requireNonNull(access, "access")));
  }

  /**
   * Sets the heir and the access, or either, as one atomic step: {@code ets:setopts(Table,
   * Options)}. Only the owner may.
   *
   * @throws BadArgumentException if this is neither one option nor a list of them with each at most
   *     once, the heir is of another node, or the caller is not the owner
   */
  public void setopts(Term options) {
    changeable();
    set(StateOptions.parse(Objects.requireNonNull(options, "options")));
  }

  private void set(StateOptions options) {
    Table changed = changeable();
    Inheritance heir = changed.space().holdHeir(options.heir());
    Inheritance unused = heir;
    try {
      TableState before =
          changed.changeAsOwner(
              owner,
              state -> {
                TableState inherited = options.setsHeir() ? state.withHeir(heir) : state;
                Access access = options.access();
                return access == null ? inherited : inherited.withAccess(access);
              });
      unused = options.setsHeir() ? before.heir() : null;
    } finally {
      if (unused != null) {
        unused.heir().unhold();
      }
    }
  }

  /** As Erlang checks what only the owner may: to others a public table says so later. */
  private Table changeable() {
    forWriting();
    return table;
  }

  // Files

  /** As {@link #tab2file(Path, SaveOptions)}, with {@link SaveOptions#DEFAULT}. */
  public void tab2file(Path file) {
    tab2file(file, SaveOptions.DEFAULT);
  }

  /**
   * Writes the table to a file that Erlang reads too: {@code ets:tab2file(Table, File, Options)}.
   * Where Erlang gives <code>{error, badtab}</code> this is, as everywhere, a {@link
   * NoSuchTableException} or a {@link TableAccessException}. See {@link TabFile} for the layout.
   *
   * <p>Like a traversal this is no snapshot: each object that is there throughout is written once.
   * The file takes its place and name when it is complete; until then, and if this fails, what was
   * there stays as it was.
   *
   * <p>Cost: linear time; memory for the largest object.
   *
   * @throws TableFileException if the file cannot be written
   */
  public void tab2file(Path file, SaveOptions options) {
    forReading();
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    TableSaver.save(table, owner, name, Objects.requireNonNull(options, "options"));
  }

  /**
   * As {@link #tab2file(Path, SaveOptions)}, from Erlang's arguments: an atom or a deep list, and a
   * list of options. As Erlang does this looks at the options, and then at the file, before it
   * looks whether this owner may read the table.
   *
   * @throws TableFileException as there, and if the options have something unknown in them
   * @throws FunctionClauseException if the options are no list
   */
  public void tab2file(Term file, Term options) {
    if (!exists()) {
      throw new NoSuchTableException(id());
    }
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    TableSaver.save(table, owner, name, SaveOptions.fromTerms(options));
  }

  /**
   * Fails: jets has no tables on disk to read from.
   *
   * @throws BadArgumentException always, after errors about the table
   */
  public void fromDets(Term name) {
    forWriting();
    throw noDets(name);
  }

  /**
   * Fails: jets has no tables on disk to write to.
   *
   * @throws BadArgumentException always, after errors about the table
   */
  public void toDets(Term name) {
    forReading();
    throw noDets(name);
  }

  private static BadArgumentException noDets(Term name) {
    return BadArgumentException.of(
        2, "dets table", Objects.requireNonNull(name, "name"), "none: there are no dets tables");
  }

  /**
   * Releases this handle and what is fixed through it: it can no longer be used. The table stays,
   * until it is {@linkplain #delete() deleted} or its owner ends.
   */
  @Override
  public void close() {
    markClosed();
    table.fixations().releaseAll(this);
  }
}
