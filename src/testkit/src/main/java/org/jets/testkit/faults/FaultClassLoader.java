package org.jets.testkit.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the classes of libraries and of their tests a second time. Those of the libraries get calls
 * of points, where a test can throw: at the entry into each method, before each allocation, and
 * before each wait. Class initializers are left as they are.
 *
 * <p>The points are static methods of a class of the tests, without parameters and a result. They
 * are named {@code entry}, {@code deepEntry}, {@code allocation} and {@code spinning}. Calls of
 * those that the class does not have are left out.
 *
 * <p>An allocation is an instruction that makes an object or array, a lambda or another {@code
 * invokedynamic}, boxing, or the copy of an array. It is also a call of a method of the JDK that
 * usually allocates.
 */
public final class FaultClassLoader extends ClassLoader {
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
          "java/util/List.copyOf",
          "java/util/List.add",
          "java/util/Optional.of",
          "java/util/Queue.add",
          "java/util/Set.add",
          "java/util/Map.of",
          "java/util/Map.entry",
          "java/util/Map.put",
          "java/util/Map.entrySet",
          "java/util/Collection.iterator",
          "java/util/Collection.toArray",
          "java/util/List.iterator",
          "java/util/Set.iterator",
          "java/util/concurrent/ConcurrentMap.put",
          "java/util/concurrent/ConcurrentMap.compute",
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

  private final List<Library> libraries;
  private final String points;
  private final Set<String> pointNames;
  private final Set<String> exempt;

  /** Classes of a package and of those below it, from one folder or jar. */
  private record Library(String prefix, URL location) {
    static Library of(Class<?> type) {
      return new Library(
          type.getPackageName() + ".", type.getProtectionDomain().getCodeSource().getLocation());
    }

    boolean has(String file, URL place) {
      String expected = place.toString();
      return expected.equals(location + file) || expected.equals("jar:" + location + "!/" + file);
    }

    /** The names of all its classes. */
    List<String> names() {
      try {
        Path path = Path.of(location.toURI());
        if (Files.isDirectory(path)) {
          return names(path);
        }
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
          return names(jar.getPath("/"));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (URISyntaxException e) {
        throw new AssertionError(e);
      }
    }

    private List<String> names(Path root) throws IOException {
      try (Stream<Path> files = Files.walk(root.resolve(prefix.replace('.', '/')))) {
        return files
            .map(file -> root.relativize(file).toString().replace('\\', '/').replace('/', '.'))
            .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
            .map(name -> name.substring(0, name.length() - ".class".length()))
            .toList();
      }
    }
  }

  /**
   * A loader that has loaded nothing yet.
   *
   * @param libraries a class of each library, in its root package
   * @param points the class of the points
   * @param exempt methods with a {@code deepEntry} for an {@code entry}, as {@code Class.method}
   */
  public FaultClassLoader(List<Class<?>> libraries, Class<?> points, Set<String> exempt) {
    super(libraries.get(0).getClassLoader());
    this.libraries = libraries.stream().map(Library::of).toList();
    this.points = points.getName().replace('.', '/');
    this.pointNames =
        Stream.of(points.getMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .map(Method::getName)
            .collect(Collectors.toSet());
    this.exempt = exempt;
  }

  /** Runs all initializers: one that meets a fault in an operation would fail for ever. */
  public void initializeLibraries() {
    try {
      for (Library library : libraries) {
        for (String name : library.names()) {
          Class.forName(name, true, this);
        }
      }
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (libraries.stream().noneMatch(library -> name.startsWith(library.prefix))) {
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
      boolean hasPoints =
          libraries.stream().anyMatch(library -> library.has(file, place))
              && !file.equals(points + ".class");
      byte[] defined = hasPoints ? withPoints(bytes) : bytes;
      return defineClass(name, defined, 0, defined.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] withPoints(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new PointedClass(writer), 0);
    return writer.toByteArray();
  }

  private final class PointedClass extends ClassVisitor {
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
          : new PointedMethod(method, exempt.contains(simpleName + "." + name));
    }
  }

  private final class PointedMethod extends MethodVisitor {
    private final boolean isExempt;

    PointedMethod(MethodVisitor next, boolean isExempt) {
      super(Opcodes.ASM9, next);
      this.isExempt = isExempt;
    }

    private void point(String name) {
      if (pointNames.contains(name)) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, points, name, "()V", false);
      }
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
