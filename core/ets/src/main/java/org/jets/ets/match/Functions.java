package org.jets.ets.match;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.Fun;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Pid;
import org.jets.terms.Port;
import org.jets.terms.Reference;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * The functions that guards and bodies can call, by name and number of arguments: those of OTP 29.
 * The operators {@code and}, {@code or}, {@code andalso} and {@code orelse} have one or more
 * arguments.
 */
final class Functions {
  private static final Map<Signature, Function> ALL = new HashMap<>();
  private static final Map<Atom, Function> OPERATORS =
      Map.of(
          Atom.of("and"), operator(args -> new Logic.Strict(args, CompiledExpression.FALSE)),
          Atom.of("or"), operator(args -> new Logic.Strict(args, CompiledExpression.TRUE)),
          Atom.of("andalso"),
              operator(args -> new Logic.ShortCircuit(args, CompiledExpression.FALSE)),
          Atom.of("orelse"),
              operator(args -> new Logic.ShortCircuit(args, CompiledExpression.TRUE)));

  private Functions() {}

  static {
    test("is_atom", Atom.class::isInstance);
    test("is_binary", Binary.class::isInstance);
    test("is_bitstring", Bitstring.class::isInstance);
    test("is_boolean", term -> term == Atom.TRUE || term == Atom.FALSE);
    test("is_float", FloatTerm.class::isInstance);
    test("is_function", Fun.class::isInstance);
    test("is_integer", IntegerTerm.class::isInstance);
    test("is_list", ListTerm.class::isInstance);
    test("is_map", MapTerm.class::isInstance);
    test("is_number", Arithmetic::isNumber);
    test("is_pid", Pid.class::isInstance);
    test("is_port", Port.class::isInstance);
    test("is_reference", Reference.class::isInstance);
    test("is_tuple", Tuple.class::isInstance);
    ternary("is_record", TermFunctions::isRecord);
    ternary("is_integer", TermFunctions::isInteger);
    binary("is_function", TermFunctions::isFunction);
    binary("is_map_key", TermFunctions::isMapKey);

    comparison("<", ComparisonOperators.LESS);
    comparison("=<", ComparisonOperators.LESS | ComparisonOperators.EQUAL);
    comparison(">", ComparisonOperators.GREATER);
    comparison(">=", ComparisonOperators.GREATER | ComparisonOperators.EQUAL);
    comparison("==", ComparisonOperators.EQUAL);
    comparison("/=", ComparisonOperators.LESS | ComparisonOperators.GREATER);
    total("=:=", 2, args -> ComparisonOperators.exact(args[0], args[1], false));
    total("=/=", 2, args -> ComparisonOperators.exact(args[0], args[1], true));
    binary("max", TermFunctions::max);
    binary("min", TermFunctions::min);
    partial("not", 1, args -> new Logic.Not(args[0]));
    partial("xor", 2, args -> new Logic.Xor(args[0], args[1]));

    unary("+", Arithmetic::plus);
    unary("-", Arithmetic::negate);
    unary("abs", Arithmetic::abs);
    unary("bnot", Arithmetic::not);
    unary("ceil", Arithmetic::ceil);
    unary("float", Arithmetic::toFloat);
    unary("floor", Arithmetic::floor);
    unary("round", Arithmetic::round);
    unary("trunc", Arithmetic::trunc);
    binary("+", Arithmetic::add);
    binary("-", Arithmetic::subtract);
    binary("*", Arithmetic::multiply);
    binary("/", Arithmetic::divide);
    binary("div", Arithmetic::div);
    binary("rem", Arithmetic::rem);
    binary("band", Arithmetic::and);
    binary("bor", Arithmetic::or);
    binary("bxor", Arithmetic::xor);
    binary("bsl", Arithmetic::shiftLeft);
    binary("bsr", Arithmetic::shiftRight);

    unary("bit_size", TermFunctions::bitSize);
    unary("byte_size", TermFunctions::byteSize);
    unary("hd", TermFunctions::head);
    unary("length", TermFunctions::length);
    unary("map_size", TermFunctions::mapSize);
    unary("node", TermFunctions::node);
    unary("size", TermFunctions::size);
    unary("tl", TermFunctions::tail);
    unary("tuple_size", TermFunctions::tupleSize);
    binary("binary_part", TermFunctions::binaryPart);
    binary("element", TermFunctions::element);
    binary("map_get", TermFunctions::mapGet);
    ternary("binary_part", TermFunctions::binaryPart);
    total("node", 0, args -> new BindingAccess.Node());
  }

  /** Returns the function, or null if there is none. */
  static @Nullable Function lookup(Atom name, int arity) {
    Function function = ALL.get(new Signature(name, arity));
    return function != null || arity == 0 ? function : OPERATORS.get(name);
  }

  /** Returns whether there is an operator of this name, which may have any number of arguments. */
  static boolean isOperator(Atom name) {
    return OPERATORS.containsKey(name);
  }

  private static Function operator(Factory factory) {
    return new Function(factory, true);
  }

  private static void test(String name, Predicate<Term> test) {
    total(name, 1, args -> new CompiledCall.OfTest(test, args[0]));
  }

  private static void comparison(String name, int accepted) {
    total(name, 2, args -> ComparisonOperators.ordered(args[0], args[1], accepted));
  }

  private static void unary(String name, CompiledCall.UnaryFunction function) {
    partial(name, 1, args -> new CompiledCall.OfUnary(function, args[0]));
  }

  private static void binary(String name, CompiledCall.BinaryFunction function) {
    partial(name, 2, args -> new CompiledCall.OfBinary(function, args[0], args[1]));
  }

  private static void ternary(String name, CompiledCall.TernaryFunction function) {
    partial(name, 3, args -> new CompiledCall.OfTernary(function, args[0], args[1], args[2]));
  }

  private static void partial(String name, int arity, Factory factory) {
    ALL.put(new Signature(Atom.of(name), arity), new Function(factory, true));
  }

  private static void total(String name, int arity, Factory factory) {
    ALL.put(new Signature(Atom.of(name), arity), new Function(factory, false));
  }

  private record Signature(Atom name, int arity) {}

  /** Makes the expression that applies a function to its arguments. */
  @FunctionalInterface
  interface Factory {
    CompiledExpression apply(CompiledExpression[] arguments);
  }

  /**
   * A function.
   *
   * @param canFail whether it can fail although its arguments do not
   */
  record Function(Factory factory, boolean canFail) {

    /** Returns the call of this function for a guard or a body. */
    CompiledExpression call(CompiledExpression[] arguments, boolean inBody) {
      CompiledExpression call = factory.apply(arguments);
      return canFail && inBody ? new CompiledExpression.Caught(call) : call;
    }
  }
}
