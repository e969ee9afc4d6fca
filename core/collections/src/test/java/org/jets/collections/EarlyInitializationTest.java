package org.jets.collections;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jets.collections.internal.bplus.BPlusLeaf;
import org.jets.collections.internal.linear.BucketResize;
import org.jets.collections.internal.linear.BucketWriter;
import org.jets.collections.internal.linear.ExclusiveUpdates;
import org.jets.collections.internal.linear.StripedUpdates;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The classes that a map is made of are initialized when it is constructed. An initializer that
 * first runs in an operation, and there meets the end of the stack, would leave its class unusable
 * for ever. It also links the calls of steps that cannot be undone, before the first of which the
 * virtual machine allocates.
 */
class EarlyInitializationTest {
  private static final String PACKAGE = "org/jets/collections/";
  private static final int CLASS_CONSTANT = 7;

  /** The classes of the loader that is under test whose initializers have begun. */
  private static final Set<String> INITIALIZED = ConcurrentHashMap.newKeySet();

  /** Is called first in each class initializer. */
  public static final class Recorder {
    private Recorder() {}

    /** Notes that a class is initialized. */
    public static void note(String name) {
      INITIALIZED.add(name);
    }
  }

  /** Loads the library's classes once more, with a note in each initializer. */
  private static final class Loader extends ClassLoader {
    private final URL library =
        AbstractConcurrentMap.class.getProtectionDomain().getCodeSource().getLocation();

    Loader() {
      super(EarlyInitializationTest.class.getClassLoader());
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

    boolean isOfLibrary(String internal) {
      URL place = getParent().getResource(internal + ".class");
      return internal.startsWith(PACKAGE)
          && place != null
          && place.toString().startsWith(library.toString());
    }

    ClassReader read(String internal) {
      try (InputStream in = getParent().getResourceAsStream(internal + ".class")) {
        return new ClassReader(in);
      } catch (IOException e) {
        throw new AssertionError(internal, e);
      }
    }
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
      visitLdcInsn(name);
      String recorder = Recorder.class.getName().replace('.', '/');
      visitMethodInsn(Opcodes.INVOKESTATIC, recorder, "note", "(Ljava/lang/String;)V", false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(1, maxStack), maxLocals);
    }
  }

  /** The classes with an initializer that a class refers to, or that those refer to. */
  private static Set<String> initializersBehind(String top, Loader loader) {
    Set<String> seen = new TreeSet<>(Set.of(top));
    Set<String> found = new TreeSet<>();
    Deque<String> ahead = new ArrayDeque<>(seen);
    while (!ahead.isEmpty()) {
      ClassReader reader = loader.read(ahead.remove());
      if (hasInitializer(reader)) {
        found.add(reader.getClassName());
      }
      char[] buffer = new char[reader.getMaxStringLength()];
      for (int i = 1; i < reader.getItemCount(); i++) {
        int at = reader.getItem(i);
        if (at > 0 && reader.readByte(at - 1) == CLASS_CONSTANT) {
          String name = reader.readUTF8(at, buffer);
          if (loader.isOfLibrary(name) && seen.add(name)) {
            ahead.add(name);
          }
        }
      }
    }
    return found;
  }

  private static boolean hasInitializer(ClassReader reader) {
    boolean[] has = new boolean[1];
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            has[0] |= name.equals("<clinit>");
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return has[0];
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        SplitOrderedHashMap.class,
        LongHashMap.class,
        LongTreeMap.class,
        StripedHashMap.class,
        LockedAvlTreeMap.class,
        LockFreeAdaptingTreeMap.class,
        ContentionAdaptingTreeMap.class
      })
  void constructor_ofAMap_initializesAllThatItRefersTo(Class<?> map) throws Exception {
    Loader loader = new Loader();
    Set<String> expected = initializersBehind(map.getName().replace('.', '/'), loader);
    INITIALIZED.clear();

    loader.loadClass(map.getName()).getConstructor().newInstance();

    assertThat(expected).isNotEmpty();
    assertThat(INITIALIZED).containsAll(expected);
  }

  /** Collects the calls by which methods write through handles; those of the initializer apart. */
  private static final class WritesByHandle extends ClassVisitor {
    private final Set<String> initial = new TreeSet<>();
    private final Set<String> later = new TreeSet<>();

    WritesByHandle() {
      super(Opcodes.ASM9);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String method, String descriptor, String signature, String[] exceptions) {
      Set<String> writes = method.equals("<clinit>") ? initial : later;
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String name, String type, boolean isInterface) {
          if (owner.equals("java/lang/invoke/VarHandle") && name.startsWith("set")) {
            writes.add(name + type);
          }
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        BucketWriter.class,
        BucketResize.class,
        BPlusLeaf.class,
        StripedUpdates.class,
        ExclusiveUpdates.class
      })
  void initializer_ofAClassWhoseStepsCannotBeUndone_linksTheirCalls(Class<?> type) {
    WritesByHandle writes = new WritesByHandle();

    new Loader().read(type.getName().replace('.', '/')).accept(writes, 0);

    assertThat(writes.later).isNotEmpty();
    assertThat(writes.initial).containsAll(writes.later);
  }
}
