package org.jets.collections.internal.sync;

/**
 * Initializes the classes of a map before its first operation. A class whose initializer meets the
 * end of the stack, or of the memory, cannot be used for ever after. So none may first run in an
 * operation.
 *
 * <p>The class of each map, or one that it extends, names in its own initializer those of its
 * classes that have one.
 */
public final class EarlyInitialization {
  private EarlyInitialization() {}

  /** Initializes classes, and all that are declared within them. */
  public static void of(Class<?>... types) {
    for (Class<?> type : types) {
      try {
        Class.forName(type.getName(), true, type.getClassLoader()); // Of any package.
      } catch (ClassNotFoundException e) {
        throw new ExceptionInInitializerError(e);
      }
      of(type.getDeclaredClasses());
    }
  }
}
