package org.jets.app.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.jets.terms.Atom;
import org.objectweb.asm.Opcodes;

/** The access flags of a class file, in the order of Java's modifiers. */
enum ClassFlag {
  PUBLIC(Opcodes.ACC_PUBLIC),
  ABSTRACT(Opcodes.ACC_ABSTRACT),
  FINAL(Opcodes.ACC_FINAL),
  SYNTHETIC(Opcodes.ACC_SYNTHETIC),
  INTERFACE(Opcodes.ACC_INTERFACE),
  ANNOTATION(Opcodes.ACC_ANNOTATION),
  ENUM(Opcodes.ACC_ENUM);

  private final int bit;
  private final Atom atom = Atom.of(name().toLowerCase(Locale.ROOT));

  ClassFlag(int bit) {
    this.bit = bit;
  }

  Atom atom() {
    return atom;
  }

  static Stream<ClassFlag> of(int access) {
    return Arrays.stream(values()).filter(flag -> (access & flag.bit) != 0);
  }
}
