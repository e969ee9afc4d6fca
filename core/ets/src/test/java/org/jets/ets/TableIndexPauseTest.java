package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.t;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jets.ets.index.Index;
import org.jets.ets.store.PauseCounter;
import org.jets.terms.PausableThread;
import org.jets.terms.TermParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indexes whose builders and writers pause, or are cancelled, at a known place. */
class TableIndexPauseTest {
  private static final Index UNIQUE = Index.onElement(a("unique"), 2).unique();

  /** An index that checks for cancellation before it has the term of an object. */
  private static final Index CHECKED =
      Index.on(
          a("checked"), TermParser.parse("{{'$2','$2','$2','$2','$2','$2','$2','$2','$2','$2'}}"));

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void closeOwner() {
    owner.close();
  }

  private static final class Pausing extends Thread implements PausableThread {
    private final Runnable atPause;
    private final Runnable atCheck;

    Pausing(Runnable work, Runnable atPause, Runnable atCheck) {
      super(work);
      this.atPause = atPause;
      this.atCheck = atCheck;
    }

    @Override
    public void pause() {
      atPause.run();
    }

    @Override
    public void checkCancelled() {
      atCheck.run();
    }
  }

  /** Starts a call in a thread that runs actions at its pauses and checks. */
  private static CompletableFuture<Void> start(Runnable call, Runnable atPause, Runnable atCheck) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    Runnable work =
        () -> {
          try {
            call.run();
            result.complete(null);
          } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        };
    new Pausing(work, atPause, atCheck).start();
    return result;
  }

  private LocalTable tableOfManyKeys() {
    LocalTable table = owner.newTable("t", TableOptions.set().withPublicAccess().withIndexes(true));
    for (int n = 0; n < 2 * PauseCounter.STEPS; n++) {
      table.insert(t(1_000 + n, 1_000 + n));
    }
    return table;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A term that a write is about to give to another key is none that this one has. */
  @Test
  void addIndex_termOfAWriteThatIsCancelled_doesNotFail() {
    LocalTable table = tableOfManyKeys();
    CountDownLatch isWalking = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    CompletableFuture<Void> building =
        start(
            () -> table.addIndex(UNIQUE),
            () -> {
              isWalking.countDown();
              await(goesOn);
            },
            () -> {});
    await(isWalking);
    table.addIndex(CHECKED);
    CompletableFuture<Void> second = new CompletableFuture<>();
    Runnable insertSecond =
        () -> {
          Thread thread =
              new Thread(
                  () -> {
                    table.insert(t(2, 10));
                    second.complete(null);
                  });
          thread.start();
          while (thread.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait(); // Until it has inserted, or waits for the first key.
          }
          throw new CancellationException();
        };
    CompletableFuture<Void> first = start(() -> table.insert(t(1, 10)), () -> {}, insertSecond);

    assertThatThrownBy(first::join).isInstanceOf(CancellationException.class);
    second.join();
    goesOn.countDown();
    building.join();
    assertThat(table.lookup(i(1))).isEmpty();
    assertThat(table.indexes()).containsExactly(UNIQUE, CHECKED);
    IndexedTables.indexes(table).validate();
    assertThatThrownBy(() -> table.insert(t(1, 10))).isInstanceOf(BadArgumentException.class);
  }

  @Test
  void addIndex_termThatAnotherKeyGetsMeanwhile_failsAndNoWriteDoes() {
    LocalTable table = tableOfManyKeys();
    CompletableFuture<Void> building =
        start(
            () -> table.addIndex(UNIQUE),
            () -> {
              table.insert(t(1, 10));
              table.insert(t(2, 10));
              table.insert(List.of(t(3, 30), t(4, 30)));
            },
            () -> {});

    assertThatThrownBy(building::join)
        .hasCauseInstanceOf(BadArgumentException.class)
        .hasMessageContaining("a table without two keys of the same term");
    assertThat(table.lookupAll(List.of(i(1), i(2), i(3), i(4)))).hasSize(4);
    assertThat(table.indexes()).isEmpty();
    IndexedTables.indexes(table).validate();
  }

  @Test
  void dropIndex_whileItIsBuilt_leavesNothingCounted() {
    TableSpace metered = new TableSpace();
    metered.limit(Quota.UNLIMITED, Quota.UNLIMITED.withBytes(1L << 40));
    try (Owner payer = metered.newOwner()) {
      LocalTable table = payer.newTable("t", TableOptions.set().withIndexes(true));
      for (int n = 0; n < 2 * PauseCounter.STEPS; n++) {
        table.insert(t(n, n));
      }
      long before = metered.usages().all().bytes();
      CompletableFuture<Void> building =
          start(
              () -> table.addIndex(UNIQUE),
              () -> {
                assertThat(metered.usages().all().bytes()).isGreaterThan(before);
                assertThat(table.dropIndex(a("unique"))).isTrue();
              },
              () -> {});

      assertThatThrownBy(building::join)
          .hasCauseInstanceOf(BadArgumentException.class)
          .hasMessageContaining("not dropped while it is built");
      assertThat(metered.usages().all().bytes()).isEqualTo(before);
    }
  }

  private static Map<String, Consumer<LocalTable>> writes() {
    Map<String, Consumer<LocalTable>> writes = new LinkedHashMap<>();
    writes.put("insert", table -> table.insert(t(1, 20)));
    writes.put("insert many", table -> table.insert(List.of(t(1, 20), t(2, 30))));
    writes.put("delete", table -> table.delete(i(1)));
    writes.put("delete object", table -> table.deleteObject(t(1, 10)));
    return writes;
  }

  /** Once the table has changed nothing is evaluated any more, so no entry is left over. */
  @ParameterizedTest
  @EnumSource(TableType.class)
  void write_cancelledFromAnyCheckOn_leavesIndexesThatAgree(TableType type) {
    writes()
        .forEach(
            (name, write) -> {
              int check = 1;
              while (isCancelled(type, name, write, check)) {
                check++;
              }
              assertThat(check).as(name).isGreaterThan(1);
            });
  }

  private boolean isCancelled(
      TableType type, String name, Consumer<LocalTable> write, int firstCancelled) {
    LocalTable table =
        owner.newTable("t", TableOptions.of(type).withPublicAccess().withIndexes(true));
    table.addIndex(CHECKED);
    table.insert(t(1, 10));
    table.insert(t(1, 11));
    table.insert(t(1, 10));
    int[] checks = {0};
    CompletableFuture<Void> writing =
        start(
            () -> write.accept(table),
            () -> {},
            () -> {
              checks[0]++;
              if (checks[0] >= firstCancelled) {
                throw new CancellationException();
              }
            });
    boolean isCancelled = writing.handle((result, e) -> e != null).join();
    assertThat(isCancelled)
        .as("%s of a %s, from check %d on", name, type, firstCancelled)
        .isEqualTo(checks[0] >= firstCancelled);
    IndexedTables.indexes(table).validate();
    table.drop();
    return isCancelled;
  }
}
