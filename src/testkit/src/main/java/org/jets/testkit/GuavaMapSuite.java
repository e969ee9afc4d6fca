package org.jets.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.ConcurrentNavigableMapTestSuiteBuilder;
import com.google.common.collect.testing.SampleElements;
import com.google.common.collect.testing.TestMapGenerator;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.TestStringSortedMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestFailure;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/** Guava's tests of a ConcurrentMap and all of its views. */
public final class GuavaMapSuite {
  private GuavaMapSuite() {}

  /**
   * Returns the tests of a map with keys of class Long.
   *
   * @param maker makes an empty map
   */
  public static DynamicNode ofLongs(String name, Supplier<Map<Long, String>> maker) {
    return suite(new LongKeys(maker), name);
  }

  /**
   * Returns the tests of a map with keys of class String.
   *
   * @param maker makes an empty map
   */
  public static DynamicNode ofStrings(String name, Supplier<Map<String, String>> maker) {
    return suite(new StringKeys(maker), name);
  }

  /**
   * Returns the tests of a navigable map with keys of class String, and of the views of its views.
   * There is one test for each kind of view, since together they are too many to report on.
   *
   * @param sizes the sizes of maps to test
   * @param maker makes an empty map
   */
  public static DynamicNode ofNavigableMap(
      String name,
      CollectionSize sizes,
      Supplier<? extends ConcurrentNavigableMap<String, String>> maker) {
    TestSuite all =
        ConcurrentNavigableMapTestSuiteBuilder.using(new SortedStringKeys(maker))
            .named(name)
            .withFeatures(
                sizes,
                CollectionFeature.KNOWN_ORDER,
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
            .createTestSuite();
    return DynamicContainer.dynamicContainer(
        name,
        Collections.list(all.tests()).stream()
            .map(part -> DynamicTest.dynamicTest(part.toString(), () -> run(part))));
  }

  private static void run(Test part) {
    TestResult result = new TestResult();
    part.run(result);
    Stream<TestFailure> failed =
        Stream.of(result.failures(), result.errors())
            .flatMap(failures -> Collections.list(failures).stream());
    assertThat(failed.map(failure -> failure + "\n" + failure.trace())).isEmpty();
    assertThat(result.runCount()).isPositive();
  }

  private static <K, V> DynamicNode suite(TestMapGenerator<K, V> maps, String name) {
    return node(
        ConcurrentMapTestSuiteBuilder.using(maps)
            .named(name)
            .withFeatures(
                CollectionSize.ANY,
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
            .createTestSuite());
  }

  /** Guava's suites are JUnit 3's. */
  private static DynamicNode node(Test test) {
    return test instanceof TestSuite suite
        ? DynamicContainer.dynamicContainer(suite.getName(), children(suite))
        : DynamicTest.dynamicTest(test.toString(), ((TestCase) test)::runBare);
  }

  private static Stream<DynamicNode> children(TestSuite suite) {
    return Collections.list(suite.tests()).stream().map(GuavaMapSuite::node);
  }

  private static <K, V> Map<K, V> filled(
      Map<K, V> map, Iterable<? extends Map.Entry<? extends K, ? extends V>> entries) {
    entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
    return map;
  }

  private static final class SortedStringKeys extends TestStringSortedMapGenerator {
    private final Supplier<? extends SortedMap<String, String>> maker;

    SortedStringKeys(Supplier<? extends SortedMap<String, String>> maker) {
      this.maker = maker;
    }

    @Override
    protected SortedMap<String, String> create(Map.Entry<String, String>[] entries) {
      SortedMap<String, String> map = maker.get();
      filled(map, List.of(entries));
      return map;
    }
  }

  private static final class StringKeys extends TestStringMapGenerator {
    private final Supplier<Map<String, String>> maker;

    StringKeys(Supplier<Map<String, String>> maker) {
      this.maker = maker;
    }

    @Override
    protected Map<String, String> create(Map.Entry<String, String>[] entries) {
      return filled(maker.get(), List.of(entries));
    }
  }

  private static final class LongKeys implements TestMapGenerator<Long, String> {
    private final Supplier<Map<Long, String>> maker;

    LongKeys(Supplier<Map<Long, String>> maker) {
      this.maker = maker;
    }

    @Override
    public SampleElements<Map.Entry<Long, String>> samples() {
      return new SampleElements<>(
          Map.entry(0L, "zero"),
          Map.entry(-1L, "minus one"),
          Map.entry(1L << 32, "high"),
          Map.entry(Long.MIN_VALUE, "least"),
          Map.entry(Long.MAX_VALUE, "most"));
    }

    @Override
    public Map<Long, String> create(Object... elements) {
      List<Map.Entry<Long, String>> entries = new ArrayList<>();
      for (Object element : elements) {
        @SuppressWarnings("unchecked") // Its elements are made here.
        Map.Entry<Long, String> entry = (Map.Entry<Long, String>) element;
        entries.add(entry);
      }
      return filled(maker.get(), entries);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Map.Entry<Long, String>[] createArray(int length) {
      return new Map.Entry[length];
    }

    @Override
    public Iterable<Map.Entry<Long, String>> order(List<Map.Entry<Long, String>> inserted) {
      return inserted;
    }

    @Override
    public Long[] createKeyArray(int length) {
      return new Long[length];
    }

    @Override
    public String[] createValueArray(int length) {
      return new String[length];
    }
  }
}
