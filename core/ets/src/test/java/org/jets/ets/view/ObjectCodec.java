package org.jets.ets.view;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Term;

/** A codec of objects of any class, which gives back the very object. Keeps all of them. */
final class ObjectCodec<T> implements Codec<T> {
  private final IdentityHashMap<T, Integer> numbers = new IdentityHashMap<>();
  private final List<T> objects = new ArrayList<>();

  @Override
  public synchronized Term encode(T value) {
    Integer number = numbers.get(value);
    if (number == null) {
      number = objects.size();
      numbers.put(value, number);
      objects.add(value);
    }
    return IntegerTerm.of(number);
  }

  @Override
  public synchronized T decode(Term term) {
    return objects.get(((IntegerTerm) term).intValue());
  }
}
