package org.jets.collections.internal.sync;

/**
 * Spreads threads over places that each is to have for itself as far as possible.
 *
 * <p>The low bits of a thread's id are its place. Threads that work together have mostly been
 * started one after the other. So as many of them as there are places share none. A hash would have
 * two of them meet on two places in every second JVM.
 *
 * <p>On JDK 17 a subclass can override {@link Thread#getId}, with a method that throws or returns
 * one id for all. Threads of such a class are spread by their identity hash.
 */
public final class ThreadSpread {
  /** True for each class of threads whose ids are those of the JDK. */
  private static final ClassValue<Boolean> HAS_ID =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("getId").getDeclaringClass().getModule()
                == Thread.class.getModule();
          } catch (NoSuchMethodException | LinkageError | SecurityException e) {
            return false; // Its methods cannot be told.
          }
        }
      };

  static {
    HAS_ID.get(Thread.class); // Initializes what reflection uses, before an operation may have to.
  }

  private ThreadSpread() {}

  /** Returns a number that is always the same for a thread, and whose low bits differ. */
  public static int of(Thread thread) {
    Class<?> type = thread.getClass();
    return type == Thread.class || HAS_ID.get(type)
        ? ofId(thread.getId())
        : System.identityHashCode(thread);
  }

  public static int ofId(long id) {
    return Long.hashCode(id);
  }
}
