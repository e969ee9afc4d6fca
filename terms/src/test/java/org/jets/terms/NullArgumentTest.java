package org.jets.terms;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jets.terms.ordered.ByteRange;
import org.jets.terms.ordered.OrderedBytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that every public method and constructor refuses null with the name of the argument. */
class NullArgumentTest {
  private static final Map<Class<?>, Object> VALUES = new HashMap<>();

  static {
    Pid pid = Pid.of(Atom.of("a@b"), 1, 2, 3);
    put(Object.class, 1);
    put(String.class, "x");
    put(BigInteger.class, BigInteger.ONE);
    put(byte[].class, new byte[LocalFun.UNIQ_BYTES]);
    put(int[].class, new int[] {1});
    put(List.class, List.of(Atom.OK));
    put(Map.class, Map.of());
    put(BiConsumer.class, (BiConsumer<Term, Term>) (key, value) -> {});
    put(ToIntFunction.class, (ToIntFunction<Atom>) atom -> -1);
    put(ByteBuffer.class, ByteBuffer.allocate(100));
    put(InputStream.class, new ByteArrayInputStream(new byte[0]));
    put(OutputStream.class, new ByteArrayOutputStream());
    put(Comparator.class, Comparator.naturalOrder());
    put(Term.class, Atom.OK);
    put(Term[].class, new Term[] {Atom.OK, Atom.OK});
    put(Atom.class, Atom.OK);
    put(IntegerTerm.class, IntegerTerm.of(1));
    put(FloatTerm.class, FloatTerm.of(1));
    put(Reference.class, Reference.of(Atom.of("a@b"), 1, 2));
    put(Port.class, Port.of(Atom.of("a@b"), 1, 2));
    put(Pid.class, pid);
    put(Fun.class, ExternalFun.of(Atom.OK, Atom.OK, 1));
    put(ExternalFun.class, ExternalFun.of(Atom.OK, Atom.OK, 1));
    put(
        LocalFun.class,
        LocalFun.of(Atom.OK, 1, new byte[LocalFun.UNIQ_BYTES], 1, 1, 1, pid, List.of()));
    put(Tuple.class, Tuple.of(Atom.OK));
    put(
        RecordTerm.class,
        RecordTerm.of(Atom.OK, Atom.OK, true, List.of(Atom.OK), List.of(Atom.OK)));
    put(MapTerm.class, MapTerm.of(Atom.OK, Atom.OK));
    put(ListTerm.class, ListTerm.of(Atom.OK));
    put(Bitstring.class, Binary.of("x"));
    put(Binary.class, Binary.of("x"));
    put(TermOrder.class, TermOrder.STANDARD);
    put(Reader.class, new StringReader("x"));
    put(Appendable.class, new StringBuilder());
    put(Path.class, Path.of("no such file"));
    put(ParseOptions.class, ParseOptions.defaults());
    put(PrintableRange.class, PrintableRange.LATIN1);
    put(PrintOptions.class, PrintOptions.defaults());
    put(EncodeOptions.class, EncodeOptions.defaults());
    put(DecodeOptions.class, DecodeOptions.defaults());
    put(ByteRange.class, OrderedBytes.rangeOf(Atom.OK));
    put(TermEncoder.class, new TermEncoder(EncodeOptions.defaults()));
    VALUES.put(boolean.class, true);
    VALUES.put(int.class, 1);
    VALUES.put(long.class, 1L);
    VALUES.put(double.class, 1.0);
  }

  private static <T> void put(Class<? super T> type, T value) {
    VALUES.put(type, value);
  }

  static List<Arguments> parameters() throws Exception {
    List<Arguments> parameters = new ArrayList<>();
    for (Class<?> type : publicTypes()) {
      List<Executable> members = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
      members.addAll(Arrays.asList(type.getDeclaredConstructors()));
      for (Executable member : members) {
        for (int i = 0; i < member.getParameterCount(); i++) {
          if (takesNoNull(member, i)) {
            parameters.add(Arguments.of(member, i));
          }
        }
      }
    }
    return parameters;
  }

  private static boolean takesNoNull(Executable member, int parameter) {
    return Modifier.isPublic(member.getModifiers())
        && !member.isSynthetic()
        && !member.getName().equals("equals")
        && !(member.getDeclaringClass().isEnum() && member.getName().equals("valueOf"))
        && !member.getParameterTypes()[parameter].isPrimitive()
        && !member.getAnnotatedParameterTypes()[parameter].isAnnotationPresent(Nullable.class)
        && (!(member instanceof Method)
            || Modifier.isStatic(member.getModifiers())
            || VALUES.containsKey(member.getDeclaringClass()));
  }

  private static List<Class<?>> publicTypes() throws Exception {
    List<Class<?>> types = new ArrayList<>();
    for (String packageName : List.of("org.jets.terms", "org.jets.terms.ordered")) {
      try (Stream<Path> files = Files.list(classes().resolve(packageName.replace('.', '/')))) {
        for (Path file : files.sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".class") && !name.startsWith("package-info")) {
            Class<?> type = Class.forName(packageName + "." + name.substring(0, name.length() - 6));
            if (Modifier.isPublic(type.getModifiers())) {
              types.add(type);
            }
          }
        }
      }
    }
    return types;
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(Term.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("parameters")
  void call_nullArgument_isRefusedByName(Executable member, int parameter) {
    Object[] arguments =
        Arrays.stream(member.getParameterTypes()).map(NullArgumentTest::value).toArray();
    arguments[parameter] = null;
    Throwable failure = catchThrowable(() -> call(member, arguments));
    assertThat(failure)
        .as("%s, argument %s", member, parameter)
        .isInstanceOf(NullPointerException.class);
    assertThat(failure.getMessage()).matches("[a-zA-Z0-9]+(\\[[0-9]+])?");
  }

  private static Object value(Class<?> type) {
    return requireNonNull(VALUES.get(type), () -> "no value for a parameter of " + type);
  }

  private static void call(Executable member, Object[] arguments) throws Throwable {
    try {
      if (member instanceof Method method) {
        method.invoke(VALUES.get(method.getDeclaringClass()), arguments);
      } else {
        ((Constructor<?>) member).newInstance(arguments);
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
