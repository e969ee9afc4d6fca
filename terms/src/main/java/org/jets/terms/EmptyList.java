package org.jets.terms;

import java.util.NoSuchElementException;

/** The list without elements, {@code []}: one object. */
final class EmptyList extends ListTerm {
  static final EmptyList NIL = new EmptyList();

  private EmptyList() {}

  @Override
  public boolean isEmpty() {
    return true;
  }

  @Override
  public boolean isProper() {
    return true;
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public Term head() {
    throw new NoSuchElementException("the head of an empty list");
  }

  @Override
  public Term tail() {
    throw new NoSuchElementException("the tail of an empty list");
  }

  @Override
  public Term lastTail() {
    return this;
  }

  @Override
  public String toString() {
    return "[]";
  }
}
