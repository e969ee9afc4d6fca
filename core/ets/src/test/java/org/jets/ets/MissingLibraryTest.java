package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jets.collections.HashingStrategy;
import org.jets.terms.Term;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Tests each store in a program that has only jets and the JDK. */
class MissingLibraryTest {
  private static final String MISSING =
      "java.lang.IllegalStateException: backend: NON_BLOCKING_HASH_MAP (expected: its library on"
          + " the class path or module path; for NON_BLOCKING_HASH_MAP this is"
          + " org.jctools:jctools-core); tables: []; then [{k,1}]";

  @TestFactory
  Stream<DynamicTest> newTable_withoutOptionalLibraries_worksOrNamesTheLibrary() {
    return Arrays.stream(Backend.values())
        .map(
            backend ->
                dynamicTest(
                    backend.name(),
                    () ->
                        assertThat(answerWithoutLibraries(backend))
                            .isEqualTo(
                                backend == Backend.NON_BLOCKING_HASH_MAP ? MISSING : "[{k,1}]")));
  }

  /** Runs a {@link Program} among classes of jets, loaded anew, and of the JDK. */
  private static String answerWithoutLibraries(Backend backend) throws Exception {
    URL[] jets =
        Stream.of(Term.class, HashingStrategy.class, EtsTable.class, Program.class)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(jets, ClassLoader.getPlatformClassLoader())) {
      @SuppressWarnings("unchecked")
      Function<String, String> program =
          (Function<String, String>)
              loader.loadClass(Program.class.getName()).getDeclaredConstructor().newInstance();
      assertThat(program).isNotInstanceOf(Program.class);
      return program.apply(backend.name());
    }
  }

  /**
   * Makes a table on a store, inserts an object and returns the content. After an error it returns
   * the error, the tables that exist then, and the result for the default store.
   */
  public static final class Program implements Function<String, String> {
    @Override
    public String apply(String name) {
      Backend backend = Backend.valueOf(name);
      TableType type =
          Arrays.stream(TableType.values()).filter(backend::supports).findFirst().orElseThrow();
      TableSpace space = new TableSpace();
      Owner owner = space.newOwner();
      TableOptions options = TableOptions.of(type).withNamedTable();
      try {
        return contents(owner.newTable("t", options.withBackend(backend)));
      } catch (RuntimeException e) {
        return e + "; tables: " + space.all() + "; then " + contents(owner.newTable("t", options));
      }
    }

    private static String contents(EtsTable table) {
      table.insert(Terms.t("k", 1));
      return table.tab2list().toString();
    }
  }
}
