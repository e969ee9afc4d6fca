package org.jets.bench.radix;

import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The node that refers to the root of a tree. It takes no byte of a key: its child is the same at
 * each place. It is never retired.
 */
final class HeadNode extends InnerNode {
  private static final VarHandle CHILD =
      ConstantBootstraps.fieldVarHandle(
          MethodHandles.lookup(), "child", VarHandle.class, HeadNode.class, Object.class);

  @Nullable Object child;

  HeadNode() {
    super(NO_BYTES, null, 0);
  }

  @Override
  @Nullable Object childAcquire(int place) {
    return CHILD.getAcquire(this);
  }

  @Override
  int childFrom(int place) {
    return place == 0 && childAcquire(0) != null ? 0 : AFTER;
  }

  @Override
  int childUpTo(int place) {
    return childAcquire(0) != null ? 0 : OWN;
  }

  @Override
  int count() {
    return child != null ? 1 : 0;
  }

  @Override
  void setChild(int place, Object item) {
    VarHandle.releaseFence();
    child = item;
  }

  @Override
  boolean hasRoom(int place) {
    return true;
  }

  @Override
  void addChild(int place, Leaf leaf) {
    countChange(0);
    setChild(place, leaf);
  }

  @Override
  boolean canRemove(int place) {
    return true;
  }

  @Override
  void removeChild(int place) {
    countChange(0);
    child = null;
  }

  @Override
  InnerNode with(int place, Leaf leaf) {
    throw new AssertionError("the head is never replaced");
  }

  @Override
  InnerNode without(int place) {
    throw new AssertionError("the head is never replaced");
  }

  @Override
  InnerNode withPrefix(byte[] other) {
    throw new AssertionError("the head is never replaced");
  }

  @Override
  void validateChildren() {}
}
