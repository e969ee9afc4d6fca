package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jets.ets.fixation.Fixations;
import org.jets.ets.fixation.FixedTables;
import org.jets.ets.fixation.TraversalFixation;
import org.jets.ets.store.Stores;
import org.jets.ets.store.TableStore;
import org.jets.terms.Reference;
import org.junit.jupiter.api.Test;

/** Tests releases that fail, and the result of a release. */
class FixationsTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final TableStore store =
      Stores.newStore(
          Backend.STRIPED, OwnedTable.config(Reference.of(space.node(), 0, 1), TableOptions.set()));
  private final Fixations fixations = new Fixations(store, false);

  @Test
  void end_ownerIsToldAndThereIsNoMemory_secondEndDoesTheRest() {
    AtomicBoolean isThereMemory = new AtomicBoolean();
    Owner remote =
        new ProcessOwner(
            space,
            FakeProcesses.process(1),
            FakeProcesses.NODE,
            new FakeProcesses(),
            idle -> {
              if (!isThereMemory.get()) {
                throw new OutOfMemoryError("as if the heap were full");
              }
            },
            () -> {});
    TraversalFixation first = new TraversalFixation(fixations, remote.fixedTables(), this);
    TraversalFixation second = new TraversalFixation(fixations, remote.fixedTables(), this);
    first.begin();
    second.begin();
    // The hold of its maker.
    remote.unhold();
    FixedTables fixed = remote.fixedTables();
    assertThatThrownBy(fixed::end).isInstanceOf(OutOfMemoryError.class);
    isThereMemory.set(true);
    fixed.end();
    first.end();
    second.end();
    assertThat(fixations.isFixed()).isFalse();
    assertThat(fixed.isEmpty()).isTrue();
    assertThat(store.remembersKeys()).isFalse();
  }

  @Test
  void end_storeFailsToRelease_tableIsNotFixed() {
    AtomicBoolean hasFailed = new AtomicBoolean();
    Fixations failing = new Fixations(failing(hasFailed), false);
    TraversalFixation traversal = new TraversalFixation(failing, owner.fixedTables(), this);
    traversal.begin();
    assertThat(failing.isFixed()).isTrue();
    assertThatThrownBy(owner.fixedTables()::end).isInstanceOf(OutOfMemoryError.class);
    owner.fixedTables().end();
    assertThat(hasFailed).isTrue();
    assertThat(failing.isFixed()).isFalse();
    assertThat(owner.fixedTables().isEmpty()).isTrue();
    assertThat(store.remembersKeys()).isFalse();
  }

  @Test
  void releaseLast_storeFailsToRelease_tableIsNotFixed() {
    AtomicBoolean hasFailed = new AtomicBoolean();
    Fixations failing = new Fixations(failing(hasFailed), false);
    failing.fix(owner.fixedTables(), this);
    assertThatThrownBy(() -> failing.releaseLast(owner.fixedTables()))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(hasFailed).isTrue();
    assertThat(failing.isFixed()).isFalse();
    assertThat(owner.fixedTables().isEmpty()).isTrue();
  }

  /** Returns a store whose first release throws an error. */
  private TableStore failing(AtomicBoolean hasFailed) {
    return (TableStore)
        Proxy.newProxyInstance(
            TableStore.class.getClassLoader(),
            new Class<?>[] {TableStore.class},
            (proxy, method, arguments) -> {
              Object answer = method.invoke(store, arguments);
              if (method.getName().equals("unfix") && hasFailed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("as if the heap were full");
              }
              return answer;
            });
  }

  @Test
  void releaseLast_lastOfAll_saysSo() {
    FixedTables fixed = owner.fixedTables();
    assertThat(fixations.releaseLast(fixed)).isFalse();
    fixations.fix(fixed, this);
    fixations.fix(fixed, this);
    assertThat(fixations.releaseLast(fixed)).isFalse();
    assertThat(fixations.releaseLast(fixed)).isTrue();
    assertThat(fixations.releaseLast(fixed)).isFalse();
    TraversalFixation traversal = new TraversalFixation(fixations, fixed, this);
    traversal.begin();
    fixations.fix(fixed, this);
    assertThat(fixations.releaseLast(fixed)).isFalse();
    traversal.end();
    assertThat(fixations.isFixed()).isFalse();
  }
}
