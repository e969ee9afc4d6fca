package org.jets.ets;

import java.nio.file.Path;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** The {@link EtsTable} of this JVM: here is what concerns the table as a whole. */
final class LocalEtsTable extends LocalMatches {
  LocalEtsTable(Owner owner, Table table) {
    super(owner, table);
  }

  @Override
  public void delete() {
    forWriting();
    table.delete();
  }

  @Override
  public EtsTable snapshot() {
    forReading();
    return new LocalEtsTable(owner, table.snapshot());
  }

  // Name, owner, options

  @Override
  public Term rename(Atom name) {
    forWriting();
    table.space().rename(table, Objects.requireNonNull(name, "name"));
    return table.options().isNamed() ? name : id();
  }

  @Override
  public Term rename(Term name) {
    forWriting();
    if (!(Objects.requireNonNull(name, "name") instanceof Atom atom)) {
      throw BadArgumentException.of(2, "name", name, "an atom");
    }
    return rename(atom);
  }

  @Override
  public void giveAway(Owner receiver, Term gift) {
    Table given = changeable();
    // Spaces of no node have the same pids: in this one the pid can be another owner's.
    if (Objects.requireNonNull(receiver, "receiver").space() != given.space()) {
      throw BadArgumentException.of(
          2, "receiver", receiver.pid(), "an owner of the table's own space");
    }
    giveAway(receiver.pid(), gift);
  }

  @Override
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

  @Override
  public void setHeir(Pid pid, Term data) {
    changeable();
    Objects.requireNonNull(data, "data");
    setHeir(new Heir(Objects.requireNonNull(pid, "pid"), data));
  }

  @Override
  public void setHeir(Pid pid) {
    changeable();
    setHeir(new Heir(Objects.requireNonNull(pid, "pid"), null));
  }

  @Override
  public void setNoHeir() {
    setHeir((Heir) null);
  }

  private void setHeir(@Nullable Heir heir) {
    set(new StateOptions(true, heir, null));
  }

  @Override
  public void setAccess(Access access) {
    changeable();
    set(new StateOptions(false, null, Objects.requireNonNull(access, "access")));
  }

  @Override
  public void setopts(Term options) {
    changeable();
    set(StateOptions.parse(Objects.requireNonNull(options, "options")));
  }

  private void set(StateOptions options) {
    Table changed = changeable();
    if (options.heir() != null) {
      checkHeap(options.heir().data());
    }
    Inheritance heir = changed.space().holdHeir(options.heir());
    Inheritance unused = heir;
    Inheritance uncounted = null;
    try {
      changed.countHeir(heir);
      uncounted = heir;
      TableState before =
          changed.changeAsOwner(
              owner,
              state -> {
                TableState inherited = options.setsHeir() ? state.withHeir(heir) : state;
                Access access = options.access();
                return access == null ? inherited : inherited.withAccess(access);
              });
      unused = options.setsHeir() ? before.heir() : null;
      uncounted = unused;
    } finally {
      if (unused != null) {
        unused.heir().unhold();
      }
      changed.uncountHeir(uncounted);
    }
  }

  /** As Erlang checks what only the owner may: to others a public table says so later. */
  private Table changeable() {
    forWriting();
    return table;
  }

  // Files

  @Override
  public void tab2file(Path file) {
    tab2file(file, SaveOptions.DEFAULT);
  }

  @Override
  public void tab2file(Path file, SaveOptions options) {
    forReading();
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    TableSaver.save(table, owner, name, Objects.requireNonNull(options, "options"));
  }

  @Override
  public void tab2file(Term file, Term options) {
    if (!exists()) {
      throw new NoSuchTableException(id());
    }
    FileName name = FileName.of(Objects.requireNonNull(file, "file"));
    TableSaver.save(table, owner, name, SaveOptions.fromTerms(options));
  }

  @Override
  public void fromDets(Term name) {
    forWriting();
    throw noDets(name);
  }

  @Override
  public void toDets(Term name) {
    forReading();
    throw noDets(name);
  }

  private static BadArgumentException noDets(Term name) {
    return BadArgumentException.of(
        2, "dets table", Objects.requireNonNull(name, "name"), "none: there are no dets tables");
  }

  @Override
  public void close() {
    closeHandle();
  }
}
