package org.jets.collections.internal.linear;

import java.util.Collection;

/** A bucket, and the copy that is to take its place. */
public final class BucketReplacement<K> {
  final int index;
  final BucketWriter<K> bucket;
  final BucketWriter<K> copy;

  /** The number of mappings that the copy has more. */
  int added;

  BucketReplacement(int index, BucketWriter<K> bucket) {
    this.index = index;
    this.bucket = bucket;
    this.copy = bucket.copy();
  }

  @SuppressWarnings("unchecked") // Of what the collection has.
  static <K> BucketReplacement<K>[] toArray(Collection<BucketReplacement<K>> all) {
    return all.toArray((BucketReplacement<K>[]) new BucketReplacement<?>[0]);
  }
}
