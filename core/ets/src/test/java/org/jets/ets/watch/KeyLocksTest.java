package org.jets.ets.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.jets.terms.IntegerTerm;
import org.jets.terms.LocalFun;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.RecordTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.junit.jupiter.api.Test;

/** Tests which keys share a lock. */
class KeyLocksTest {
  private static final Pid PID = Pid.of(a("n@h"), 1, 0, 0);

  private final KeyLocks locks = new KeyLocks(true);

  private void assertOneLock(Term one, Term other) {
    assertThat(TermOrder.equal(one, other)).as("%s == %s", one, other).isTrue();
    assertThat(locks.of(one)).as("%s, %s", one, other).isSameAs(locks.of(other));
  }

  @Test
  void of_equalKeys_isOneLock() {
    Term big = IntegerTerm.of(BigInteger.ONE.shiftLeft(80));
    List<List<Term>> equals =
        List.of(
            List.of(i(1), f(1)),
            List.of(f(0), f(-0.0)),
            List.of(i(0), f(-0.0)),
            List.of(i(1L << 53), f(0x1p53)),
            List.of(big, f(0x1p80)),
            List.of(t(1, "a"), t(f(1), "a")),
            List.of(t(t(1), 2), t(t(f(1)), f(2))),
            List.of(l(1), l(f(1))),
            List.of(t(l(1)), t(l(f(1)))),
            List.of(MapTerm.of(a("k"), i(1)), MapTerm.of(a("k"), f(1))),
            List.of(record(i(1)), record(f(1))),
            List.of(t(record(i(1)), 2), t(record(f(1)), 2)),
            List.of(fun(i(1)), fun(f(1))),
            List.of(Term.of("text"), Term.of("text")));
    for (List<Term> pair : equals) {
      assertOneLock(pair.get(0), pair.get(1));
    }
  }

  private static Term record(Term value) {
    return RecordTerm.of(a("m"), a("r"), true, List.of(a("x")), List.of(value));
  }

  private static Term fun(Term captured) {
    return LocalFun.of(a("m"), 0, new byte[LocalFun.UNIQ_BYTES], 0, 0, 0, PID, List.of(captured));
  }

  @Test
  void of_keysOfATableByHash_areSpreadWhateverTheyAre() {
    KeyLocks byHash = new KeyLocks(false);
    Set<Lock> ofTexts = new HashSet<>();
    Set<Lock> ofNested = new HashSet<>();
    for (int n = 0; n < 1000; n++) {
      ofTexts.add(byHash.of(l(1, n)));
      ofNested.add(byHash.of(t(t(1, n), 1)));
      assertThat(byHash.of(t(t(1, n), 1))).isSameAs(byHash.of(t(t(1, n), 1)));
    }
    assertThat(ofTexts).hasSizeGreaterThan(32);
    assertThat(ofNested).hasSizeGreaterThan(32);
  }

  @Test
  void of_manyKeys_usesManyLocks() {
    Set<Lock> ofIntegers = new HashSet<>();
    Set<Lock> ofAtoms = new HashSet<>();
    Set<Lock> ofPairs = new HashSet<>();
    for (int n = 0; n < 1000; n++) {
      ofIntegers.add(locks.of(i(n)));
      ofAtoms.add(locks.of(a("key" + n)));
      ofPairs.add(locks.of(t("user", n)));
    }
    assertThat(ofIntegers).hasSizeGreaterThan(32);
    assertThat(ofAtoms).hasSizeGreaterThan(32);
    assertThat(ofPairs).hasSizeGreaterThan(32);
  }

  /** A thread that waits for the holder of one lock keeps no other thread from the other locks. */
  @Test
  void awaitAll_oneLockIsHeld_holdsNoOther() throws InterruptedException {
    Set<Lock> all = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int n = 0; n < 10_000; n++) {
      all.add(locks.of(IntegerTerm.of(n)));
    }
    for (Lock held : all) {
      Thread waiting = new Thread(locks::awaitAll);
      held.lock();
      try {
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
        for (Lock other : all) {
          boolean isFree = other.tryLock();
          assertThat(isFree).isTrue();
          other.unlock();
        }
      } finally {
        held.unlock();
      }
      waiting.join();
    }
  }
}
