package org.jets.ets.view;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;

/** The codec of proper lists whose elements have a codec. */
final class ListCodec<E> implements Codec<List<E>> {
  private final Codec<E> elements;

  ListCodec(Codec<E> elements) {
    this.elements = elements;
  }

  @Override
  public Term encode(List<E> value) {
    List<Term> terms = new ArrayList<>(Objects.requireNonNull(value, "value").size());
    for (E element : value) {
      terms.add(elements.encode(Objects.requireNonNull(element, "element")));
    }
    return ListTerm.of(terms);
  }

  @Override
  public List<E> decode(Term term) {
    if (!(Objects.requireNonNull(term, "term") instanceof ListTerm list) || !list.isProper()) {
      throw UnexpectedTermException.of(term, "a proper list");
    }
    List<E> values = new ArrayList<>(list.size());
    for (Term element : list) {
      values.add(Objects.requireNonNull(decode(element, values.size()), "value of the codec"));
    }
    return Collections.unmodifiableList(values);
  }

  private E decode(Term element, int index) {
    try {
      return elements.decode(element);
    } catch (UnexpectedTermException e) {
      throw e.at("index " + index);
    }
  }
}
