package org.jets.collections.internal.linear;

/** Checks a {@link LinearHashTable} with its locks and counts, while no thread changes it. */
public final class StripedValidation<K> {
  private final StripedKeys<K> keys;
  private final LinearHashTable<K> table;
  private final LockStripes locks;
  private final TableSizer<K> sizer;

  public StripedValidation(LinearHashTable<K> table, LockStripes locks, TableSizer<K> sizer) {
    this.keys = table.keys;
    this.table = table;
    this.locks = locks;
    this.sizer = sizer;
  }

  public void validate() {
    Stripe[] all = locks.all();
    for (int i = 0; i < all.length; i++) {
      check(all[i].isFree(), "held", "lock", i);
    }
    check(sizer.geometry.isFree(), "held", "geometry", 0);
    check(keys.callbacks.isEmpty(), "not taken back", "a callback", 0);
    int buckets = table.bucketCount;
    check(buckets >= all.length, "fewer than locks", "buckets", buckets);
    check(table.capacity() >= buckets, "no room", "buckets", buckets);
    long[] mappings = new long[1];
    for (int i = 0; i < table.capacity(); i++) {
      int index = i;
      BucketWriter<K> bucket = table.bucketAt(index);
      check(bucket.isAtRest() == index < buckets, "not as its number says", "bucket", index);
      bucket.forEach(
          (hash, array, at) -> {
            Object value = array[at + 1];
            K key = keys.key(array, at);
            check(index < buckets, "not empty", "unused bucket", index);
            check(keys.hash(key) == hash, "a key of another hash", "bucket", index);
            check(
                LinearHashTable.address(hash, buckets) == index,
                "a key of another one",
                "bucket",
                index);
            Object found = table.bucketAt(index).seek(keys, key, hash, keys.tag(key, hash));
            check(found == value, "a key lost", "bucket", index);
            check(table.find(key, hash) == value, "a key lost to readers", "bucket", index);
            mappings[0]++;
          });
    }
    check(mappings[0] == locks.exactCount(), "other than counted", "mappings", mappings[0]);
    long published = sizer.estimate();
    for (Stripe stripe : all) {
      published += stripe.unpublished;
    }
    check(mappings[0] == published, "other than the estimate's count", "mappings", mappings[0]);
  }

  private static void check(boolean isRight, String what, String where, long number) {
    if (!isRight) {
      throw new AssertionError(where + " " + number + ": " + what);
    }
  }
}
