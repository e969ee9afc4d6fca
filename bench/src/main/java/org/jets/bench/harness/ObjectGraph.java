package org.jets.bench.harness;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openjdk.jol.vm.VM;

/**
 * A walk over all objects that some objects keep on the heap, which adds up their bytes. Not
 * thread-safe.
 *
 * <p>The walk stops at what belongs to the JVM, and that any thread may change meanwhile:
 *
 * <ul>
 *   <li>It enters no {@link Class}, whose caches of reflection lead to other classes, and no {@link
 *       Thread}.
 *   <li>It follows no field of {@link Reference} itself. These lead to the referent, which a
 *       reference does not keep, and by its queue to other references that have been cleared.
 * </ul>
 */
final class ObjectGraph {
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> toVisit = new ArrayDeque<>();
  private final Map<Class<?>, Layout> layouts = new HashMap<>();

  /**
   * The bytes of each object of a class, and the places of its references. JOL finds them for each
   * object anew, which takes a hundred times as long as the rest of the walk.
   */
  private static final class Layout {
    private final long bytes;
    private final long[] references;

    Layout(long bytes, long[] references) {
      this.bytes = bytes;
      this.references = references;
    }
  }

  /** Returns the bytes of all objects that can be reached from these, each counted once. */
  long bytes(Object... roots) {
    addAll(roots);
    long sum = 0;
    while (!toVisit.isEmpty()) {
      Object object = toVisit.pop();
      if (object instanceof Object[] array) {
        sum += VM.current().sizeOf(array);
        addAll(array);
      } else if (object.getClass().isArray()) {
        sum += VM.current().sizeOf(object);
      } else {
        Layout layout = layoutOf(object);
        sum += layout.bytes;
        for (long place : layout.references) {
          add(VM.current().getObject(object, place));
        }
      }
    }
    return sum;
  }

  private void addAll(@Nullable Object[] objects) {
    for (Object object : objects) {
      add(object);
    }
  }

  private void add(@Nullable Object object) {
    if (object != null && !isOfJvm(object) && seen.add(object)) {
      toVisit.push(object);
    }
  }

  private static boolean isOfJvm(Object object) {
    return object instanceof Class || object instanceof Thread;
  }

  private Layout layoutOf(Object object) {
    Layout known = layouts.get(object.getClass());
    if (known == null) {
      long[] references =
          fieldsOf(object.getClass()).stream().mapToLong(VM.current()::fieldOffset).toArray();
      known = new Layout(VM.current().sizeOf(object), references);
      layouts.put(object.getClass(), known);
    }
    return known;
  }

  private static List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> each = type; each != null && each != Reference.class; ) {
      for (Field field : each.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          fields.add(field);
        }
      }
      each = each.getSuperclass();
    }
    return fields;
  }
}
