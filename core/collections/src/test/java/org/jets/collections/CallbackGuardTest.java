package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jets.collections.internal.order.PrefixOrder;
import org.jets.collections.internal.sync.CallbackGuard;
import org.junit.jupiter.api.Test;

class CallbackGuardTest {
  /** More than a guard has places, wherever their identities put them. */
  private static final int MANY = 300;

  /** A thread whose other methods lie. */
  private static final class Liar extends Thread {
    Liar(Runnable body) {
      super(body);
    }

    @Override
    @SuppressWarnings("deprecation")
    public long getId() {
      return 1;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Thread;
    }
  }

  @Test
  void requireOutside_afterEnter_throwsUntilExit() {
    CallbackGuard guard = new CallbackGuard();
    assertThatCode(guard::requireOutside).doesNotThrowAnyException();

    CallbackGuard.Place place = guard.enter();

    assertThatThrownBy(guard::requireOutside)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Recursive update");
    place.thread = null;
    assertThat(guard.isInside()).isFalse();
    assertThat(guard.isEmpty()).isTrue();
  }

  @Test
  void isInside_enteredTwice_untilExitedTwice() {
    CallbackGuard guard = new CallbackGuard();
    CallbackGuard.Place outer = guard.enter();
    CallbackGuard.Place inner = guard.enter();

    inner.thread = null;
    assertThat(guard.isInside()).isTrue();
    outer.thread = null;
    assertThat(guard.isInside()).isFalse();
  }

  @Test
  void requireOutside_afterManyCallbacksAtOnce_forgetsThem() {
    CallbackGuard guard = new CallbackGuard();
    List<CallbackGuard.Place> places = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      places.add(guard.enter());
    }
    places.forEach(place -> place.thread = null);
    assertThat(guard.listed()).isPositive();

    guard.requireOutside();

    assertThat(guard.listed()).isZero();
  }

  @Test
  void enter_moreOftenThanThereArePlaces_isTakenBackAsOften() {
    CallbackGuard guard = new CallbackGuard();
    List<CallbackGuard.Place> places = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      places.add(guard.enter());
    }

    for (CallbackGuard.Place place : places) {
      assertThat(guard.isInside()).isTrue();
      place.thread = null;
    }
    assertThat(guard.isInside()).isFalse();
    assertThat(guard.isEmpty()).isTrue();
  }

  @SuppressWarnings("InfiniteRecursion") // To the end of the stack.
  private static void enterDeeper(CallbackGuard guard) {
    CallbackGuard.Place place = guard.enter();
    try {
      enterDeeper(guard);
    } finally {
      place.thread = null;
    }
  }

  /** Most registrations are in the list, and are taken back where the stack has ended. */
  @Test
  void enter_untilTheStackEnds_isTakenBackAsOften() throws Exception {
    CallbackGuard guard = new CallbackGuard();
    int[] overflows = new int[1];
    boolean[] isInside = {true};
    Thread thread =
        new Thread(
            null,
            () -> {
              for (int round = 0; round < 20; round++) {
                try {
                  enterDeeper(guard);
                } catch (StackOverflowError e) {
                  overflows[0]++;
                }
              }
              isInside[0] = guard.isInside();
            },
            "overflowing",
            128 << 10);
    thread.start();
    thread.join();

    assertThat(overflows[0]).isEqualTo(20);
    assertThat(isInside[0]).isFalse();
    assertThat(guard.isEmpty()).isTrue();
  }

  @Test
  void isInside_threadsWithEqualIdsAndHashes_areToldApart() throws Exception {
    CallbackGuard guard = new CallbackGuard();
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    Thread inside =
        new Liar(
            () -> {
              CallbackGuard.Place place = guard.enter();
              entered.countDown();
              try {
                asked.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              } finally {
                place.thread = null;
              }
            });
    boolean[] isInside = {true};
    Thread other = new Liar(() -> isInside[0] = guard.isInside());
    inside.start();
    entered.await();

    other.start();
    other.join();
    asked.countDown();
    inside.join();

    assertThat(isInside[0]).isFalse();
    assertThat(guard.isEmpty()).isTrue();
  }

  @Test
  void enter_manyThreadsAtOnce_eachKnowsOfItselfOnly() throws Exception {
    CallbackGuard guard = new CallbackGuard();
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch allEntered = new CountDownLatch(MANY);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      threads.add(
          new Thread(
              () -> {
                for (int round = 0; round < 100; round++) {
                  wrong.addAndGet(guard.isInside() ? 1 : 0);
                  CallbackGuard.Place place = guard.enter();
                  if (round == 0) { // All are inside at once: most of them in the list.
                    allEntered.countDown();
                    try {
                      allEntered.await();
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                  }
                  wrong.addAndGet(guard.isInside() ? 0 : 1);
                  place.thread = null;
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(wrong).hasValue(0);
    assertThat(guard.isEmpty()).isTrue();
  }

  @Test
  void isTrusted_classesThatCallNothing_only() {
    assertThat(List.of("a", 1, 2L, Thread.State.NEW, 'c')).allMatch(CallbackGuard::isTrusted);
    assertThat(List.of(List.of(1), new Object(), new int[0])).noneMatch(CallbackGuard::isTrusted);
  }

  /** Compares strings by a method of its own, which may update a map. */
  private static class Strings implements HashingStrategy<String>, PrefixComparator<String> {
    private final boolean isSelfContained;
    Runnable callback = () -> {};

    Strings(boolean isSelfContained) {
      this.isSelfContained = isSelfContained;
    }

    @Override
    public int hash(String key) {
      return 1;
    }

    @Override
    public boolean equal(String a, String b) {
      callback.run();
      return a.equals(b);
    }

    @Override
    public long prefix(String key) {
      return 1;
    }

    @Override
    public int compare(String a, String b) {
      callback.run();
      return a.compareTo(b);
    }

    @Override
    public boolean isSelfContained() {
      return isSelfContained;
    }
  }

  private static StripedHashMap<String, Integer> striped(Strings strategy) {
    return new StripedHashMap<>(StripedOptions.defaults(), strategy);
  }

  private static void updateMuch(Map<String, Integer> map) {
    for (int i = 0; i < 100; i++) {
      map.put("key " + i, i);
    }
    for (int i = 0; i < 100; i++) {
      map.put("key " + i, -i);
      map.remove("key " + i / 2);
    }
  }

  @Test
  void update_selfContainedStrategyOrOrder_registersNothing() {
    StripedHashMap<String, Integer> striped = striped(new Strings(true));
    PrefixOrder<String> order = PrefixOrder.of(new Strings(true));

    updateMuch(striped);

    assertThat(striped.keys.callbacks.placed).isNull();
    assertThat(order.callsForeignCode()).isFalse();
    striped.validate();
  }

  @Test
  void update_byAnyOtherStrategyOrOrder_isRefused() {
    Strings strategy = new Strings(false);
    List<AbstractConcurrentMap<String, Integer>> maps =
        List.of(striped(strategy), new ContentionAdaptingTreeMap<>(strategy));
    for (AbstractConcurrentMap<String, Integer> map : maps) {
      strategy.callback = () -> {};
      updateMuch(map);
      strategy.callback = () -> map.put("other", 1);

      assertThatIllegalStateException().isThrownBy(() -> map.put("key 99", 1));

      strategy.callback = () -> {};
      map.validate();
    }
  }
}
