package org.jets.terms;

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
 * that is listed here, and the front, which is all the rest.
 */
class PackageDependencyTest {
  private static final String ROOT = "org.jets.terms";
  private static final String FRONT = "front";
  private static final String VOCABULARY = "vocabulary";
  private static final int MAX_CLASSES = 60;

  /** A slice uses itself and those on later lines, never one on its own line or before it. */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of(FRONT),
          Set.of("internal.external", "internal.layout", "internal.syntax"),
          Set.of(VOCABULARY),
          Set.of("internal.atom"),
          Set.of("internal.text"));

  private static final Set<String> TYPES =
      Set.of(
          "Term",
          "IntegerTerm",
          "Int32",
          "Int64",
          "BigInt",
          "FloatTerm",
          "Atom",
          "Reference",
          "Fun",
          "LocalFun",
          "ExternalFun",
          "Port",
          "Pid",
          "Tuple",
          "Tuple0",
          "Tuple1",
          "Tuple2",
          "Tuple3",
          "TupleN",
          "RecordTerm",
          "RecordDefinition",
          "MapTerm",
          "ListTerm",
          "EmptyList",
          "ListCells",
          "ArrayListTerm",
          "ByteList",
          "ConsList",
          "ListCursor",
          "Bitstring",
          "PartialBitstring",
          "Binary",
          "ArrayBinary",
          "BinaryView");

  private static final Set<String> ORDER_AND_HASH =
      Set.of(
          "Children",
          "TermEquality",
          "TermOrder",
          "AskingComparison",
          "PausableThread",
          "NumberOrder",
          "TermPrefix",
          "PrefixBits",
          "TermHash",
          "Phash2",
          "JenkinsMix");

  /** To Java's values, and to the text of {@code toString}. */
  private static final Set<String> CONVERSIONS = Set.of("JavaValues", "FlatPrinter", "ScalarText");

  private static final Set<String> OPTIONS_AND_EXCEPTIONS =
      Set.of(
          "DecodeOptions",
          "EncodeOptions",
          "ParseOptions",
          "PrintOptions",
          "PrintableRange",
          "TermFormatException",
          "TermSyntaxException");

  private static final List<Set<String>> VOCABULARIES =
      List.of(TYPES, ORDER_AND_HASH, CONVERSIONS, OPTIONS_AND_EXCEPTIONS);

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
