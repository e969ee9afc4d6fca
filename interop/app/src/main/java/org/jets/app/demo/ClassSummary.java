package org.jets.app.demo;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The properties of a class that the demo keeps.
 *
 * @param name the binary name, such as {@code java.util.Map$Entry}
 * @param size of the class file, in bytes
 * @param methodNames of the methods that it declares, each once, without constructors
 * @param references the binary names of the other classes in its constant pool, each once; for an
 *     array its elements' class
 */
record ClassSummary(
    String module,
    String name,
    int size,
    int flags,
    int methodCount,
    int fieldCount,
    Set<String> methodNames,
    Set<String> references) {

  private static final int CONSTANT_CLASS = 7;

  ClassSummary {
    methodNames = Collections.unmodifiableSet(methodNames);
    references = Collections.unmodifiableSet(references);
  }

  /**
   * Reads a class file.
   *
   * @throws IllegalArgumentException if it is newer than the library that reads it
   */
  static ClassSummary read(String module, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    Members members = new Members();
    reader.accept(
        members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    String name = reader.getClassName().replace('/', '.');
    Set<String> references = references(reader);
    references.remove(name);
    return new ClassSummary(
        module,
        name,
        classFile.length,
        reader.getAccess(),
        members.methodCount,
        members.fieldCount,
        members.methodNames,
        references);
  }

  private static Set<String> references(ClassReader reader) {
    Set<String> names = new HashSet<>();
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int i = 1; i < reader.getItemCount(); i++) {
      int offset = reader.getItem(i);
      if (offset > 0 && reader.readByte(offset - 1) == CONSTANT_CLASS) {
        Type type = Type.getObjectType(reader.readUTF8(offset, buffer));
        if (type.getSort() == Type.ARRAY) {
          type = type.getElementType();
        }
        if (type.getSort() == Type.OBJECT) {
          names.add(type.getClassName());
        }
      }
    }
    return names;
  }

  /** Returns the name without the package. */
  String simpleName() {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Returns the name of the package; empty for none. */
  String packageName() {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static final class Members extends ClassVisitor {
    private final Set<String> methodNames = new HashSet<>();
    private int methodCount;
    private int fieldCount;

    Members() {
      super(Opcodes.ASM9);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if (!name.startsWith("<")) {
        methodCount++;
        methodNames.add(name);
      }
      return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      fieldCount++;
      return null;
    }
  }
}
