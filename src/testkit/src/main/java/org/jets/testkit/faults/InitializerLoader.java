package org.jets.testkit.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Loads the classes of a library once more, and notes those whose initializers have begun. */
public final class InitializerLoader extends ClassLoader {
  private static final int CLASS_CONSTANT = 7;

  /** The classes of all loaders. */
  private static final Set<Class<?>> INITIALIZED = ConcurrentHashMap.newKeySet();

  private final String prefix;
  private final URL library;

  /**
   * A loader that has loaded nothing yet.
   *
   * @param ofLibrary a class of the library, in its root package
   */
  public InitializerLoader(Class<?> ofLibrary) {
    super(ofLibrary.getClassLoader());
    this.prefix = ofLibrary.getPackageName().replace('.', '/') + "/";
    this.library = ofLibrary.getProtectionDomain().getCodeSource().getLocation();
  }

  /** Notes a class. Is called first in each class initializer. */
  public static void note(Class<?> type) {
    INITIALIZED.add(type);
  }

  /** The names of the classes whose initializers have begun. */
  public Set<String> initialized() {
    return INITIALIZED.stream()
        .filter(type -> type.getClassLoader() == this)
        .map(Class::getName)
        .collect(Collectors.toSet());
  }

  /** The classes with an initializer that a class refers to, or that those refer to. */
  public Set<String> initializersBehind(Class<?> top) {
    String first = top.getName().replace('.', '/');
    Set<String> seen = new TreeSet<>(Set.of(first));
    Set<String> found = new TreeSet<>();
    Deque<String> ahead = new ArrayDeque<>(seen);
    while (!ahead.isEmpty()) {
      ClassReader reader = read(ahead.remove());
      if (hasInitializer(reader)) {
        found.add(reader.getClassName().replace('/', '.'));
      }
      char[] buffer = new char[reader.getMaxStringLength()];
      for (int i = 1; i < reader.getItemCount(); i++) {
        int at = reader.getItem(i);
        if (at > 0 && reader.readByte(at - 1) == CLASS_CONSTANT) {
          String name = reader.readUTF8(at, buffer);
          if (isOfLibrary(name) && seen.add(name)) {
            ahead.add(name);
          }
        }
      }
    }
    return found;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    String internal = name.replace('.', '/');
    if (!isOfLibrary(internal)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      ClassReader reader = read(internal);
      ClassWriter writer = new ClassWriter(reader, 0);
      reader.accept(new NotedClass(writer, internal), 0);
      byte[] bytes = writer.toByteArray();
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private boolean isOfLibrary(String internal) {
    URL place = getParent().getResource(internal + ".class");
    return internal.startsWith(prefix)
        && place != null
        && place.toString().startsWith(library.toString());
  }

  private ClassReader read(String internal) {
    try (InputStream in = getParent().getResourceAsStream(internal + ".class")) {
      return new ClassReader(in);
    } catch (IOException e) {
      throw new UncheckedIOException(internal, e);
    }
  }

  private static boolean hasInitializer(ClassReader reader) {
    boolean[] has = new boolean[1];
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            has[0] |= name.equals("<clinit>");
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return has[0];
  }

  private static final class NotedClass extends ClassVisitor {
    private final String name;

    NotedClass(ClassVisitor next, String name) {
      super(Opcodes.ASM9, next);
      this.name = name;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, method, descriptor, signature, exceptions);
      return method.equals("<clinit>") ? new NotedInitializer(next, name) : next;
    }
  }

  private static final class NotedInitializer extends MethodVisitor {
    private final String name;

    NotedInitializer(MethodVisitor next, String name) {
      super(Opcodes.ASM9, next);
      this.name = name;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitLdcInsn(Type.getObjectType(name));
      String loader = InitializerLoader.class.getName().replace('.', '/');
      visitMethodInsn(Opcodes.INVOKESTATIC, loader, "note", "(Ljava/lang/Class;)V", false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(1, maxStack), maxLocals);
    }
  }
}
