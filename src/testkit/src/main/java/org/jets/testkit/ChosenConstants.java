package org.jets.testkit;

import java.util.Arrays;
import java.util.stream.Stream;

/** The constants of an enum that a test uses: all, or the one that a system property names. */
public final class ChosenConstants {

  private ChosenConstants() {}

  /**
   * Returns the constants of an enum in their order, or the one that a property names.
   *
   * @throws IllegalArgumentException if the property names none; the message lists all
   */
  public static <E extends Enum<E>> Stream<E> of(Class<E> type, String property) {
    String name = System.getProperty(property);
    E[] all = type.getEnumConstants();
    if (name == null) {
      return Arrays.stream(all);
    }
    return Stream.of(
        Arrays.stream(all)
            .filter(constant -> constant.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        property
                            + ": "
                            + name
                            + " (expected: one of "
                            + Arrays.toString(all)
                            + ")")));
  }
}
