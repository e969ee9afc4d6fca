package org.jets.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which package of this module may use which. The root package counts as two: {@link Main}, which
 * knows all commands, and the form of a command, which knows none.
 */
class PackageDependencyTest {
  private static final String ROOT = "org.jets.app";
  private static final String FRONT = "front";
  private static final String VOCABULARY = "vocabulary";

  /** A package uses itself and those after it, never one before it. */
  private static final List<String> DOWNWARDS = List.of(FRONT, "demo", "node", "shell", VOCABULARY);

  private static JavaClasses all;

  @BeforeAll
  static void readClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
  }

  @Test
  void classes_eachPackage_hasItsPlaceInTheOrder() {
    assertThat(all).extracting(PackageDependencyTest::slice).hasSameElementsAs(DOWNWARDS);
  }

  @Test
  void dependencies_betweenPackages_pointDown() {
    assertThat(all)
        .flatExtracting(type -> List.copyOf(type.getDirectDependenciesFromSelf()))
        .filteredOn(dependency -> isOfThisModule(dependency.getTargetClass()))
        .filteredOn(
            dependency -> level(dependency.getOriginClass()) > level(dependency.getTargetClass()))
        .extracting(Dependency::getDescription)
        .isEmpty();
  }

  private static boolean isOfThisModule(JavaClass type) {
    return (type.getBaseComponentType().getPackageName() + ".").startsWith(ROOT + ".");
  }

  private static int level(JavaClass type) {
    return DOWNWARDS.indexOf(slice(type));
  }

  private static String slice(JavaClass type) {
    JavaClass element = type.getBaseComponentType();
    if (!element.getPackageName().equals(ROOT)) {
      return element.getPackageName().substring(ROOT.length() + 1);
    }
    return element.getName().equals(Main.class.getName()) ? FRONT : VOCABULARY;
  }
}
