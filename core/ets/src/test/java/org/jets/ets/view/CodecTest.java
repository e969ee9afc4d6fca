package org.jets.ets.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.lang.invoke.MethodHandles;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the terms of Java values, and the refusal of terms and values that have none. */
class CodecTest {
  private enum Color {
    RED {
      @Override
      public String toString() {
        return "red";
      }
    },
    green
  }

  private enum None {}

  private record Point(int x, int y) {}

  private record Line(Point from, Point to, List<Color> colors) {}

  private record All(
      long aLong,
      Long boxedLong,
      int anInt,
      Integer boxedInt,
      double aDouble,
      Double boxedDouble,
      boolean aBoolean,
      Boolean boxedBoolean,
      String text,
      Term term,
      Atom atom,
      Color color,
      List<List<Point>> lists) {}

  private record Empty() {}

  private static Term term(String text) {
    return TermParser.parse(text);
  }

  private static <R extends Record> Codec<R> codec(Class<R> type) {
    return Codec.ofRecord(MethodHandles.lookup(), type);
  }

  private static <T> void assertIsTerm(Codec<T> codec, T value, Term term) {
    assertThat(codec.encode(value)).isEqualTo(term);
    assertThat(codec.decode(term)).isEqualTo(value);
  }

  private static void assertIsUnexpected(Codec<?> codec, Term term, String... parts) {
    assertThatThrownBy(() -> codec.decode(term))
        .isInstanceOf(UnexpectedTermException.class)
        .hasMessageContainingAll(parts);
  }

  @Test
  void scalars_values_areTheirTerms() {
    assertIsTerm(Codec.ofLong(), Long.MIN_VALUE, i(Long.MIN_VALUE));
    assertIsTerm(Codec.ofInt(), Integer.MIN_VALUE, i(Integer.MIN_VALUE));
    assertIsTerm(Codec.ofDouble(), -0.0, f(-0.0));
    assertIsTerm(Codec.ofBoolean(), true, a("true"));
    assertIsTerm(Codec.ofBoolean(), false, a("false"));
    assertIsTerm(Codec.ofText(), "späť \ud83d\ude00\0", Binary.of("späť \ud83d\ude00\0"));
    assertIsTerm(Codec.ofAtomName(), "späť", a("späť"));
    assertIsTerm(Codec.ofTerm(), term("[a|b]"), term("[a|b]"));
    assertIsTerm(Codec.ofList(Codec.ofLong()), List.of(), l());
    assertIsTerm(Codec.ofList(Codec.ofInt()), List.of(104, 105), ListTerm.ofText("hi"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "a", "<<1>>", "[]", "{1}", "#{}", "\"text\""})
  void integers_otherTerms_areUnexpected(String text) {
    assertIsUnexpected(Codec.ofLong(), term(text), "expected: an integer of 64 bits");
    assertIsUnexpected(Codec.ofInt(), term(text), "expected: an integer of 32 bits");
  }

  @Test
  void integers_thatDoNotFit_areUnexpected() {
    Term big = IntegerTerm.of(BigInteger.ONE.shiftLeft(63));
    assertIsUnexpected(Codec.ofLong(), big, "9223372036854775808");
    assertIsUnexpected(Codec.ofInt(), big, "9223372036854775808");
    assertIsUnexpected(Codec.ofInt(), i(1L << 31), "2147483648");
    assertIsUnexpected(Codec.ofInt(), i(-(1L << 31) - 1), "-2147483649");
  }

  @Test
  void scalars_termsOfOtherTypes_areUnexpected() {
    assertIsUnexpected(Codec.ofDouble(), i(1), "1 (expected: a float)");
    assertIsUnexpected(Codec.ofBoolean(), a("undefined"), "undefined (expected: true or false)");
    assertIsUnexpected(Codec.ofText(), a("text"), "text (expected: a binary in UTF-8)");
    assertIsUnexpected(Codec.ofText(), ListTerm.ofText("text"), "a binary in UTF-8");
    assertIsUnexpected(Codec.ofText(), term("<<1:3>>"), "a binary in UTF-8");
    assertIsUnexpected(Codec.ofAtomName(), Binary.of("text"), "an atom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<<255>>", "<<192,128>>", "<<237,160,128>>", "<<226,130>>"})
  void text_bytesThatAreNoUtf8_areUnexpected(String text) {
    assertIsUnexpected(Codec.ofText(), term(text), "a binary in UTF-8");
  }

  @Test
  void values_withoutATerm_areRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Codec.ofDouble().encode(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofDouble().encode(Double.NEGATIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> Codec.ofText().encode("\ud83d"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofAtomName().encode("a".repeat(Atom.MAX_CODE_POINTS + 1)));
  }

  @Test
  void null_eachCodec_isRefusedByName() {
    List<Codec<?>> codecs =
        List.of(
            Codec.ofLong(),
            Codec.ofInt(),
            Codec.ofDouble(),
            Codec.ofBoolean(),
            Codec.ofText(),
            Codec.ofAtomName(),
            Codec.ofTerm(),
            Codec.ofEnum(Color.class),
            Codec.ofList(Codec.ofInt()),
            codec(Point.class));
    for (Codec<?> codec : codecs) {
      assertThatNullPointerException().isThrownBy(() -> codec.encode(null)).withMessage("value");
      assertThatNullPointerException().isThrownBy(() -> codec.decode(null)).withMessage("term");
    }
  }

  @Test
  void null_asAnArgumentOfAFactory_isRefusedByName() {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    assertThatNullPointerException()
        .isThrownBy(() -> Codec.ofEnum((Class<Color>) null))
        .withMessage("type");
    assertThatNullPointerException().isThrownBy(() -> Codec.ofList(null)).withMessage("elements");
    assertThatNullPointerException()
        .isThrownBy(() -> Codec.ofRecord(null, Point.class))
        .withMessage("lookup");
    assertThatNullPointerException()
        .isThrownBy(() -> Codec.ofRecord(lookup, (Class<Point>) null))
        .withMessage("type");
    assertThatNullPointerException()
        .isThrownBy(() -> Codec.ofRecord(lookup, Point.class, null))
        .withMessage("tag");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // As a Map may call it for any key.
  void values_ofAnotherClass_areRefused() {
    List<Codec> codecs =
        List.of(
            Codec.ofLong(),
            Codec.ofInt(),
            Codec.ofDouble(),
            Codec.ofBoolean(),
            Codec.ofText(),
            Codec.ofTerm(),
            Codec.ofEnum(Color.class),
            Codec.ofList(Codec.ofInt()),
            codec(Point.class));
    for (Codec codec : codecs) {
      for (Object value : List.of(new Object(), TimeUnit.DAYS, new Empty(), Map.of())) {
        assertThatThrownBy(() -> codec.encode(value)).isInstanceOf(ClassCastException.class);
      }
    }
    assertThatThrownBy(() -> ((Codec) Codec.ofList(Codec.ofInt())).encode(List.of("1")))
        .isInstanceOf(ClassCastException.class);
  }

  // Enums

  @Test
  void enums_constants_areAtomsOfTheirNames() {
    Codec<Color> colors = Codec.ofEnum(Color.class);
    assertIsTerm(colors, Color.RED, a("RED"));
    assertIsTerm(colors, Color.green, a("green"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"red", "blue", "''", "undefined", "'RED '", "<<\"RED\">>", "\"RED\"", "0"})
  void enums_foreignTerms_areUnexpected(String text) {
    assertIsUnexpected(
        Codec.ofEnum(Color.class), term(text), "expected: the name of a constant of Color");
    assertIsUnexpected(Codec.ofEnum(None.class), term(text), "a constant of None");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes", "GetClassOnEnum"}) // The class of no enum.
  void enums_classThatIsNone_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofEnum((Class) Enum.class))
        .withMessage("type: java.lang.Enum (expected: an enum)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofEnum((Class) Color.RED.getClass()));
  }

  // Lists

  @Test
  void lists_decoded_areUnmodifiable() {
    List<Long> decoded = Codec.ofList(Codec.ofLong()).decode(l(1, 2));
    assertThatThrownBy(() -> decoded.set(0, 3L)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> decoded.add(3L)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void lists_improperOrOfOtherElements_areUnexpected() {
    Codec<List<Long>> lists = Codec.ofList(Codec.ofLong());
    assertIsUnexpected(lists, term("[1|2]"), "[1|2] (expected: a proper list)");
    assertIsUnexpected(lists, t(1, 2), "a proper list");
    assertIsUnexpected(lists, l(1, 2, "a"), "index 2: a (expected: an integer of 64 bits)");
    assertThatNullPointerException().isThrownBy(() -> lists.encode(Arrays.asList(1L, null)));
  }

  @Test
  void lists_codecThatReturnsNull_isRefused() {
    Codec<String> nulls =
        new Codec<>() {
          @Override
          public Term encode(String value) {
            return null;
          }

          @Override
          public String decode(Term term) {
            return null;
          }
        };
    assertThatNullPointerException().isThrownBy(() -> Codec.ofList(nulls).encode(List.of("a")));
    assertThatNullPointerException().isThrownBy(() -> Codec.ofList(nulls).decode(l(1)));
  }

  // Records

  @Test
  void records_nested_areTuplesInTuples() {
    Line line = new Line(new Point(1, 2), new Point(3, 4), List.of(Color.RED, Color.green));
    assertIsTerm(codec(Line.class), line, term("{{1,2},{3,4},['RED',green]}"));
    assertIsTerm(codec(Empty.class), new Empty(), t());
  }

  @Test
  void records_allTypesOfComponents_keepTheirValues() {
    All all =
        new All(
            1,
            2L,
            3,
            4,
            5.5,
            6.5,
            true,
            false,
            "text",
            term("#{a => 1}"),
            a("atom"),
            Color.RED,
            List.of(List.of(), List.of(new Point(1, 2))));
    assertIsTerm(
        codec(All.class),
        all,
        term("{1,2,3,4,5.5,6.5,true,false,<<\"text\">>,#{a => 1},atom,'RED',[[],[{1,2}]]}"));
  }

  @Test
  void records_tag_isTheFirstElement() {
    Codec<Point> tagged = Codec.ofRecord(MethodHandles.lookup(), Point.class, a("point"));
    assertIsTerm(tagged, new Point(1, 2), t("point", 1, 2));
    assertIsUnexpected(tagged, t("line", 1, 2), "a tuple of 3 with point as its first element");
    assertIsUnexpected(tagged, t(1, 2), "{1,2}");
    assertIsUnexpected(tagged, t("point", 1, 2, 3), "a tuple of 3");
    assertIsUnexpected(codec(Point.class), t("point", 1, 2), "expected: a tuple of 2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{{1,2},{3,a},[]}; Line.to: Point.y: a (expected: an integer of 32 bits)",
        "{{1,2},[3,4],[]}; Line.to: [3,4] (expected: a tuple of 2)",
        "{{1,2},{3,4},[blue]}; Line.colors: index 0: blue",
        "{{1,2},{3,4},['RED'|x]}; Line.colors: ['RED'|x] (expected: a proper list)",
        "{{1,2},{3,4}}; expected: a tuple of 3",
        "{{1,2},{3,4000000000},[]}; Line.to: Point.y: 4000000000"
      })
  void records_otherShapes_areUnexpectedAtTheirPlace(String text, String message) {
    assertIsUnexpected(codec(Line.class), term(text), message);
  }

  @Test
  void records_localOrPrivate_needALookupWithAccess() {
    record Local(long number) {}
    assertIsTerm(codec(Local.class), new Local(7), t(7));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofRecord(MethodHandles.publicLookup(), Local.class))
        .withMessageContaining("lookup: ")
        .withMessageContaining("expected: MethodHandles.lookup() of a class")
        .withCauseInstanceOf(IllegalAccessException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofRecord(MethodHandles.publicLookup(), Empty.class));
  }

  /** A record that any lookup may use, with one in it that needs the access of this class. */
  public record Mixed(Point point) {}

  @Test
  void records_nestedWithoutAccess_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Codec.ofRecord(MethodHandles.publicLookup(), Mixed.class))
        .withMessageContaining("Point");
  }

  private record Timed(long number, Duration duration) {}

  private record Generic<T>(T value) {}

  private record Wild(List<?> values) {}

  @SuppressWarnings("rawtypes")
  private record Raw(List values) {}

  @SuppressWarnings("ArrayRecordComponent") // To be refused.
  private record Arrayed(byte[] bytes) {}

  private record Mapped(Map<String, String> names) {}

  private record Tree(String name, List<Tree> children) {}

  private record Even(List<Odd> next) {}

  private record Odd(List<Even> next) {}

  @Test
  void records_componentsWithoutACodec_areRefusedAtCreation() {
    for (Class<? extends Record> type :
        List.of(Timed.class, Generic.class, Wild.class, Raw.class, Arrayed.class, Mapped.class)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> codec(type))
          .withMessageContaining(type.getName() + ".")
          .withMessageContaining("(expected: long, int, double");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec(Timed.class))
        .withMessageContaining("Timed.duration: java.time.Duration");
  }

  @Test
  void records_thatContainThemselves_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec(Tree.class))
        .withMessageContaining("contains itself");
    assertThatIllegalArgumentException().isThrownBy(() -> codec(Even.class));
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // The class of no record.
  void records_classThatIsNone_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec((Class) String.class))
        .withMessage("type: java.lang.String (expected: a record)");
    assertThatIllegalArgumentException().isThrownBy(() -> codec((Class) Record.class));
  }

  private record Positive(long number) {
    private Positive {
      if (number < 1) {
        throw new IllegalStateException("number: " + number);
      }
    }

    @Override
    public long number() {
      if (number == 13) {
        throw new IllegalStateException("unlucky");
      }
      return number;
    }
  }

  @Test
  void records_constructorOrAccessorThatThrows_passesToTheCaller() {
    Codec<Positive> positives = codec(Positive.class);
    assertThatThrownBy(() -> positives.decode(t(0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("number: 0");
    assertThat(positives.decode(t(7)).number()).isEqualTo(7);
    assertThatThrownBy(() -> positives.encode(new Positive(13)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("unlucky");
  }

  private record Named(String name) {}

  @Test
  void records_nullComponent_isRefusedByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> codec(Named.class).encode(new Named(null)))
        .withMessage("Named.name");
  }

  private record Owned(Pid pid) {}

  @Test
  void records_subtypeOfTerm_isChecked() {
    assertIsUnexpected(
        codec(Owned.class), t("pid"), "Owned.pid: pid (expected: a term of the class Pid)");
  }

  @Test
  void records_packedTuple_isRead() {
    Tuple packed = t(1, 2).packed();
    assertThat(codec(Point.class).decode(packed)).isEqualTo(new Point(1, 2));
  }
}
