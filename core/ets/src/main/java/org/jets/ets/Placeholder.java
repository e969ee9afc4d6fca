package org.jets.ets;

final class Placeholder {
  private Placeholder() {}
}
