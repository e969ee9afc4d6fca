package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each traversal of a map visits every key that is present throughout exactly once, however often
 * the table grows and shrinks meanwhile; and to no key twice that stays away once it went.
 */
class ResizeTraversalTest {
  /** Present throughout: the multiples of 16. */
  private static final List<Long> STAYING =
      LongStream.range(0, 300).map(n -> 16 * n).boxed().toList();

  private static final long CROWD = 20_000;
  private static final int CONCURRENT_WALKS = 60;

  /** A way through all keys of a map. */
  @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
  private enum Way {
    ITERATOR(map -> map.keySet().iterator()),
    ENTRIES(map -> keys(map.entrySet().iterator())),
    CURSOR(Way::cursor),
    RESUMED(Way::resumed),
    SPLITERATORS(Way::spliterators);

    private final Function<AbstractConcurrentMap<Long, Long>, Iterator<Long>> body;

    Way(Function<AbstractConcurrentMap<Long, Long>, Iterator<Long>> body) {
      this.body = body;
    }

    private static Iterator<Long> keys(Iterator<Map.Entry<Long, Long>> entries) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return entries.hasNext();
        }

        @Override
        public Long next() {
          return entries.next().getKey();
        }
      };
    }

    /** From key to key, with no state but the last. */
    private static Iterator<Long> cursor(AbstractConcurrentMap<Long, Long> map) {
      CursorMap<Long, Long> cursors = (CursorMap<Long, Long>) map;
      return Stream.iterate(cursors.firstKeyOrNull(), Objects::nonNull, cursors::keyAfter)
          .iterator();
    }

    /** Seven mappings at a time, each time anew behind the last. */
    private static Iterator<Long> resumed(AbstractConcurrentMap<Long, Long> map) {
      CursorMap<Long, Long> cursors = (CursorMap<Long, Long>) map;
      return new Iterator<>() {
        private Iterator<Map.Entry<Long, Long>> page = map.entrySet().iterator();
        private int given;

        @Override
        public boolean hasNext() {
          return page.hasNext();
        }

        @Override
        public Long next() {
          Long key = page.next().getKey();
          if (++given % 7 == 0) {
            page = cursors.entriesAfter(key);
          }
          return key;
        }
      };
    }

    /** Parts that were split off before all else, one after the other. */
    private static Iterator<Long> spliterators(AbstractConcurrentMap<Long, Long> map) {
      List<Spliterator<Long>> parts = new ArrayList<>(List.of(map.keySet().spliterator()));
      for (int i = 0; i < parts.size() && parts.size() < 16; i++) {
        Spliterator<Long> part = parts.get(i).trySplit();
        if (part != null) {
          parts.add(part);
        }
      }
      Iterator<Spliterator<Long>> waiting = parts.iterator();
      return new Iterator<>() {
        private Iterator<Long> part = Spliterators.iterator(waiting.next());

        @Override
        public boolean hasNext() {
          while (!part.hasNext() && waiting.hasNext()) {
            part = Spliterators.iterator(waiting.next());
          }
          return part.hasNext();
        }

        @Override
        public Long next() {
          if (!hasNext()) {
            throw new NoSuchElementException();
          }
          return part.next();
        }
      };
    }

    Iterator<Long> through(AbstractConcurrentMap<Long, Long> map) {
      return body.apply(map);
    }
  }

  static Stream<Arguments> mapsAndWays() {
    return MapUnderTest.ofScale()
        .flatMap(map -> Arrays.stream(Way.values()).map(way -> Arguments.of(map, way)));
  }

  private static AbstractConcurrentMap<Long, Long> staying(MapUnderTest kind) {
    AbstractConcurrentMap<Long, Long> map = kind.ofLongs();
    STAYING.forEach(key -> map.put(key, key));
    return map;
  }

  private static boolean stays(long key) {
    return key % 16 == 0 && key < 16L * STAYING.size();
  }

  private static void addCrowd(Map<Long, Long> map) {
    for (long key = 0; key < CROWD; key++) {
      if (!stays(key)) {
        map.put(key, key);
      }
    }
  }

  private static void removeCrowd(Map<Long, Long> map) {
    for (long key = 0; key < CROWD; key++) {
      if (!stays(key)) {
        map.remove(key);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("mapsAndWays")
  void walk_growingAndShrinkingBetweenSteps_comesToEachStayingKeyOnce(MapUnderTest kind, Way way) {
    AbstractConcurrentMap<Long, Long> map = staying(kind);
    List<Long> seen = new ArrayList<>();

    int steps = 0;
    for (Iterator<Long> keys = way.through(map); keys.hasNext(); steps++) {
      long key = keys.next();
      if (stays(key)) {
        seen.add(key);
      } else {
        assertThat(map.containsKey(key) || steps > 0).isTrue();
      }
      // Three times more than the keys that stay, and so in several states of the table.
      if (seen.size() % 60 == 20) {
        addCrowd(map);
      } else if (seen.size() % 60 == 40) {
        removeCrowd(map);
      }
    }

    assertThat(seen).containsExactlyInAnyOrderElementsOf(STAYING);
    removeCrowd(map);
    assertThat(map.keySet()).containsExactlyInAnyOrderElementsOf(STAYING);
    map.validate();
  }

  @ParameterizedTest
  @MethodSource("mapsAndWays")
  void walk_emptiedBehindAndAhead_comesToNothingThatWentBefore(MapUnderTest kind, Way way) {
    AbstractConcurrentMap<Long, Long> map = staying(kind);
    addCrowd(map);
    Iterator<Long> keys = way.through(map);
    Set<Long> seen = new HashSet<>();
    for (int step = 0; step < 100; step++) {
      assertThat(seen.add(keys.next())).isTrue();
    }

    removeCrowd(map);
    // Those that are ready since before may still come.
    for (int step = 0; step < 32 && keys.hasNext(); step++) {
      assertThat(seen.add(keys.next())).isTrue();
    }

    while (keys.hasNext()) {
      Long key = keys.next();
      assertThat(seen.add(key)).as("%s again", key).isTrue();
      assertThat(stays(key)).as("%s was removed", key).isTrue();
    }
    assertThat(seen).containsAll(STAYING);
  }

  @ParameterizedTest
  @MethodSource("mapsAndWays")
  void walk_besideAThreadThatGrowsAndShrinks_comesToEachStayingKeyOnce(MapUnderTest kind, Way way)
      throws Exception {
    AbstractConcurrentMap<Long, Long> map = staying(kind);
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      Future<?> walks =
          executor.submit(
              () -> {
                for (int walk = 0; walk < TestScale.count(CONCURRENT_WALKS); walk++) {
                  assertThat(stayingKeys(way.through(map)))
                      .containsExactlyInAnyOrderElementsOf(STAYING);
                }
              });
      Future<Integer> crowds =
          executor.submit(
              (Callable<Integer>)
                  () -> {
                    int rounds = 0;
                    while (rounds == 0 || !walks.isDone()) {
                      addCrowd(map);
                      removeCrowd(map);
                      rounds++;
                    }
                    return rounds;
                  });
      walks.get();
      assertThat(crowds.get()).isPositive();
    } finally {
      executor.shutdownNow();
    }
    assertThat(map.keySet()).containsExactlyInAnyOrderElementsOf(STAYING);
    map.validate();
  }

  private static List<Long> stayingKeys(Iterator<Long> keys) {
    List<Long> staying = new ArrayList<>();
    while (keys.hasNext()) {
      Long key = keys.next();
      if (stays(key)) {
        staying.add(key);
      }
    }
    return staying;
  }
}
