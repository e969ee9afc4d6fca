package org.jets.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Type;

class FaultClassLoaderTest {
  /** Notes each point that a thread comes to. */
  public static final class Points {
    public static final List<String> SEEN = new ArrayList<>();

    private Points() {}

    public static void entry() {
      SEEN.add("entry");
    }

    public static void deepEntry() {
      SEEN.add("deepEntry");
    }

    public static void allocation() {
      SEEN.add("allocation");
    }

    public static void spinning() {
      SEEN.add("spinning");
    }
  }

  /** Has only one of the points. */
  public static final class AllocationPoints {
    public static final List<String> SEEN = new ArrayList<>();

    private AllocationPoints() {}

    public static void allocation() {
      SEEN.add("allocation");
    }
  }

  /** The class that gets the points. */
  public static final class Library {
    static final int[] ARRAY = {1, 2};
    private static int number = 1_000;

    private Library() {}

    public static Object nothing() {
      return ARRAY;
    }

    public static Object object() {
      return new Object();
    }

    public static Object array() {
      return new int[1];
    }

    public static Object arrayOfObjects() {
      return new Object[1];
    }

    public static Object arrays() {
      return new int[1][1];
    }

    public static Object box() {
      return number;
    }

    public static Object lambda() {
      IntSupplier lambda = () -> number;
      return lambda;
    }

    public static Object copy() {
      return Arrays.copyOf(ARRAY, 1);
    }

    public static Object copyByClone() {
      return ARRAY.clone();
    }

    public static Object spin() {
      Thread.onSpinWait();
      return ARRAY;
    }
  }

  private static final String EXEMPT = "FaultClassLoaderTest$Library.object";

  @SuppressWarnings("unchecked") // As the points are declared.
  private static List<String> seen(Class<?> points, Set<String> exempt, String method)
      throws ReflectiveOperationException {
    ClassLoader loader = new FaultClassLoader(List.of(Library.class), points, exempt);
    Class<?> library = Class.forName(Library.class.getName(), true, loader);
    assertThat(library).isNotSameAs(Library.class);
    Field seen = Class.forName(points.getName(), true, loader).getField("SEEN");
    library.getMethod(method).invoke(null);
    return (List<String>) seen.get(null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "object",
        "array",
        "arrayOfObjects",
        "arrays",
        "box",
        "lambda",
        "copy",
        "copyByClone"
      })
  void allocation_ofEachKind_hasAPoint(String method) throws Exception {
    assertThat(seen(Points.class, Set.of(), method)).containsExactly("entry", "allocation");
  }

  @Test
  void wait_anyMethod_hasAPoint() throws Exception {
    assertThat(seen(Points.class, Set.of(), "spin")).containsExactly("entry", "spinning");
  }

  @Test
  void entry_methodThatDoesNothingElse_isTheOnlyPoint() throws Exception {
    assertThat(seen(Points.class, Set.of(), "nothing")).containsExactly("entry");
  }

  @Test
  void entry_exemptMethod_isDeep() throws Exception {
    assertThat(seen(Points.class, Set.of(EXEMPT), "object"))
        .containsExactly("deepEntry", "allocation");
  }

  @Test
  void library_inAJar_hasPointsToo() throws Exception {
    FaultClassLoader loader =
        new FaultClassLoader(List.of(Library.class, Type.class), Points.class, Set.of());
    loader.initializeLibraries();
    Class<?> type = Class.forName(Type.class.getName(), true, loader);
    Field seen = Class.forName(Points.class.getName(), true, loader).getField("SEEN");

    type.getMethod("getType", String.class).invoke(null, "I");

    assertThat(type).isNotSameAs(Type.class);
    assertThat(seen.get(null)).asInstanceOf(InstanceOfAssertFactories.LIST).contains("entry");
  }

  @Test
  void points_thatTheClassDoesNotHave_areLeftOut() throws Exception {
    assertThat(seen(AllocationPoints.class, Set.of(EXEMPT), "object"))
        .containsExactly("allocation");
    assertThat(seen(AllocationPoints.class, Set.of(), "spin")).isEmpty();
  }
}
