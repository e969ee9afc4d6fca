package org.jets.bench.harness;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;
import org.openjdk.jol.vm.VirtualMachine;

/** Bytes of objects on the heap of this JVM, by JOL. */
public final class HeapSize {
  private static final int SMALLEST = 1 << 16;
  private static final int SIZES = 8;

  static {
    // JOL does without an agent here, and sees into records by a detour; both it must know before
    // it starts. It then says on the standard output that it has no agent.
    System.setProperty("jol.skipDynamicAttach", "true");
    System.setProperty("jol.magicFieldOffset", "true");
    PrintStream out = System.out;
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    try {
      VM.current();
    } finally {
      System.setOut(out);
    }
  }

  private HeapSize() {}

  /** Returns the bytes of one object alone. */
  public static long ofObject(Object object) {
    return ClassLayout.parseInstance(object).instanceSize();
  }

  /**
   * Returns the bytes of all objects that these keep on the heap, each counted once. Classes and
   * the referents of weak references do not count.
   */
  public static long ofGraph(Object... roots) {
    return new ObjectGraph().bytes(roots);
  }

  /**
   * Returns the bytes of an entry of something that has so many of them, together with its share of
   * the whole: the mean over {@value #SIZES} sizes from a power of two to the next, since what
   * doubles is between half full and full.
   *
   * @param filled makes one of a number of entries
   */
  public static double ofEntry(IntFunction<Object> filled) {
    double sum = 0;
    for (int step = 0; step < SIZES; step++) {
      int entries = (int) (SMALLEST * Math.pow(2, (double) step / SIZES));
      sum += (double) ofGraph(filled.apply(entries)) / entries;
    }
    return sum / SIZES;
  }

  /** Says what sizes depend on. */
  public static String layout() {
    VirtualMachine machine = VM.current();
    return String.format(
        "References of %d bytes, objects aligned to %d.",
        machine.arrayIndexScale("java.lang.Object"), machine.objectAlignment());
  }
}
