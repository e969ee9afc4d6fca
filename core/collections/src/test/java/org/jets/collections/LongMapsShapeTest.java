package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The maps of keys of type {@code long} have the same methods, so that one replaces the other. */
class LongMapsShapeTest {

  static Stream<Method> methods() {
    return Stream.of(LongHashMap.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void methodOfTheHashMap_hasItsLikeInTheTree(Method method) throws NoSuchMethodException {
    Method like = LongTreeMap.class.getMethod(method.getName(), method.getParameterTypes());

    if (method.getReturnType() == LongHashMap.class) {
      assertThat(like.getReturnType()).isEqualTo(LongTreeMap.class);
    } else {
      assertThat(method.getReturnType()).isAssignableFrom(like.getReturnType());
    }
  }
}
