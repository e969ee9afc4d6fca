package org.jets.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassFileParserTest {

  private static byte[] classFile(Class<?> type) throws IOException {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  @SuppressWarnings("unused")
  private static final class Sample {
    private static final long WIDE_CONSTANT = Long.MAX_VALUE;
    private int field;

    Object first(Map.Entry<?, ?>[] entries) {
      return entries.clone();
    }

    Object first(int[] numbers) {
      return numbers.clone();
    }

    double second() {
      return Math.PI * field;
    }
  }

  @Test
  void parse_sample_findsMethodsOnceAndElementClasses() throws IOException {
    ClassFileParser.Names names = ClassFileParser.parse(classFile(Sample.class));

    assertThat(names.methods()).containsExactlyInAnyOrder("first", "second");
    assertThat(names.references())
        .contains("java/util/Map$Entry", "java/lang/Object")
        .doesNotContain("[I", Sample.class.getName().replace('.', '/'));
  }

  @Test
  void read_sample_countsMembersAndKeepsNames() throws IOException {
    byte[] classFile = classFile(Sample.class);

    ClassSummary summary = ClassSummary.read("a.module", classFile);

    assertThat(summary.module()).isEqualTo("a.module");
    assertThat(summary.name()).isEqualTo(Sample.class.getName());
    assertThat(summary.packageName()).isEqualTo("org.jets.app.demo");
    assertThat(summary.simpleName()).isEqualTo("ClassFileParserTest$Sample");
    assertThat(summary.size()).isEqualTo(classFile.length);
    assertThat(summary.methodCount()).isEqualTo(3);
    assertThat(summary.fieldCount()).isEqualTo(2);
    assertThat(summary.methodNames()).containsExactlyInAnyOrder("first", "second");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Object.class,
        Map.class,
        Thread.State.class,
        Override.class,
        java.util.concurrent.ConcurrentHashMap.class,
        java.lang.invoke.MethodHandles.class,
        ClassSummary.class
      })
  void parse_classesOfAllKinds_agreesWithTheLibrary(Class<?> type) throws IOException {
    byte[] classFile = classFile(type);

    ClassFileParser.Names names = ClassFileParser.parse(classFile);
    ClassSummary summary = ClassSummary.read("m", classFile);

    assertThat(names.methods()).isEqualTo(summary.methodNames());
    assertThat(names.references())
        .extracting(name -> name.replace('/', '.'))
        .containsExactlyInAnyOrderElementsOf(summary.references());
  }
}
