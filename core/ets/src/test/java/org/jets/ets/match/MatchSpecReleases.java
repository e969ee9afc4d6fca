package org.jets.ets.match;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;

/**
 * The differences of match specifications between releases of Erlang. jets follows the newest
 * release. The content of random specifications depends on the release that they are compared with.
 */
record MatchSpecReleases(int release) {
  /**
   * An expression, and its value in old and in new releases. The values are those of OTP 25 and 29.
   * The release of the change is a guess, unless a release note has it.
   */
  record Difference(String expression, int since, String before, String after) {}

  private static final String NO_FUNCTION = "no function";

  /**
   * The differences. An expression is in the body of a clause whose head binds {@code '$1'} to 0.0
   * and {@code '$2'} to -0.0.
   */
  static final List<Difference> DIFFERENCES =
      List.of(
          new Difference("{is_boolean,true}", 26, NO_FUNCTION, "true"),
          new Difference("{is_bitstring,<<>>}", 26, NO_FUNCTION, "true"),
          new Difference("{tuple_size,{const,{a}}}", 26, NO_FUNCTION, "1"),
          new Difference("{ceil,1.5}", 26, NO_FUNCTION, "2"),
          new Difference("{floor,1.5}", 26, NO_FUNCTION, "1"),
          new Difference("{max,1,1.0}", 26, NO_FUNCTION, "1"),
          new Difference("{min,1.0,1}", 26, NO_FUNCTION, "1.0"),
          new Difference("{is_function,fun lists:map/2,2}", 26, NO_FUNCTION, "true"),
          new Difference("{is_integer,2,1,3}", 29, NO_FUNCTION, "true"),
          new Difference("{is_record,{const,{a,1}},a,b}", 29, "'EXIT'", "false"),
          new Difference("{'=:=','$1','$2'}", 27, "true", "false"),
          new Difference("{abs,'$2'}", 27, "-0.0", "0.0"),
          new Difference("{binary_part,<<1,2:4>>,0,1}", 27, "<<1>>", "'EXIT'"),
          new Difference("{'==',0,{'bsr',{'bsl',1,4194240},5000000}}", 27, "true", "false"));

  /** The functions that older releases lack, with their numbers of arguments. */
  private static final List<NewFunction> NEW_FUNCTIONS =
      List.of(
          new NewFunction("is_boolean", 1, 26),
          new NewFunction("is_bitstring", 1, 26),
          new NewFunction("tuple_size", 1, 26),
          new NewFunction("ceil", 1, 26),
          new NewFunction("floor", 1, 26),
          new NewFunction("max", 2, 26),
          new NewFunction("min", 2, 26),
          new NewFunction("is_function", 2, 26),
          new NewFunction("is_integer", 3, 29));

  private record NewFunction(String name, int arity, int since) {}

  boolean hasNativeRecords() {
    return release >= 29;
  }

  boolean hasTwoZeros() {
    return release >= 27;
  }

  /** Returns the value that a difference has in this release; empty if there is no function. */
  Term valueOf(Difference difference) {
    String value = release >= difference.since ? difference.after : difference.before;
    return value.equals(NO_FUNCTION) ? Atom.of(NO_FUNCTION) : TermParser.parse(value);
  }

  /** Returns a call of a function that this release has, but not all releases. */
  Term newFunction(Random random, Supplier<Term> argument) {
    List<NewFunction> functions =
        NEW_FUNCTIONS.stream().filter(function -> function.since <= release).toList();
    if (functions.isEmpty()) {
      return argument.get();
    }
    NewFunction function = functions.get(random.nextInt(functions.size()));
    return Tuple.of(
        Stream.concat(
                Stream.of(Atom.of(function.name)), Stream.generate(argument).limit(function.arity))
            .toList());
  }
}
