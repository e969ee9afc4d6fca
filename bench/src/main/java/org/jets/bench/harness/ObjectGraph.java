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
import org.openjdk.jol.util.ObjectUtils;
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
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();

  /** Returns the bytes of all objects that can be reached from these, each counted once. */
  long bytes(Object... roots) {
    addAll(roots);
    long sum = 0;
    while (!toVisit.isEmpty()) {
      Object object = toVisit.pop();
      sum += VM.current().sizeOf(object);
      if (object instanceof Object[] array) {
        addAll(array);
      } else {
        for (Field field : fieldsOf(object.getClass())) {
          add(ObjectUtils.value(object, field));
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

  private List<Field> fieldsOf(Class<?> type) {
    List<Field> known = fields.get(type);
    if (known == null) {
      known = new ArrayList<>();
      for (Class<?> each = type; each != null && each != Reference.class; ) {
        for (Field field : each.getDeclaredFields()) {
          if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
            known.add(field);
          }
        }
        each = each.getSuperclass();
      }
      fields.put(type, known);
    }
    return known;
  }
}
