package org.jets.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packages that each package may use. The test stands here because this module alone sees all
 * the others.
 */
class PackageDependencyTest {

  /** A package uses itself and those after it, never one before it. */
  private static final List<String> DOWNWARDS =
      List.of(
          "org.jets.bench",
          "org.jets.app",
          "org.jets.observe",
          "org.jets.jinterface",
          "org.jets.node",
          "org.jets.ets",
          "org.jets.collections",
          "org.jets.terms");

  /** Modules whose main classes are tests, or help tests. No program of a user has them. */
  private static final List<String> FOR_TESTS = List.of("testkit", "jcstress");

  private static JavaClasses all;

  @BeforeAll
  static void readClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .withImportOption(location -> FOR_TESTS.stream().noneMatch(location::contains))
            .importPackages("org.jets");
  }

  @Test
  void classes_allModules_areSeen() {
    assertThat(all).extracting(JavaClass::getPackageName).containsAll(DOWNWARDS);
  }

  @Test
  void classes_eachPackage_hasItsPlaceInTheOrder() {
    classes().should().resideInAnyPackage(withSubpackages(DOWNWARDS)).check(all);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
  void dependencies_lowerPackage_usesNoHigherOne(int level) {
    noClasses()
        .that()
        .resideInAPackage(DOWNWARDS.get(level) + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(withSubpackages(DOWNWARDS.subList(0, level)))
        .allowEmptyShould(true)
        .check(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"org.jets.terms", "org.jets.collections"})
  void dependencies_libraryForEveryone_usesNothingButTheJdk(String library) {
    classes()
        .that()
        .resideInAPackage(library + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(library + "..", "java..", "org.jspecify..")
        .allowEmptyShould(true)
        .check(all);
  }

  @Test
  void dependencies_tables_useTermsCollectionsAndJCTools() {
    classes()
        .that()
        .resideInAPackage("org.jets.ets..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "org.jets.ets..",
            "org.jets.collections..",
            "org.jets.terms..",
            "java..",
            "com.sun.management..", // Of the JDK's module jdk.management, which may be missing.
            "org.jspecify..",
            "com.google.errorprone.annotations..",
            "org.jctools..")
        .check(all);
  }

  @Test
  void dependencies_jinterface_isUsedByItsBridgeAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackages("org.jets.jinterface..", "org.jets.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.ericsson..")
        .check(all);
  }

  @Test
  void dependencies_matchSpecifications_useTermsOnly() {
    classes()
        .that()
        .resideInAPackage("org.jets.ets.match..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("org.jets.ets.match..", "org.jets.terms..", "java..", "org.jspecify..")
        .check(all);
  }

  @Test
  void dependencies_all_useNoInternalsOfTheJdk() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "jdk.internal..")
        .check(all);
  }

  private static String[] withSubpackages(List<String> packages) {
    return packages.stream().map(name -> name + "..").toArray(String[]::new);
  }
}
