package org.jets.ets.view;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jspecify.annotations.Nullable;

/** The codec of a record: the tuple of its components, perhaps behind an atom. */
final class RecordCodec<R extends Record> implements Codec<R> {
  /**
   * A component.
   *
   * @param accessor takes the record; of the type {@code (Object)Object}
   */
  record Component(String name, MethodHandle accessor, Codec<Object> codec) {}

  private final Class<R> type;

  /** Takes the array of the components' values; of the type {@code (Object)Object}. */
  private final MethodHandle constructor;

  private final List<Component> components;
  private final @Nullable Atom tag;

  /** The number of elements before the components. */
  private final int skipped;

  RecordCodec(
      Class<R> type, MethodHandle constructor, List<Component> components, @Nullable Atom tag) {
    this.type = type;
    this.constructor = constructor;
    this.components = components;
    this.tag = tag;
    this.skipped = tag == null ? 0 : 1;
  }

  @Override
  public Term encode(R value) {
    R read = type.cast(Objects.requireNonNull(value, "value"));
    Term[] elements = new Term[skipped + components.size()];
    if (tag != null) {
      elements[0] = tag;
    }
    for (int i = 0; i < components.size(); i++) {
      Component component = components.get(i);
      Object element = call(component.accessor(), read);
      if (element == null) {
        throw new NullPointerException(place(component));
      }
      elements[skipped + i] = component.codec().encode(element);
    }
    return Tuple.of(elements);
  }

  @Override
  public R decode(Term term) {
    Objects.requireNonNull(term, "term");
    if (!(term instanceof Tuple tuple) || tuple.arity() != skipped + components.size()) {
      throw UnexpectedTermException.of(term, expected());
    }
    if (tag != null && !tag.equals(tuple.element(1))) {
      throw UnexpectedTermException.of(term, expected());
    }
    Object[] values = new Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Component component = components.get(i);
      try {
        values[i] = component.codec().decode(tuple.element(skipped + i + 1));
      } catch (UnexpectedTermException e) {
        throw e.at(place(component));
      }
    }
    return type.cast(Objects.requireNonNull(call(constructor, values), "record"));
  }

  private String place(Component component) {
    return type.getSimpleName() + "." + component.name();
  }

  private String expected() {
    String tuple = "a tuple of " + (skipped + components.size());
    return tag == null ? tuple : tuple + " with " + tag + " as its first element";
  }

  private static @Nullable Object call(MethodHandle handle, Object argument) {
    try {
      return handle.invokeExact(argument);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new UndeclaredThrowableException(e);
    }
  }
}
