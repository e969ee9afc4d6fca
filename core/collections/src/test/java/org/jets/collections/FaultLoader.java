package org.jets.collections;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the classes of this module a second time, with calls of {@link FaultPoints} in those of the
 * library: at the entry into each method, before each allocation, and before each wait. Class
 * initializers are left as they are, and run before the first operation.
 *
 * <p>An allocation is an instruction that makes an object or array, a lambda or another {@code
 * invokedynamic}, boxing, or the copy of an array. It is also a call of a method of the JDK that
 * usually allocates.
 */
final class FaultLoader extends ClassLoader {
  /**
   * Methods whose entry does not throw where each k-th entry does, as {@code Class.method}: leaves
   * of a step of several slots or buckets, which cannot be undone without as many calls. Just
   * before the step the map has been deeper on the stack, by {@code StackRoom.require}; so the
   * entry of a leaf cannot overflow there, which a fault at any entry would not know. They stay
   * methods since a step calls each of them in several places. A stack that ends at some depth is
   * injected into them too, and {@link StackOverflowTest} comes to the real end.
   */
  static final Set<String> EXEMPT =
      Set.of("BucketWriter.store", "BucketLayout.hash", "BucketWriter.commitCopy");

  private static final String PACKAGE = "org.jets.collections.";
  private static final String POINTS = "org/jets/collections/FaultPoints";

  /** Classes of the JDK whose methods allocate, and the beginnings of their methods' names. */
  private static final Set<String> ALLOCATING_CLASSES =
      Set.of(
          "java/util/ArrayList",
          "java/util/ArrayDeque",
          "java/util/HashMap",
          "java/util/LinkedHashMap",
          "java/util/TreeMap",
          "java/util/stream/Stream",
          "java/util/stream/StreamSupport",
          "java/lang/StringBuilder");

  private static final Set<String> ALLOCATING_METHODS =
      Set.of(
          "java/lang/Long.valueOf",
          "java/lang/Integer.valueOf",
          "java/util/Arrays.copyOf",
          "java/util/Arrays.copyOfRange",
          "java/util/Arrays.asList",
          "java/util/List.of",
          "java/util/List.add",
          "java/util/Map.of",
          "java/util/Map.entry",
          "java/util/Map.put",
          "java/util/Map.entrySet",
          "java/util/Collection.iterator",
          "java/util/Collection.toArray",
          "java/util/List.iterator",
          "java/util/Set.iterator",
          "java/util/concurrent/ConcurrentHashMap.put",
          "java/util/concurrent/ConcurrentHashMap.putIfAbsent",
          "java/util/concurrent/ConcurrentHashMap.computeIfAbsent",
          "java/util/concurrent/atomic/LongAdder.add",
          "java/util/concurrent/atomic/LongAdder.increment",
          "java/util/concurrent/atomic/LongAdder.decrement");

  private static final Set<String> WAITING_METHODS =
      Set.of(
          "java/lang/Thread.onSpinWait",
          "java/lang/Thread.yield",
          "java/util/concurrent/locks/LockSupport.park",
          "java/util/concurrent/locks/LockSupport.parkNanos");

  private final URL library;

  FaultLoader() {
    super(FaultLoader.class.getClassLoader());
    library = AbstractConcurrentMap.class.getProtectionDomain().getCodeSource().getLocation();
    initializeLibrary();
  }

  /** Runs all initializers: one that meets a fault in an operation would fail for ever. */
  private void initializeLibrary() {
    try {
      Path root = Path.of(library.toURI());
      List<String> names;
      try (Stream<Path> files = Files.walk(root.resolve(PACKAGE.replace('.', '/')))) {
        names =
            files
                .map(file -> root.relativize(file).toString().replace(File.separatorChar, '.'))
                .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                .map(name -> name.substring(0, name.length() - ".class".length()))
                .toList();
      }
      for (String name : names) {
        Class.forName(name, true, this);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException | ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PACKAGE)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    URL place = getParent().getResource(file);
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
    reader.accept(new PointedClass(writer), 0);
    return writer.toByteArray();
  }

  private static final class PointedClass extends ClassVisitor {
    private String simpleName = "";

    PointedClass(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        String signature,
        String superName,
        String[] interfaces) {
      simpleName = name.substring(name.lastIndexOf('/') + 1);
      super.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
      return name.equals("<clinit>")
          ? method
          : new PointedMethod(method, EXEMPT.contains(simpleName + "." + name));
    }
  }

  private static final class PointedMethod extends MethodVisitor {
    private final boolean isExempt;

    PointedMethod(MethodVisitor next, boolean isExempt) {
      super(Opcodes.ASM9, next);
      this.isExempt = isExempt;
    }

    private void point(String name) {
      super.visitMethodInsn(Opcodes.INVOKESTATIC, POINTS, name, "()V", false);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      point(isExempt ? "deepEntry" : "entry");
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      if (opcode == Opcodes.ANEWARRAY) {
        point("allocation");
      }
      super.visitTypeInsn(opcode, type);
      if (opcode == Opcodes.NEW) {
        // Behind it: stack maps name a new object by the place of this instruction.
        point("allocation");
      }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      if (opcode == Opcodes.NEWARRAY) {
        point("allocation");
      }
      super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      point("allocation");
      super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      point("allocation");
      super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      String method = owner + "." + name;
      boolean isNew = name.equals("<init>"); // Has had its instruction.
      if (!isNew
          && (ALLOCATING_CLASSES.contains(owner)
              || ALLOCATING_METHODS.contains(method)
              || (owner.startsWith("[") && name.equals("clone")))) {
        point("allocation");
      } else if (WAITING_METHODS.contains(method)) {
        point("spinning");
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
