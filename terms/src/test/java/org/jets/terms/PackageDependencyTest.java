package org.jets.terms;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.testkit.PackageDependencyContract;
import org.jets.testkit.PackageLayers;

/**
 * Tests of the packages that each package of this module may use. The root package counts as two
 * slices: the vocabulary, which is listed here, and the front, which is the rest.
 */
class PackageDependencyTest extends PackageDependencyContract {
  /**
   * The layers. A slice may use itself and slices on later lines, but no other slice on its own
   * line or an earlier one.
   */
  private static final List<Set<String>> DOWNWARDS =
      List.of(
          Set.of("ordered"),
          Set.of(PackageLayers.FRONT),
          Set.of("internal.external", "internal.layout", "internal.syntax"),
          Set.of(PackageLayers.VOCABULARY),
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
          "Tuple1",
          "Tuple2",
          "Tuple3",
          "TupleN",
          "PackedTuple",
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
          "ChildCursor",
          "TermEquality",
          "TermOrder",
          "PausableComparison",
          "PausableThread",
          "NumberOrder",
          "TermPrefix",
          "PrefixBits",
          "TermHash",
          "Phash2",
          "JenkinsMix");

  /** The classes that convert to Java values and to the text of {@code toString}. */
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

  private static final Set<String> VOCABULARY =
      Stream.of(TYPES, ORDER_AND_HASH, CONVERSIONS, OPTIONS_AND_EXCEPTIONS)
          .flatMap(Set::stream)
          .collect(Collectors.toSet());

  PackageDependencyTest() {
    super("org.jets.terms", DOWNWARDS, VOCABULARY);
  }
}
