package org.jets.terms.internal.layout;

import org.jspecify.annotations.Nullable;

/** A term with its width on one line, which must be known before lines can be broken. */
abstract sealed class LayoutNode {

  /** The number of columns on one line. */
  final long width;

  LayoutNode(long width) {
    this.width = width;
  }

  /**
   * Returns whether siblings may follow on the same line, as for numbers, atoms and strings. A node
   * that is not atomic has lines of its own unless all siblings fit on one line.
   */
  abstract boolean isAtomic();

  /** A text that is never broken. */
  static final class Leaf extends LayoutNode {
    final String text;

    Leaf(String text) {
      super(DisplayWidth.of(text));
      this.text = text;
    }

    @Override
    boolean isAtomic() {
      return true;
    }
  }

  /** A bitstring in numbers, which can be broken between any two of them. */
  static final class Bits extends LayoutNode {
    final String text;

    Bits(String text) {
      super(text.length());
      this.text = text;
    }

    @Override
    boolean isAtomic() {
      return false;
    }
  }

  /** A list, tuple, record or map. */
  static final class Compound extends LayoutNode {
    final String opening;
    final long openingWidth;
    final String closing;
    final LayoutNode[] elements;
    final @Nullable LayoutNode tail;

    /** True if the first element is a tag: an atom, in a tuple of more than one element. */
    final boolean tagged;

    Compound(
        String opening,
        String closing,
        LayoutNode[] elements,
        @Nullable LayoutNode tail,
        boolean tagged) {
      this(opening, DisplayWidth.of(opening), closing, elements, tail, tagged);
    }

    private Compound(
        String opening,
        long openingWidth,
        String closing,
        LayoutNode[] elements,
        @Nullable LayoutNode tail,
        boolean tagged) {
      super(openingWidth + closing.length() + widthOf(elements, tail));
      this.opening = opening;
      this.openingWidth = openingWidth;
      this.closing = closing;
      this.elements = elements;
      this.tail = tail;
      this.tagged = tagged;
    }

    private static long widthOf(LayoutNode[] elements, @Nullable LayoutNode tail) {
      long width = Math.max(elements.length - 1L, 0) + (tail == null ? 0 : 1 + tail.width);
      for (LayoutNode element : elements) {
        width += element.width;
      }
      return width;
    }

    @Override
    boolean isAtomic() {
      return false;
    }
  }

  /** A field of a record and its value. */
  static final class Field extends LayoutNode {
    static final String EQUALS = " = ";

    final String name;
    final long nameWidth;
    final LayoutNode value;

    Field(String name, LayoutNode value) {
      this(name, DisplayWidth.of(name) + EQUALS.length(), value);
    }

    private Field(String name, long nameWidth, LayoutNode value) {
      super(nameWidth + value.width);
      this.name = name;
      this.nameWidth = nameWidth;
      this.value = value;
    }

    @Override
    boolean isAtomic() {
      return value.isAtomic();
    }
  }

  /** A key of a map and its value. */
  static final class Pair extends LayoutNode {
    static final String ARROW = " => ";

    final LayoutNode key;
    final LayoutNode value;

    Pair(LayoutNode key, LayoutNode value) {
      super(key.width + ARROW.length() + value.width);
      this.key = key;
      this.value = value;
    }

    @Override
    boolean isAtomic() {
      return key.isAtomic() && value.isAtomic();
    }
  }
}
