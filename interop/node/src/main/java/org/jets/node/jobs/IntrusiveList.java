package org.jets.node.jobs;

import org.jspecify.annotations.Nullable;

/**
 * A list whose links are allocated with its elements: adding and removing allocate nothing, and
 * cannot fail. Not safe for use by many threads.
 *
 * @param <E> the elements
 */
public final class IntrusiveList<E> {
  private @Nullable Link<E> first;
  private @Nullable Link<E> last;

  /**
   * The place of one element, in one chain at a time.
   *
   * @param <E> the element
   */
  public static final class Link<E> {
    private final E element;
    private @Nullable IntrusiveList<E> chain;
    private @Nullable Link<E> before;
    private @Nullable Link<E> after;

    public Link(E element) {
      this.element = element;
    }

    public E element() {
      return element;
    }

    /** Returns the link behind this one, or null. */
    public @Nullable Link<E> after() {
      return after;
    }

    /** Returns true if the element is in a chain. */
    public boolean isLinked() {
      return chain != null;
    }
  }

  public boolean isEmpty() {
    return first == null;
  }

  /** Returns the first link, or null. */
  public @Nullable Link<E> first() {
    return first;
  }

  /** Adds an element that is in no chain as the last. */
  public void add(Link<E> link) {
    link.chain = this;
    link.before = last;
    if (last == null) {
      first = link;
    } else {
      last.after = link;
    }
    last = link;
  }

  /** Removes the first element; null if there is none. */
  public @Nullable E poll() {
    return removed(first);
  }

  /** Removes the last element; null if there is none. */
  public @Nullable E pollLast() {
    return removed(last);
  }

  private @Nullable E removed(@Nullable Link<E> link) {
    if (link == null) {
      return null;
    }
    remove(link);
    return link.element;
  }

  /** Removes an element, if it is in this chain. */
  public void remove(Link<E> link) {
    if (link.chain != this) {
      return;
    }
    if (link.before == null) {
      first = link.after;
    } else {
      link.before.after = link.after;
    }
    if (link.after == null) {
      last = link.before;
    } else {
      link.after.before = link.before;
    }
    link.chain = null;
    link.before = null;
    link.after = null;
  }
}
