package org.jets.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the line breaks of native records against recorded text of OTP 29. Their text cannot be
 * read back into a term.
 */
class RecordPrintingTest {
  private static final RecordTerm EMPTY =
      RecordTerm.of(Atom.of("m"), Atom.of("n"), false, Map.of());

  private static RecordTerm quoted() {
    Map<Atom, Term> fields = new LinkedHashMap<>();
    fields.put(Atom.of("a"), ListTerm.ofText("str"));
    fields.put(Atom.of("B b"), Binary.of("bin"));
    fields.put(Atom.of("Ω"), TermParser.parse("[1,2]"));
    fields.put(Atom.of("true"), TermParser.parse("#{x => 1}"));
    fields.put(Atom.of("maybe"), EMPTY);
    return RecordTerm.of(Atom.of("M m"), Atom.of("if"), true, fields);
  }

  private static RecordTerm longNamed() {
    Map<Atom, Term> fields = new LinkedHashMap<>();
    Term numbers = TermParser.parse("[1,2,3,4,5,6,7,8,9,10,11,12]");
    fields.put(Atom.of("first_field"), Tuple.of(Atom.of("tagged"), numbers, EMPTY));
    fields.put(Atom.of("second"), ListTerm.of(EMPTY, EMPTY));
    return RecordTerm.of(Atom.of("some_module"), Atom.of("a_long_record_name"), false, fields);
  }

  static Stream<Arguments> layouts() {
    return Stream.of(
        Arguments.of(
            quoted(),
            80,
            1,
            """
            #'M m':'if'{a = "str",'B b' = <<"bin">>,
                        'Ω' = [1,2],
                        true = #{x => 1},
                        'maybe' = #m:n{}}\
            """),
        Arguments.of(
            quoted(),
            30,
            1,
            """
            #'M m':'if'{
                a = "str",
                'B b' = <<"bin">>,
                'Ω' = [1,2],
                true = #{x => 1},
                'maybe' = #m:n{}}\
            """),
        Arguments.of(
            quoted(),
            40,
            9,
            """
            #'M m':'if'{
                        a = "str",
                        'B b' = <<"bin">>,
                        'Ω' = [1,2],
                        true = #{x => 1},
                        'maybe' = #m:n{}}\
            """),
        Arguments.of(
            longNamed(),
            60,
            1,
            """
            #some_module:a_long_record_name{
                first_field =
                    {tagged,[1,2,3,4,5,6,7,8,9,10,11,12],#m:n{}},
                second = [#m:n{},#m:n{}]}\
            """),
        Arguments.of(
            longNamed(),
            20,
            1,
            """
            #some_module:a_long_record_name{
             first_field =
              {tagged,
               [1,2,3,4,5,6,7,
                8,9,10,11,12],
               #m:n{}},
             second =
              [#m:n{},#m:n{}]}\
            """),
        Arguments.of(EMPTY, 5, 1, "#m:n{}"),
        Arguments.of(
            Tuple.of(List.of(quoted(), longNamed())),
            50,
            1,
            """
            {#'M m':'if'{
                 a = "str",'B b' = <<"bin">>,
                 'Ω' = [1,2],
                 true = #{x => 1},
                 'maybe' = #m:n{}},
             #some_module:a_long_record_name{
                 first_field =
                     {tagged,
                         [1,2,3,4,5,6,7,8,9,10,11,12],
                         #m:n{}},
                 second = [#m:n{},#m:n{}]}}\
            """));
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void prettyPrint_records_areBrokenAsErlangDoes(
      Term term, int lineWidth, int column, String expected) {
    PrintOptions options = PrintOptions.defaults().withLineWidth(lineWidth).withColumn(column);
    assertThat(TermPrinter.prettyPrint(term, options)).isEqualTo(expected);
  }
}
