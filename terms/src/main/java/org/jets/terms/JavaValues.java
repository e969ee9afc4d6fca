package org.jets.terms;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of {@link Term#of} and {@link Term#toJava}. Each keeps its own stack of the
 * containers around the present value.
 */
final class JavaValues {

  private JavaValues() {}

  static Term toTerm(Object value) {
    Term leaf = leafOrNull(Objects.requireNonNull(value, "value"));
    return leaf != null ? leaf : containerToTerm(value);
  }

  /** Returns the term of a value that is no container, or null for a container. */
  private static @Nullable Term leafOrNull(@Nullable Object value) {
    if (value instanceof Term term) {
      return term;
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return IntegerTerm.of(((Number) value).longValue());
    }
    if (value instanceof BigInteger big) {
      return IntegerTerm.of(big);
    }
    if (value instanceof Double || value instanceof Float) {
      return FloatTerm.of(((Number) value).doubleValue());
    }
    if (value instanceof Boolean bool) {
      return Atom.of(bool.booleanValue());
    }
    if (value instanceof String text) {
      return Binary.of(text);
    }
    if (value instanceof byte[] bytes) {
      return Binary.of(bytes);
    }
    return null;
  }

  private static Term containerToTerm(Object root) {
    Set<Object> inside = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<OpenContainer> open = new ArrayDeque<>();
    open.push(OpenContainer.of(root, inside));
    while (true) {
      OpenContainer container = open.element();
      Term done;
      if (container.contents.hasNext()) {
        Object next =
            Objects.requireNonNull(container.contents.next(), "an element inside the value");
        Term leaf = leafOrNull(next);
        if (leaf == null) {
          open.push(OpenContainer.of(next, inside));
          continue;
        }
        done = leaf;
      } else {
        open.pop();
        inside.remove(container.value);
        done = container.toTerm();
        if (open.isEmpty()) {
          return done;
        }
        container = open.element();
      }
      container.converted.add(done);
    }
  }

  /** A Java container of which some contents have been converted. */
  private static final class OpenContainer {
    final Object value;
    final Iterator<? extends @Nullable Object> contents;
    final List<Term> converted = new ArrayList<>();

    private OpenContainer(Object value, Iterator<? extends @Nullable Object> contents) {
      this.value = value;
      this.contents = contents;
    }

    static OpenContainer of(Object value, Set<Object> inside) {
      if (!inside.add(value)) {
        throw new IllegalArgumentException(
            "value: a " + value.getClass().getName() + " that contains itself");
      }
      if (value instanceof List<?> list) {
        return new OpenContainer(value, list.iterator());
      }
      if (value instanceof Map<?, ?> map) {
        return new OpenContainer(value, keysAndValues(map).iterator());
      }
      if (value instanceof Optional<?> optional) {
        return new OpenContainer(value, optional.stream().iterator());
      }
      throw new IllegalArgumentException(
          "value: a "
              + value.getClass().getName()
              + " (expected: a number, Boolean, String, byte[], List, Map, Optional or Term)");
    }

    private static List<@Nullable Object> keysAndValues(Map<?, ?> map) {
      List<@Nullable Object> flat = new ArrayList<>(2 * map.size());
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        flat.add(entry.getKey());
        flat.add(entry.getValue());
      }
      return flat;
    }

    Term toTerm() {
      if (value instanceof List<?>) {
        return ListTerm.of(converted);
      }
      if (value instanceof Map<?, ?>) {
        MapTerm map = MapTerm.of(converted.toArray(new Term[0]));
        if (2 * map.size() != converted.size()) {
          throw new IllegalArgumentException("value: a map of which two keys are the same term");
        }
        return map;
      }
      return converted.isEmpty() ? Atom.UNDEFINED : converted.get(0);
    }
  }

  static Object toJava(Term root) {
    if (!isConverted(root)) {
      return leafToJava(root);
    }
    Deque<OpenTerm> open = new ArrayDeque<>();
    open.push(new OpenTerm(root));
    while (true) {
      OpenTerm compound = open.element();
      Object done;
      if (compound.hasNext()) {
        Term next = compound.next();
        if (isConverted(next)) {
          open.push(new OpenTerm(next));
          continue;
        }
        done = leafToJava(next);
      } else {
        open.pop();
        done = compound.toJava();
        if (open.isEmpty()) {
          return done;
        }
        compound = open.element();
      }
      compound.add(done);
    }
  }

  /** Returns whether the contents of a term are converted too. */
  private static boolean isConverted(Term term) {
    return term instanceof MapTerm || (term instanceof ListTerm list && list.isProper());
  }

  private static Object leafToJava(Term term) {
    if (term instanceof FloatTerm real) {
      return real.value();
    }
    if (term instanceof Binary binary) {
      return binary.toByteArray();
    }
    return keyToJava(term);
  }

  /**
   * Converts a key if its Java value has the equality of the term, and returns other keys as they
   * are.
   */
  private static Object keyToJava(Term term) {
    if (term instanceof IntegerTerm integer) {
      return integer.fitsLong() ? (Object) integer.longValue() : integer.bigIntegerValue();
    }
    if (term instanceof Atom atom && atom.isBoolean()) {
      return atom.booleanValue();
    }
    return term;
  }

  /** A list or map of which some elements or values have been converted. */
  private static final class OpenTerm {
    private final Term term;
    private final ListCursor cells;
    private final Object[] converted;
    private int count;

    OpenTerm(Term term) {
      this.term = term;
      this.cells = new ListCursor(term instanceof ListTerm list ? list : EmptyList.NIL);
      this.converted =
          new Object[term instanceof MapTerm map ? map.size() : ((ListTerm) term).size()];
    }

    boolean hasNext() {
      return count < converted.length;
    }

    Term next() {
      return term instanceof MapTerm map ? map.value(count) : cells.next();
    }

    void add(Object value) {
      converted[count++] = value;
    }

    Object toJava() {
      if (!(term instanceof MapTerm map)) {
        return Collections.unmodifiableList(Arrays.asList(converted));
      }
      Map<Object, Object> result = new LinkedHashMap<>();
      for (int i = 0; i < converted.length; i++) {
        result.put(keyToJava(map.key(i)), converted[i]);
      }
      return Collections.unmodifiableMap(result);
    }
  }
}
