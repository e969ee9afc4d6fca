package org.jets.terms;

final class Placeholder {
  private Placeholder() {}
}
