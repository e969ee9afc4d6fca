package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that public types can be used from another module, and name only such types. */
class ExportedTypesTest {
  private static final String PACKAGE = "org.jets.collections";

  private static Path classes() throws URISyntaxException {
    return location(AbstractConcurrentMap.class);
  }

  private static Path location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static List<Class<?>> exported()
      throws IOException, URISyntaxException, ClassNotFoundException {
    List<Class<?>> exported = new ArrayList<>();
    try (Stream<Path> files = Files.list(classes().resolve(PACKAGE.replace('.', '/')))) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class") && !name.equals("package-info.class")) {
          Class<?> type =
              Class.forName(
                  PACKAGE + "." + name.substring(0, name.length() - ".class".length()),
                  false,
                  ExportedTypesTest.class.getClassLoader());
          if (isAccessible(type)) {
            exported.add(type);
          }
        }
      }
    }
    return exported;
  }

  private static boolean isAccessible(Class<?> type) {
    if (type.isArray()) {
      return isAccessible(type.getComponentType());
    }
    return (Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers()))
        && (type.getEnclosingClass() == null || isAccessible(type.getEnclosingClass()))
        && !type.isAnonymousClass()
        && !type.isLocalClass();
  }

  @Test
  void signatures_ofExportedClasses_nameNoHiddenType() throws Exception {
    Set<String> hidden = new HashSet<>();
    for (Class<?> type : exported()) {
      for (TypeVariable<?> variable : type.getTypeParameters()) {
        addHidden(hidden, type.getName(), variable.getBounds());
      }
      for (Type implemented : type.getGenericInterfaces()) {
        if (implemented instanceof ParameterizedType parameterized) {
          addHidden(hidden, type.getName(), parameterized.getActualTypeArguments());
        }
      }
      for (Member member : visibleMembers(type)) {
        String where = type.getSimpleName() + "." + member.getName();
        if (member instanceof Field field) {
          addHidden(hidden, where, field.getGenericType());
        } else {
          Executable called = (Executable) member;
          addHidden(hidden, where, called.getGenericParameterTypes());
          addHidden(hidden, where, called.getGenericExceptionTypes());
          for (TypeVariable<?> variable : called.getTypeParameters()) {
            addHidden(hidden, where, variable.getBounds());
          }
          if (called instanceof Method method) {
            addHidden(hidden, where, method.getGenericReturnType());
          }
        }
      }
    }
    assertThat(hidden).isEmpty();
  }

  /** Public and protected members, with those that come from hidden superclasses. */
  private static List<Member> visibleMembers(Class<?> type) {
    List<Member> members = new ArrayList<>();
    for (Class<?> c = type; c != null && c.getName().startsWith(PACKAGE); c = c.getSuperclass()) {
      members.addAll(List.of(c.getDeclaredMethods()));
      members.addAll(List.of(c.getDeclaredFields()));
      if (c == type) {
        members.addAll(List.of(c.getDeclaredConstructors()));
      }
    }
    members.removeIf(
        member ->
            member.isSynthetic()
                || !(Modifier.isPublic(member.getModifiers())
                    || (Modifier.isProtected(member.getModifiers())
                        && !Modifier.isFinal(type.getModifiers()))));
    return members;
  }

  private static void addHidden(Set<String> hidden, String where, Type... types) {
    for (Type type : types) {
      if (type instanceof Class<?> c) {
        Class<?> element = c;
        while (element.isArray()) {
          element = element.getComponentType();
        }
        if (!element.isPrimitive() && !isAccessible(element)) {
          hidden.add(where + ": " + element.getName());
        }
      } else if (type instanceof ParameterizedType parameterized) {
        addHidden(hidden, where, parameterized.getRawType());
        addHidden(hidden, where, parameterized.getActualTypeArguments());
      } else if (type instanceof GenericArrayType array) {
        addHidden(hidden, where, array.getGenericComponentType());
      } else if (type instanceof WildcardType wildcard) {
        addHidden(hidden, where, wildcard.getLowerBounds());
        addHidden(hidden, where, wildcard.getUpperBounds());
      }
      // The bounds of a type variable are looked at where it is declared.
    }
  }

  /** Calls each public method, and a method on what it returns, in a module of its own. */
  @Test
  void publicMethods_inAModuleOnTheModulePath_compile(@TempDir Path folder) throws Exception {
    StringBuilder source =
        new StringBuilder(
            """
            package consumer;
            @SuppressWarnings({"rawtypes", "unchecked"})
            final class Consumer {
            """);
    int calls = 0;
    for (Class<?> type : exported()) {
      for (Constructor<?> constructor : type.getConstructors()) {
        if (!Modifier.isAbstract(type.getModifiers())) {
          source.append(call(calls++, type, constructor));
        }
      }
      for (Method method : type.getMethods()) {
        // Also what the compiler has made for methods of hidden superclasses.
        if (method.getDeclaringClass() != Object.class
            && method.getDeclaringClass() != Enum.class) {
          source.append(call(calls++, type, method));
        }
      }
    }
    Path consumer = Files.createDirectories(folder.resolve("consumer"));
    Files.writeString(consumer.resolve("Consumer.java"), source.append("}\n"));
    Files.writeString(
        folder.resolve("module-info.java"), "module consumer { requires org.jets.collections; }\n");

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean isCompiled =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "--module-path",
                    classes() + File.pathSeparator + location(Nullable.class),
                    "-d",
                    folder.resolve("out").toString(),
                    "-proc:none",
                    "-nowarn"),
                null,
                compiler
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(
                        folder.resolve("module-info.java"), consumer.resolve("Consumer.java")))
            .call();

    assertThat(isCompiled).as("%s", messages).isTrue();
    assertThat(calls).isGreaterThan(300);
  }

  private static String call(int number, Class<?> type, Executable called) {
    StringBuilder parameters = new StringBuilder(type.getCanonicalName() + " on");
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < called.getParameterCount(); i++) {
      String parameter = called.getParameterTypes()[i].getCanonicalName();
      parameters.append(", ").append(parameter).append(" a").append(i);
      arguments.append(i == 0 ? "a" : ", a").append(i);
    }
    boolean isStatic = Modifier.isStatic(called.getModifiers());
    String use =
        called instanceof Method method
            ? (isStatic ? type.getCanonicalName() : "on") + "." + method.getName()
            : "new " + type.getCanonicalName();
    boolean returnsObject =
        !(called instanceof Method method) || !method.getReturnType().isPrimitive();
    return String.format(
        "  static void call%d(%s) throws Throwable {%n    %s(%s)%s;%n  }%n",
        number, parameters, use, arguments, returnsObject ? ".hashCode()" : "");
  }
}
