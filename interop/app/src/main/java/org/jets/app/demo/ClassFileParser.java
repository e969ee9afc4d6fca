package org.jets.app.demo;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads the parts of a class file that the demo counts, without a library. The demo checks against
 * it the counts that it has made through a library.
 *
 * @see <a href="https://docs.oracle.com/javase/specs/jvms/se17/html/jvms-4.html">The class file
 *     format</a>
 */
final class ClassFileParser {
  private static final int CLASS = 7;

  private final DataInputStream in;
  private final String[] texts;
  private final int[] classNameIndexes;

  private ClassFileParser(byte[] classFile) throws IOException {
    in = new DataInputStream(new ByteArrayInputStream(classFile));
    in.skipNBytes(8);
    int count = in.readUnsignedShort();
    texts = new String[count];
    classNameIndexes = new int[count];
  }

  /** The names in a class file, written as in its constant pool. */
  record Names(Set<String> references, Set<String> methods) {}

  static Names parse(byte[] classFile) throws IOException {
    return new ClassFileParser(classFile).parse();
  }

  private Names parse() throws IOException {
    readConstants();
    in.readUnsignedShort();
    String self = texts[classNameIndexes[in.readUnsignedShort()]];
    in.readUnsignedShort();
    in.skipNBytes(2L * in.readUnsignedShort());
    readMembers(new HashSet<>());
    Set<String> methods = new HashSet<>();
    readMembers(methods);
    methods.removeIf(name -> name.charAt(0) == '<');
    return new Names(references(self), methods);
  }

  private void readConstants() throws IOException {
    for (int i = 1; i < texts.length; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[i] = in.readUTF();
        case CLASS -> classNameIndexes[i] = in.readUnsignedShort();
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        default -> throw new IOException("constant pool tag: " + tag + " (expected: a known one)");
      }
    }
  }

  private Set<String> references(String self) {
    Set<String> references = new HashSet<>();
    for (int index : classNameIndexes) {
      if (index != 0) {
        String name = texts[index];
        int dimensions = name.lastIndexOf('[') + 1;
        if (dimensions == 0) {
          references.add(name);
        } else if (name.charAt(dimensions) == 'L') {
          references.add(name.substring(dimensions + 1, name.length() - 1));
        }
      }
    }
    references.remove(self);
    return references;
  }

  /** Reads fields or methods, and collects their names. */
  private void readMembers(Set<String> names) throws IOException {
    for (int members = in.readUnsignedShort(); members > 0; members--) {
      in.readUnsignedShort();
      names.add(texts[in.readUnsignedShort()]);
      in.readUnsignedShort();
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        in.readUnsignedShort();
        in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
      }
    }
  }
}
