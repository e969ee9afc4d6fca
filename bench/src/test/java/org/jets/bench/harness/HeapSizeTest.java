package org.jets.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jctools.maps.NonBlockingHashMap;
import org.jets.collections.SplitOrderedHashMap;
import org.jets.collections.StripedHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.GraphStats;

class HeapSizeTest {
  /** A reference with a field of its own. */
  private static final class Named extends WeakReference<Object> {
    @SuppressWarnings("UnusedVariable") // Only the walk reads it.
    private final byte[] name;

    Named(Object referent, ReferenceQueue<Object> queue, byte[] name) {
      super(referent, queue);
      this.name = name;
    }
  }

  static Stream<Object> structures() {
    return Stream.of(
        "text",
        List.of(1000L, new int[3], new Object[] {"a", null}),
        filled(new ConcurrentHashMap<>()),
        filled(new NonBlockingHashMap<>()),
        filled(new SplitOrderedHashMap<>()),
        filled(new StripedHashMap<>()));
  }

  private static Object filled(Map<Long, Object> map) {
    for (long key = 1000; key < 3000; key++) {
      map.put(key, "value");
    }
    return map;
  }

  @ParameterizedTest
  @MethodSource("structures")
  void ofGraph_structureWithoutReferencesAndClasses_isAsJolCounts(Object structure) {
    assertThat(HeapSize.ofGraph(structure))
        .isEqualTo(GraphStats.parseInstance(structure).totalSize());
  }

  @Test
  void ofGraph_objectReachedTwice_countsOnce() {
    Object shared = new byte[1000];

    assertThat(HeapSize.ofGraph(shared, shared)).isEqualTo(HeapSize.ofObject(shared));
  }

  @Test
  void ofGraph_classes_doNotCount() {
    Object[] classes = {String.class, getClass()};

    assertThat(HeapSize.ofGraph((Object) classes)).isEqualTo(HeapSize.ofObject(classes));
  }

  /** The queue of a reference links references of all other users of the queue. */
  @Test
  void ofGraph_referenceWhoseQueueFills_countsOnlyItsOwnFields() {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    byte[] name = new byte[100];
    Named reference = new Named(new byte[1000], queue, name);
    long expected = HeapSize.ofObject(reference) + HeapSize.ofObject(name);
    List<Named> others = new ArrayList<>();

    assertThat(HeapSize.ofGraph(reference)).isEqualTo(expected);
    for (int i = 0; i < 10; i++) {
      others.add(new Named(new Object(), queue, new byte[1000]));
      assertThat(others.get(i).enqueue()).isTrue();
    }
    assertThat(HeapSize.ofGraph(reference)).isEqualTo(expected);
    assertThat(reference.enqueue()).isTrue();
    assertThat(HeapSize.ofGraph(reference)).isEqualTo(expected);
  }
}
