package org.jets.testkit.faults;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places where a fault can be injected into the calling thread. {@link FaultClassLoader} puts calls
 * of {@link #allocation}, {@link #entry} and {@link #spinning} into the library's classes; keys,
 * values and functions of the tests call {@link #callback}.
 */
public final class FaultPoints {
  /** Injected exception of a callback. */
  static final class InjectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    InjectedException() {
      super("injected", null, false, false);
    }
  }

  /** Injected error of a callback. */
  static final class InjectedError extends Error {
    private static final long serialVersionUID = 1;

    InjectedError() {
      super("injected", null, false, false);
    }
  }

  /** Ends a thread whose run has been given up, at the next place that it comes to. */
  static final class Abandoned extends Error {
    private static final long serialVersionUID = 1;
  }

  /** The fuses of threads that are not {@link Fused}. */
  private static final ThreadLocal<@Nullable Fuse> FUSE = new ThreadLocal<>();

  private FaultPoints() {}

  /** A daemon thread with a field for its fuse, which each point finds sooner than in a map. */
  static final class Fused extends Thread {
    private @Nullable Fuse fuse;

    Fused(Runnable work, String name) {
      super(work, name);
      setDaemon(true);
    }
  }

  private static @Nullable Fuse fuse() {
    return Thread.currentThread() instanceof Fused thread ? thread.fuse : FUSE.get();
  }

  /** Counts down to the fault of one thread. */
  public static final class Fuse {
    private volatile boolean isAbandoned;
    private @Nullable FaultKind kind;
    private long left;
    private long limit;
    private boolean isFired;

    /** Makes this the fuse of the calling thread. */
    public void attach() {
      if (Thread.currentThread() instanceof Fused thread) {
        thread.fuse = this;
      } else {
        FUSE.set(this);
      }
    }

    /** Throws in the attached thread at its next place. */
    void abandon() {
      isAbandoned = true;
    }

    /** Calls an operation with the k-th fault of a kind armed, and disarms it on every path. */
    public <T> T call(FaultKind armed, int k, Supplier<T> operation) {
      isFired = false;
      left = k;
      limit = armed == FaultKind.STACK_DEPTH ? StackDepth.current() + k : 0;
      kind = armed;
      try {
        return operation.get();
      } finally {
        kind = null;
      }
    }

    /** Returns whether the last armed fault was injected. */
    public boolean isFired() {
      return isFired;
    }

    private boolean isDue() {
      if (--left == 0) {
        isFired = true;
        return true;
      }
      return false;
    }

    private void at(FaultKind place) {
      if (isAbandoned) {
        throw new Abandoned();
      }
      FaultKind armed = kind;
      if (armed == null) {
        return;
      }
      switch (armed) {
        case CALLBACK_EXCEPTION -> {
          if (place == FaultKind.CALLBACK_EXCEPTION && isDue()) {
            throw new InjectedException();
          }
        }
        case CALLBACK_ERROR -> {
          if (place == FaultKind.CALLBACK_EXCEPTION && isDue()) {
            throw new InjectedError();
          }
        }
        case ALLOCATION -> {
          if (place == FaultKind.ALLOCATION && isDue()) {
            throw new OutOfMemoryError("injected");
          }
        }
        case ALLOCATIONS_FROM -> {
          if (place == FaultKind.ALLOCATION && (isDue() || left < 0)) {
            throw new OutOfMemoryError("injected");
          }
        }
        case METHOD_ENTRY -> {
          if (place == FaultKind.METHOD_ENTRY && isDue()) {
            throw new StackOverflowError("injected");
          }
        }
        case STACK_DEPTH -> {
          if (place == FaultKind.METHOD_ENTRY && StackDepth.current() > limit) {
            isFired = true;
            throw new StackOverflowError("injected");
          }
        }
      }
    }
  }

  private static void at(FaultKind place) {
    Fuse fuse = fuse();
    if (fuse != null) {
      fuse.at(place);
    }
  }

  /** Is called before each allocation in the library. */
  public static void allocation() {
    at(FaultKind.ALLOCATION);
  }

  /** Is called first in each method of the library. */
  public static void entry() {
    at(FaultKind.METHOD_ENTRY);
  }

  /** Is called first in methods that only a stack of a certain depth keeps from being called. */
  public static void deepEntry() {
    Fuse fuse = fuse();
    if (fuse != null && fuse.kind == FaultKind.STACK_DEPTH) {
      fuse.at(FaultKind.METHOD_ENTRY);
    }
  }

  /** Is called before the library waits, so that a thread that waits for ever can be ended. */
  public static void spinning() {
    Fuse fuse = fuse();
    if (fuse != null && fuse.isAbandoned) {
      throw new Abandoned();
    }
  }

  /** Is called in each callback of the tests. */
  public static void callback() {
    at(FaultKind.CALLBACK_EXCEPTION);
  }
}
