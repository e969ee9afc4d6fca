package org.jets.ets.view;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jets.terms.Atom;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/** The choice of the codecs for the components of a record. Not safe for use by several threads. */
final class ComponentCodecs {
  private static final String EXPECTED =
      "long, int, double, boolean, String, Term, an enum, a record, or a List of these";

  private static final MethodType OF_OBJECTS = MethodType.methodType(Object.class, Object.class);

  private static final Map<Class<?>, Codec<?>> SCALARS =
      Map.of(
          long.class, Codec.ofLong(),
          Long.class, Codec.ofLong(),
          int.class, Codec.ofInt(),
          Integer.class, Codec.ofInt(),
          double.class, Codec.ofDouble(),
          Double.class, Codec.ofDouble(),
          boolean.class, Codec.ofBoolean(),
          Boolean.class, Codec.ofBoolean(),
          String.class, Codec.ofText());

  private final MethodHandles.Lookup lookup;

  /** The records around the one for which a codec is being made. */
  private final Deque<Class<?>> outer = new ArrayDeque<>();

  ComponentCodecs(MethodHandles.Lookup lookup) {
    this.lookup = Objects.requireNonNull(lookup, "lookup");
  }

  /**
   * Returns the codec of a record.
   *
   * @param tag the first element of the tuples; null if that is the first component
   */
  <R extends Record> RecordCodec<R> record(Class<R> type, @Nullable Atom tag) {
    Objects.requireNonNull(type, "type");
    if (!type.isRecord()) {
      throw new IllegalArgumentException("type: " + type.getName() + " (expected: a record)");
    }
    if (outer.contains(type)) {
      throw new IllegalArgumentException(
          "type: " + type.getName() + " contains itself (expected: a record that does not)");
    }
    outer.push(type);
    RecordComponent[] declared = type.getRecordComponents();
    List<RecordCodec.Component> components = new ArrayList<>();
    for (RecordComponent component : declared) {
      components.add(
          new RecordCodec.Component(component.getName(), accessor(component), codec(component)));
    }
    outer.pop();
    return new RecordCodec<>(type, constructor(type, declared), List.copyOf(components), tag);
  }

  private MethodHandle accessor(RecordComponent component) {
    try {
      return lookup.unreflect(component.getAccessor()).asType(OF_OBJECTS);
    } catch (IllegalAccessException e) {
      throw noAccess(component.getDeclaringRecord(), e);
    }
  }

  private MethodHandle constructor(Class<?> type, RecordComponent[] components) {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return lookup
          .findConstructor(type, MethodType.methodType(void.class, types))
          .asSpreader(Object[].class, types.length)
          .asType(OF_OBJECTS);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw noAccess(type, e);
    }
  }

  private IllegalArgumentException noAccess(Class<?> type, ReflectiveOperationException cause) {
    return new IllegalArgumentException(
        "lookup: "
            + lookup
            + " (expected: MethodHandles.lookup() of a class that may use the constructor of "
            + type.getName()
            + ")",
        cause);
  }

  /** Returns the codec of a component, which gets only values of the component's type. */
  @SuppressWarnings("unchecked")
  private Codec<Object> codec(RecordComponent component) {
    String place = component.getDeclaringRecord().getName() + "." + component.getName();
    return (Codec<Object>) codec(component.getGenericType(), place);
  }

  private Codec<?> codec(Type type, String place) {
    if (type instanceof Class<?> known) {
      Codec<?> scalar = SCALARS.get(known);
      if (scalar != null) {
        return scalar;
      }
      if (Term.class.isAssignableFrom(known)) {
        return ScalarCodec.ofTerms(known.asSubclass(Term.class));
      }
      if (known.isEnum()) {
        return enumCodec(known);
      }
      if (known.isRecord()) {
        return record(known.asSubclass(Record.class), null);
      }
    }
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return Codec.ofList(codec(list.getActualTypeArguments()[0], place));
    }
    throw new IllegalArgumentException(
        place + ": " + type.getTypeName() + " (expected: " + EXPECTED + ")");
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // The class is known to be that of an enum.
  private static Codec<?> enumCodec(Class<?> type) {
    return new EnumCodec(type);
  }
}
