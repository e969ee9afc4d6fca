package org.jets.terms;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shared part of all records of one kind: their name and their fields. Immutable. */
final class RecordDefinition {
  /** The largest number of fields that are compared pair by pair to find a duplicate. */
  private static final int FEW = 16;

  final Atom module;
  final Atom name;
  final boolean exported;

  /** The fields in the order of declaration. No code may change the array. */
  final Atom[] fields;

  /** Takes over the array, in which no field may occur twice. */
  RecordDefinition(Atom module, Atom name, boolean exported, Atom[] fields) {
    this.module = module;
    this.name = name;
    this.exported = exported;
    this.fields = fields;
  }

  /** Returns a field that occurs twice, or null. */
  static @Nullable Atom duplicate(Atom[] fields) {
    if (fields.length > FEW) {
      Set<Atom> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Atom field : fields) {
        if (!seen.add(field)) {
          return field;
        }
      }
      return null;
    }
    for (int i = 1; i < fields.length; i++) {
      for (int j = 0; j < i; j++) {
        if (fields[i] == fields[j]) {
          return fields[i];
        }
      }
    }
    return null;
  }

  /** Returns the index of a field, from 0, or -1. */
  int indexOf(Atom field) {
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == field) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns whether two definitions have the same name, visibility and fields in the same order.
   */
  static boolean equal(RecordDefinition a, RecordDefinition b) {
    return a == b
        || (a.module == b.module
            && a.name == b.name
            && a.exported == b.exported
            && Arrays.equals(a.fields, b.fields));
  }

  /**
   * Compares definitions by module, name, visibility, number of fields and then the fields as
   * declared.
   */
  static int compare(RecordDefinition a, RecordDefinition b) {
    if (a == b) {
      return 0;
    }
    int c = Atom.compare(a.module, b.module);
    if (c == 0) {
      c = Atom.compare(a.name, b.name);
    }
    if (c == 0) {
      c = Boolean.compare(a.exported, b.exported);
    }
    if (c == 0) {
      c = Integer.compare(a.fields.length, b.fields.length);
    }
    for (int i = 0; c == 0 && i < a.fields.length; i++) {
      c = Atom.compare(a.fields[i], b.fields[i]);
    }
    return c;
  }

  /**
   * Continues the {@linkplain TermHash hash} of a record, whose kind and size the hash already
   * includes.
   */
  long foldHash(long hash) {
    long h = TermHash.step(hash, module.hashCode());
    h = TermHash.step(h, name.hashCode());
    h = TermHash.step(h, exported ? 1 : 0);
    for (Atom field : fields) {
      h = TermHash.step(h, field.hashCode());
    }
    return h;
  }

  /** Returns the tuple that Erlang's {@link Phash2} hashes for this definition. */
  Tuple asTuple() {
    Term[] elements = new Term[3 + fields.length];
    elements[0] = module;
    elements[1] = name;
    elements[2] = Atom.of(exported);
    System.arraycopy(fields, 0, elements, 3, fields.length);
    return Tuple.wrap(elements);
  }
}
