package org.jets.testkit;

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

/**
 * The packages of a module, in layers. A dependency may lead only to a later layer. A package below
 * the root is a slice of its own, named without the root. The root package counts as two slices:
 * the vocabulary, which is listed, and the front, which is the rest. Each check throws an {@link
 * AssertionError} that names the fault.
 */
public final class PackageLayers {
  /** The root package without the vocabulary. */
  public static final String FRONT = "front";

  /** The listed classes of the root package. */
  public static final String VOCABULARY = "vocabulary";

  private static final int MAX_CLASSES = 60;

  private final String root;
  private final List<Set<String>> downwards;
  private final Set<String> vocabulary;
  private final JavaClasses all;

  /**
   * Reads the classes of a module from the class path, without those of tests and of JMH.
   *
   * @param root the name of the root package
   * @param downwards the layers; a slice may use itself and slices of later layers, but no other
   *     slice of its own or an earlier layer
   * @param vocabulary the simple names of the top-level classes of the vocabulary
   */
  public PackageLayers(String root, List<Set<String>> downwards, Set<String> vocabulary) {
    this.root = root;
    this.downwards = downwards;
    this.vocabulary = vocabulary;
    this.all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("jmh_generated"))
            .importPackages(root);
  }

  /** Checks that the layers name exactly the existing slices. */
  public void checkEachSliceHasAPlace() {
    assertThat(all)
        .extracting(this::slice)
        .hasSameElementsAs(downwards.stream().flatMap(Set::stream).toList());
  }

  /** Checks that each name of the vocabulary is the name of a class. */
  public void checkVocabularyIsThere() {
    assertThat(vocabulary)
        .isSubsetOf(
            all.stream()
                .filter(type -> type.getPackageName().equals(root))
                .map(JavaClass::getSimpleName)
                .toList());
  }

  /** Checks that dependencies between slices form no cycle. */
  public void checkNoCycles() {
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

  /** Checks that each dependency between slices leads to a later layer. */
  public void checkArrowsPointDown() {
    assertThat(all)
        .flatExtracting(type -> List.copyOf(type.getDirectDependenciesFromSelf()))
        .filteredOn(dependency -> isOfThisModule(dependency.getTargetClass()))
        .filteredOn(dependency -> !pointsDown(dependency))
        .extracting(Dependency::getDescription)
        .isEmpty();
  }

  /** Checks that no package has more than {@value #MAX_CLASSES} top-level classes. */
  public void checkSizes() {
    Map<String, Long> counts =
        all.stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getPackageName, counting()));
    assertThat(counts)
        .allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(MAX_CLASSES));
  }

  private boolean isOfThisModule(JavaClass type) {
    return (type.getBaseComponentType().getPackageName() + ".").startsWith(root + ".");
  }

  private boolean pointsDown(Dependency dependency) {
    String from = slice(dependency.getOriginClass());
    String to = slice(dependency.getTargetClass());
    return from.equals(to) || level(from) < level(to);
  }

  private int level(String slice) {
    for (int i = 0; i < downwards.size(); i++) {
      if (downwards.get(i).contains(slice)) {
        return i;
      }
    }
    throw new AssertionError("no place for " + slice);
  }

  private String slice(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    if (!element.getPackageName().equals(root)) {
      return element.getPackageName().substring(root.length() + 1);
    }
    String name = element.getName().substring(root.length() + 1);
    String outermost = name.contains("$") ? name.substring(0, name.indexOf('$')) : name;
    return vocabulary.contains(outermost) ? VOCABULARY : FRONT;
  }
}
