package org.jets.testkit.faults;

/** The faults that tests inject into an operation of a map, the k-th time that it comes to one. */
public enum FaultKind {
  /** The k-th call of a key, a value, a comparator or a function throws an exception. */
  CALLBACK_EXCEPTION,
  /** The k-th call of a key, a value, a comparator or a function throws an error. */
  CALLBACK_ERROR,
  /** The k-th allocation throws an {@link OutOfMemoryError}, and the next one succeeds. */
  ALLOCATION,
  /** The k-th allocation and all that follow in the operation throw. */
  ALLOCATIONS_FROM,
  /** The k-th entry into a method throws a {@link StackOverflowError}. */
  METHOD_ENTRY,
  /** Each entry into a method more than k frames below the operation throws. */
  STACK_DEPTH
}
