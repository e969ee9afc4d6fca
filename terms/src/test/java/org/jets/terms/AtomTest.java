package org.jets.terms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AtomTest {
  private static final String EMOJI = "\uD83D\uDE00";
  private static final int MAX_COLLECTIONS = 50;

  @Test
  void of_sameName_isTheSameObject() {
    String name = "an atom of " + getClass();
    assertThat(Atom.of(name)).isSameAs(Atom.of(new String(name.toCharArray())));
    assertThat(Atom.ofUtf8(name.getBytes(UTF_8), 0, name.length())).isSameAs(Atom.of(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "å", "€", "\u0000", "\uFFFF", EMOJI, "a b", "true"})
  void name_anyName_isKept(String name) {
    assertThat(Atom.of(name).name()).isEqualTo(name);
  }

  @Test
  void of_boolean_isTheAtomOfThatName() {
    assertThat(Atom.of(true)).isSameAs(Atom.TRUE).isSameAs(Atom.of("true"));
    assertThat(Atom.of(false)).isSameAs(Atom.FALSE).isSameAs(Atom.of("false"));
  }

  @Test
  void booleanValue_trueAndFalse_isTheirs() {
    assertThat(Atom.TRUE.isBoolean()).isTrue();
    assertThat(Atom.TRUE.booleanValue()).isTrue();
    assertThat(Atom.FALSE.isBoolean()).isTrue();
    assertThat(Atom.FALSE.booleanValue()).isFalse();
  }

  @Test
  void booleanValue_otherAtom_isRefused() {
    assertThat(Atom.OK.isBoolean()).isFalse();
    assertThatThrownBy(Atom.OK::booleanValue)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("(expected: true or false)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "ÿ", "€", EMOJI})
  void of_255CodePoints_isAccepted(String codePoint) {
    assertThat(Atom.of(codePoint.repeat(255)).name()).isEqualTo(codePoint.repeat(255));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "ÿ", "€", EMOJI})
  void of_256CodePoints_isRefused(String codePoint) {
    String name = codePoint.repeat(256);
    assertThatThrownBy(() -> Atom.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("name: 256 characters (expected: at most 255)");
    byte[] utf8 = name.getBytes(UTF_8);
    assertThatThrownBy(() -> Atom.ofUtf8(utf8, 0, utf8.length))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "\uDC00", "a\uDC00\uD800", "\uD800\uD800\uDC00", "ab\uD83D"})
  void of_unpairedSurrogate_isRefused(String name) {
    assertThatThrownBy(() -> Atom.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("unpaired surrogate");
  }

  @Test
  void existing_nameWithoutAtom_isNull() {
    assertThat(Atom.existing("no atom of " + getClass())).isNull();
  }

  @Test
  void existing_nameWithAtom_isTheAtom() {
    Atom atom = Atom.of("an existing atom of " + getClass());
    assertThat(Atom.existing(atom.name())).isSameAs(atom);
  }

  @Test
  void of_unreachableAtom_isCollected() {
    String name = "a forgotten atom of " + getClass();
    WeakReference<Atom> atom = new WeakReference<>(Atom.of(name));
    awaitCleared(List.of(atom));
    assertThat(Atom.existing(name)).isNull();
    assertThat(Atom.of(name).name()).isEqualTo(name);
  }

  @Test
  void of_manyAtomsCollected_keepsThoseThatAreHeld() {
    List<Atom> held = new ArrayList<>();
    List<WeakReference<Atom>> forgotten = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      Atom atom = Atom.of("held or forgotten " + i);
      if (i % 7 == 0) {
        held.add(atom);
      } else {
        forgotten.add(new WeakReference<>(atom));
      }
    }
    awaitCleared(forgotten);
    for (Atom atom : held) {
      assertThat(Atom.of(atom.name())).isSameAs(atom);
    }
    assertThat(Atom.existing("held or forgotten 1")).isNull();
  }

  /** Requests garbage collections until all references are cleared. */
  private static void awaitCleared(List<WeakReference<Atom>> atoms) {
    for (int i = 0; i < MAX_COLLECTIONS; i++) {
      if (atoms.stream().allMatch(atom -> atom.get() == null)) {
        return;
      }
      System.gc();
    }
    assertThat(atoms).as("after %s collections", MAX_COLLECTIONS).allMatch(a -> a.get() == null);
  }

  @Test
  void of_sameNamesFromManyThreads_areTheSameObjects() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      assertSameAtoms(threads, 4);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void of_sameNamesFromVirtualThreads_areTheSameObjects() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads are there from Java 21");
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try {
      assertSameAtoms(threads, 16);
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Interns the same new names from several threads at once, round after round, while atoms of
   * earlier rounds are collected and interned again.
   */
  private static void assertSameAtoms(ExecutorService threads, int count) throws Exception {
    CyclicBarrier start = new CyclicBarrier(count);
    for (int round = 0; round < TestScale.count(40); round++) {
      int first = round * 100;
      Callable<List<Atom>> task =
          () -> {
            start.await();
            List<Atom> atoms = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
              atoms.add(Atom.of("contended " + (first + i)));
            }
            return atoms;
          };
      List<Future<List<Atom>>> results = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        results.add(threads.submit(task));
      }
      if (round % 10 == 0) {
        System.gc();
      }
      List<Atom> expected = results.get(0).get();
      for (Future<List<Atom>> result : results) {
        List<Atom> atoms = result.get();
        for (int i = 0; i < expected.size(); i++) {
          assertThat(atoms.get(i)).isSameAs(expected.get(i));
        }
      }
    }
  }

  @Test
  void internUtf8_constantBeforeItsClassIsInitialized_isTheConstant() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                FirstAtom.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      String output = new String(jvm.getInputStream().readAllBytes(), UTF_8);
      assertThat(output.strip()).isEqualTo("the constant");
    } finally {
      jvm.destroyForcibly();
    }
  }

  /** A program for a new JVM whose first atom comes from a decoder. */
  static final class FirstAtom {
    private FirstAtom() {}

    public static void main(String[] args) {
      Term read = Atom.ofUtf8(new byte[] {'t', 'r', 'u', 'e'}, 0, 4);
      System.out.println(read == Atom.TRUE ? "the constant" : "another atom of that name");
    }
  }
}
