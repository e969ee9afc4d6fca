package org.jets.ets;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.util.Set;
import java.util.function.IntPredicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the classes of this module a second time, with a call of {@link #allocation} before each
 * allocation in those of the library. An allocation is an instruction that makes an object, an
 * array or a lambda, or a call of a method of a JDK's collection that may grow. Class initializers
 * stay unchanged.
 *
 * <p>One fault is armed at a time, in the thread that arms it.
 */
public final class AllocationFaults extends ClassLoader {
  private static final String PACKAGE = "org.jets.ets.";
  private static final String POINTS = "org/jets/ets/AllocationFaults";

  private static final Set<String> GROWING =
      Set.of(
          "java/util/List.add",
          "java/util/List.of",
          "java/util/List.copyOf",
          "java/util/Optional.of",
          "java/util/Set.add",
          "java/util/Map.put",
          "java/util/Queue.add",
          "java/util/concurrent/ConcurrentMap.put",
          "java/util/concurrent/ConcurrentMap.compute");

  private static final ThreadLocal<int[]> LEFT = ThreadLocal.withInitial(() -> new int[1]);

  private final URL library;

  AllocationFaults() {
    super(AllocationFaults.class.getClassLoader());
    library = EtsTable.class.getProtectionDomain().getCodeSource().getLocation();
  }

  /**
   * Returns a scenario with those classes, as an instance of a class that is loaded a second time.
   *
   * @param scenario has a constructor without parameters
   */
  static IntPredicate load(Class<? extends IntPredicate> scenario)
      throws ReflectiveOperationException {
    Constructor<?> constructor =
        Class.forName(scenario.getName(), true, new AllocationFaults()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (IntPredicate) constructor.newInstance();
  }

  /** Makes the k-th allocation from now on fail in this thread; none for 0. */
  public static void arm(int k) {
    LEFT.get()[0] = k;
  }

  /** Disarms the fault. Returns whether the armed allocation has failed. */
  public static boolean disarm() {
    boolean isFired = LEFT.get()[0] <= 0;
    LEFT.get()[0] = 0;
    return isFired;
  }

  /** Fails if it is the armed allocation's turn. */
  public static void allocation() {
    int[] left = LEFT.get();
    if (left[0] > 0 && --left[0] == 0) {
      throw new OutOfMemoryError("injected");
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PACKAGE) || name.equals(AllocationFaults.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    URL place = getParent().getResource(name.replace('.', '/') + ".class");
    if (place == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = place.openStream()) {
      byte[] bytes = in.readAllBytes();
      boolean isOfLibrary = place.toString().startsWith(library.toString());
      byte[] defined = isOfLibrary ? withPoints(bytes) : bytes;
      return defineClass(name, defined, 0, defined.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static byte[] withPoints(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("<clinit>") ? method : new PointedMethod(method);
          }
        };
    reader.accept(visitor, 0);
    return writer.toByteArray();
  }

  private static final class PointedMethod extends MethodVisitor {
    PointedMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    private void point() {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, "allocation", "()V", false);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.ANEWARRAY) {
        point();
      }
      super.visitTypeInsn(opcode, type);
      if (opcode == Opcodes.NEW) {
        // After the instruction, since stack maps name a new object by its place.
        point();
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        point();
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      point();
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (GROWING.contains(owner + "." + name)) {
        point();
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
