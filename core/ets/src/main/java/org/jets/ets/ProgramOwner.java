package org.jets.ets;

import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Publisher;
import java.util.function.Function;
import org.jets.ets.bridge.TermCaller;
import org.jets.ets.event.TableChange;
import org.jets.ets.file.FileName;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.reference.OpaqueReferences;
import org.jets.ets.transfer.TransferInbox;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Reference;
import org.jets.terms.Term;

/** An owner that a program makes and closes. */
final class ProgramOwner extends Owner implements TermCaller {
  ProgramOwner(TableSpace space, Pid pid, TransferInbox inbox) {
    super(space, pid, inbox);
  }

  @Override
  FixedTables newFixedTables() {
    return new FixedTables(pid());
  }

  @Override
  Atom quotaNode() {
    return pid().node();
  }

  @Override
  void idle() {
    // A program may still use it.
  }

  @Override
  void ended() {
    // It holds nothing else.
  }

  @Override
  public OpaqueReferences opaque() {
    return space().opaque();
  }

  @Override
  public Term load(FileName file, LoadOptions options) {
    return loadTable(file, options).nameOrId();
  }

  @Override
  public Reference subscribe(Function<Executor, Publisher<TableChange>> changes, Term table) {
    throw BadArgumentException.of(1, "caller", pid(), "a process of another node");
  }

  @Override
  public boolean unsubscribe(Reference subscription) {
    return false;
  }
}
