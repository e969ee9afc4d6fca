package org.jets.ets.view;

import com.google.common.collect.testing.features.CollectionSize;
import java.util.Map;
import java.util.stream.Stream;
import org.jets.ets.Owner;
import org.jets.ets.TableSpace;
import org.jets.ets.Variant;
import org.jets.testkit.GuavaMapSuite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * Guava's tests of a ConcurrentMap and all of its views: with keys of class Long on each store of
 * sets, and with text on those of jets. Those of a ConcurrentNavigableMap on each ordered_set.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // The maps are made after the factory has returned.
class GuavaTableMapTest {
  private final Owner owner = new TableSpace().newOwner();

  @AfterAll
  void end() {
    owner.close();
  }

  private <K> Map<K, String> map(Variant variant, Codec<K> keys) {
    return TableMap.of(owner.newTable("map", variant.options()), keys, Codec.ofText());
  }

  @TestFactory
  Stream<DynamicNode> longKeys_allFeatures_areAConcurrentMap() {
    return Variant.sets()
        .map(
            variant ->
                GuavaMapSuite.ofLongs(variant.toString(), () -> map(variant, Codec.ofLong())));
  }

  @TestFactory
  Stream<DynamicNode> textKeys_allFeatures_areAConcurrentMap() {
    return Variant.sets()
        .filter(variant -> !variant.isOfOthers())
        .map(
            variant ->
                GuavaMapSuite.ofStrings(variant.toString(), () -> map(variant, Codec.ofText())));
  }

  @TestFactory
  Stream<DynamicNode> orderedSets_allFeatures_areAConcurrentNavigableMap() {
    return Variant.orderedSets()
        .map(
            variant ->
                GuavaMapSuite.ofNavigableMap(
                    variant.toString(),
                    CollectionSize.SEVERAL,
                    () ->
                        NavigableTableMap.of(
                            owner.newTable("map", variant.options()),
                            Codec.ofText(),
                            Codec.ofText())));
  }
}
