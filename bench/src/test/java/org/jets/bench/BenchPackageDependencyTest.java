package org.jets.bench;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which package of the benchmarks may use which. */
class BenchPackageDependencyTest {
  private static final String ROOT = "org.jets.bench";
  private static final int MAX_CLASSES = 60;

  /** A package uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(""),
          Set.of(".scale", ".peers", ".tables"),
          Set.of(".maps", ".terms"),
          Set.of(".harness.run", ".harness.report", ".harness.comparison"),
          Set.of(".harness"));

  private static JavaClasses all;

  @BeforeAll
  static void readClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importPackages(ROOT);
  }

  @Test
  void classes_eachPackage_hasItsPlaceInTheOrder() {
    assertThat(all)
        .extracting(BenchPackageDependencyTest::room)
        .hasSameElementsAs(DOWNWARDS.stream().flatMap(Set::stream).toList());
  }

  @Test
  void dependencies_betweenPackages_pointDown() {
    assertThat(all)
        .flatExtracting(type -> List.copyOf(type.getDirectDependenciesFromSelf()))
        .filteredOn(dependency -> isOfTheBenchmarks(dependency.getTargetClass()))
        .filteredOn(dependency -> !pointsDown(dependency))
        .extracting(Dependency::getDescription)
        .isEmpty();
  }

  @Test
  void classes_eachPackage_areNotTooMany() {
    Map<String, Long> counts =
        all.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));

    assertThat(counts)
        .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(MAX_CLASSES));
  }

  private static boolean isOfTheBenchmarks(JavaClass type) {
    return (type.getBaseComponentType().getPackageName() + ".").startsWith(ROOT + ".");
  }

  private static boolean pointsDown(Dependency dependency) {
    String from = room(dependency.getOriginClass());
    String to = room(dependency.getTargetClass());
    return from.equals(to) || level(from) < level(to);
  }

  private static int level(String room) {
    for (int i = 0; i < DOWNWARDS.size(); i++) {
      if (DOWNWARDS.get(i).contains(room)) {
        return i;
      }
    }
    throw new AssertionError("no place for " + room);
  }

  private static String room(JavaClass type) {
    return type.getBaseComponentType().getPackageName().substring(ROOT.length());
  }
}
