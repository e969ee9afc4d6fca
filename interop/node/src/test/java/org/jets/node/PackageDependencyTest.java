package org.jets.node;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which package of this module may use which. The root package counts as two slices: the vocabulary
 * that is listed here, and the front, which is all the rest. Tables of other nodes are above the
 * front: they use a node as programs do.
 */
class PackageDependencyTest {
  private static final String ROOT = "org.jets.node";
  private static final String FRONT = "front";
  private static final String VOCABULARY = "vocabulary";
  private static final int MAX_CLASSES = 60;

  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of("remote"),
          Set.of(FRONT),
          Set.of("services"),
          Set.of("calls"),
          Set.of("jobs"),
          Set.of("process"),
          Set.of("distribution"),
          Set.of(VOCABULARY));

  /** What programs offer to other nodes, and how it fails. */
  private static final Set<String> FUNCTIONS =
      Set.of("ExposedModule", "RemoteCall", "ErlangException");

  private static final Set<String> OPTIONS_AND_EXCEPTIONS =
      Set.of("EtsOptions", "MailboxOptions", "MailboxClosedException");

  private static final List<Set<String>> VOCABULARIES = List.of(FUNCTIONS, OPTIONS_AND_EXCEPTIONS);

  private static JavaClasses all;

  @BeforeAll
  static void readClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
  }

  @Test
  void classes_eachSlice_hasItsPlaceInTheOrder() {
    assertThat(all)
        .extracting(PackageDependencyTest::slice)
        .hasSameElementsAs(DOWNWARDS.stream().flatMap(Set::stream).toList());
  }

  @Test
  void vocabulary_eachName_isThatOfAClass() {
    assertThat(all)
        .filteredOn(type -> type.getPackageName().equals(ROOT))
        .extracting(JavaClass::getSimpleName)
        .containsAll(VOCABULARIES.stream().flatMap(Set::stream).toList());
  }

  @Test
  void slices_all_areFreeOfCycles() {
    SlicesRuleDefinition.slices()
        .assignedFrom(
            new SliceAssignment() {
              @Override
              public SliceIdentifier getIdentifierOf(JavaClass type) {
                return isOfThisModule(type)
                    ? SliceIdentifier.of(slice(type))
                    : SliceIdentifier.ignore();
              }

              @Override
              public String getDescription() {
                return "the packages, the root as vocabulary and front";
              }
            })
        .should()
        .beFreeOfCycles()
        .check(all);
  }

  @Test
  void dependencies_betweenSlices_pointDown() {
    assertThat(all)
        .flatExtracting(type -> List.copyOf(type.getDirectDependenciesFromSelf()))
        .filteredOn(dependency -> isOfThisModule(dependency.getTargetClass()))
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

  private static boolean isOfThisModule(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName();
    return name.equals(ROOT) || name.startsWith(ROOT + ".");
  }

  private static boolean pointsDown(Dependency dependency) {
    String from = slice(dependency.getOriginClass());
    String to = slice(dependency.getTargetClass());
    return from.equals(to) || level(from) < level(to);
  }

  private static int level(String slice) {
    for (int i = 0; i < DOWNWARDS.size(); i++) {
      if (DOWNWARDS.get(i).contains(slice)) {
        return i;
      }
    }
    throw new AssertionError("no place for " + slice);
  }

  private static String slice(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    if (!element.getPackageName().equals(ROOT)) {
      return element.getPackageName().substring(ROOT.length() + 1);
    }
    String name = element.getName().substring(ROOT.length() + 1);
    String outermost = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
    return VOCABULARIES.stream().anyMatch(names -> names.contains(outermost)) ? VOCABULARY : FRONT;
  }
}
