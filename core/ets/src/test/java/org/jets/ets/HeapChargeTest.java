package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.quota.HeapWatch;
import org.jets.terms.Bitstring;
import org.jets.terms.ListTerm;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which owner the bytes of a write count for. */
class HeapChargeTest {
  private static final long HEAP = 10_000_000;

  private static final int BINARY = 10_000;

  /** More objects than a write walks over itself. */
  private static final int MANY = 12_000;

  private final AtomicLong used = new AtomicLong();
  private final HeapWatch watch = new HeapWatch(HEAP, used::get, () -> 0);
  private final TableSpace space = new TableSpace();
  private Runnable beforeWalk = () -> {};

  @AfterEach
  void leave() {
    space.leave();
  }

  /** Returns a list of some binaries: a large binary takes more in a heap of regions. */
  private static Term value(long bytes) {
    Term binary = Bitstring.of(new byte[BINARY], (long) BINARY * Byte.SIZE);
    return ListTerm.of(Collections.nCopies((int) (bytes / BINARY), binary));
  }

  private Term newTableOfPeer() {
    return EtsModule.apply(space, FakeProcesses.process(1), a("new"), List.of(a("t"), l("public")));
  }

  private static boolean isOwnedBy(EtsTable table, Owner owner) {
    return table.info(a("owner")).orElseThrow().equals(owner.pid());
  }

  @Test
  void insertNew_tableGivenAwayBeforeTheFailure_takesBackFromTheFirstOwner() {
    watch.poll();
    space.join(FakeProcesses.NODE, FakeProcesses.CREATION, new FakeProcesses());
    HeapQuota quota =
        new HeapQuota(
            space,
            watch,
            walk -> {
              beforeWalk.run();
              walk.run();
            },
            0);
    space.heapQuota(quota);
    Term id = newTableOfPeer();
    Owner peer = Objects.requireNonNull(space.find((Reference) id).state()).owner();
    EtsTable given = peer.open(id);
    EtsTable other = peer.open(newTableOfPeer());
    Owner receiver = space.newOwner();
    for (int n = 0; n < MANY; n++) {
      given.insert(t(n, 1));
    }
    used.set(HEAP);
    watch.collected();
    other.insert(t(1, 1));

    // Each attempt counts the value and takes it back. One of them pays for an estimate.
    beforeWalk = () -> given.giveAway(receiver, a("gift"));
    watch.collected();
    for (int n = 0; n < MANY && isOwnedBy(given, peer); n++) {
      assertThat(given.insertNew(t(n, value(HEAP / 10 * 3)))).isFalse();
    }
    assertThat(isOwnedBy(given, receiver)).isTrue();

    assertThatCode(() -> other.insert(t(2, value(HEAP / 10 * 3)))).doesNotThrowAnyException();
    receiver.close();
  }
}
