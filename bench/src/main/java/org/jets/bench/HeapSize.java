package org.jets.bench;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.GraphStats;
import org.openjdk.jol.vm.VM;
import org.openjdk.jol.vm.VirtualMachine;

/** How many bytes objects take on the heap of this JVM, by JOL. */
public final class HeapSize {

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

  /** Returns the bytes of everything that can be reached from these objects, each once. */
  public static long ofGraph(Object... roots) {
    return GraphStats.parseInstance(roots).totalSize();
  }

  /** Says what sizes depend on. */
  static String layout() {
    VirtualMachine machine = VM.current();
    return String.format(
        "References of %d bytes, objects aligned to %d.",
        machine.arrayIndexScale("java.lang.Object"), machine.objectAlignment());
  }
}
