package org.jets.collections.internal.linear;

import static org.jets.collections.internal.linear.BucketLayout.AT_REST;
import static org.jets.collections.internal.linear.BucketLayout.HAS_OVERFLOW;
import static org.jets.collections.internal.linear.BucketLayout.OBJECTS;
import static org.jets.collections.internal.linear.BucketLayout.ONE_CHANGE;
import static org.jets.collections.internal.linear.BucketLayout.OVERFLOW;
import static org.jets.collections.internal.linear.BucketLayout.PAIRS;
import static org.jets.collections.internal.linear.BucketLayout.SLOTS_EACH;
import static org.jets.collections.internal.linear.BucketLayout.WORDS;

import java.lang.invoke.VarHandle;
import org.jets.collections.internal.sync.CallbackGuard;
import org.jets.collections.internal.sync.StackRoom;

/**
 * Splits a bucket into two, and merges two into one, for a thread that holds the lock of both. What
 * moves is prepared first; then stores move it, which nothing interrupts.
 */
public final class BucketResize {
  static {
    // Links the calls of steps that cannot be undone: the JVM allocates before the first one.
    long[] words = new long[1];
    Object[] objects = new Object[1];
    OverflowEntries<?> overflow = null;
    WORDS.setOpaque(words, 0, 0L);
    WORDS.setRelease(words, 0, 0L);
    OBJECTS.setRelease(objects, 0, objects[0]);
    OBJECTS.setRelease(objects, 0, overflow);
  }

  private BucketResize() {}

  /**
   * Moves the keys with a bit in their hashes to the unused bucket behind the last one, which is
   * counted from then on.
   */
  static <K> void split(
      BucketWriter<K> bucket,
      BucketWriter<K> target,
      StripedKeys<K> keys,
      LinearHashTable<K> table,
      int last) {
    int bit = Integer.highestOneBit(last);
    OverflowEntries<K> overflow = bucket.overflow();
    int moving = bucket.countWith(bit);
    OverflowRefill<K> mine =
        new OverflowRefill<>(
            keys, OverflowEntries.below(overflow, last), PAIRS - bucket.used() + moving);
    OverflowRefill<K> theirs =
        new OverflowRefill<>(keys, OverflowEntries.from(overflow, last), PAIRS - moving);
    StackRoom.require();
    commitSplit(bucket, target, bit, mine, theirs, table, last + 1);
  }

  /** Allocates nothing and calls only methods of the map that call none. */
  private static <K> void commitSplit(
      BucketWriter<K> bucket,
      BucketWriter<K> target,
      int bit,
      OverflowRefill<K> mine,
      OverflowRefill<K> theirs,
      LinearHashTable<K> table,
      int buckets) {
    long[] words = bucket.words;
    Object[] slots = bucket.slots;
    int word = bucket.word;
    int first = bucket.first;
    long version = words[word];
    WORDS.setOpaque(words, word, version & ~AT_REST);
    VarHandle.storeStoreFence();
    long tags = words[word + 1];
    long targetTags = 0;
    int moved = 0;
    int refilled = 0;
    for (int i = 0; i < PAIRS; i++) {
      int from = first + 2 * i;
      long slotTag = tags >>> (i << 3) & 0xFF;
      int slotHash = BucketLayout.hash(words, word, i);
      if (slotTag != 0 && (slotHash & bit) != 0) {
        BucketWriter.store(
            target.words,
            target.word,
            target.slots,
            target.first,
            moved,
            slots[from],
            slotHash,
            slots[from + 1]);
        targetTags |= slotTag << (moved++ << 3);
        slots[from] = null;
        slots[from + 1] = null;
        tags &= ~(0xFFL << (i << 3));
        slotTag = 0;
      }
      if (slotTag == 0 && refilled < mine.count) {
        BucketWriter.store(
            words,
            word,
            slots,
            first,
            i,
            mine.pairs[2 * refilled],
            mine.hashes[refilled],
            mine.pairs[2 * refilled + 1]);
        tags |= mine.tags[refilled++] << (i << 3);
      }
    }
    for (int i = 0; i < theirs.count; i++) {
      BucketWriter.store(
          target.words,
          target.word,
          target.slots,
          target.first,
          moved,
          theirs.pairs[2 * i],
          theirs.hashes[i],
          theirs.pairs[2 * i + 1]);
      targetTags |= theirs.tags[i] << (moved++ << 3);
    }
    WORDS.setRelease(words, word + 1, tags);
    WORDS.setRelease(target.words, target.word + 1, targetTags);
    OBJECTS.setRelease(slots, first + OVERFLOW, mine.rest);
    OBJECTS.setRelease(target.slots, target.first + OVERFLOW, theirs.rest);
    table.bucketCount = buckets; // Before the ends: a reader of the new versions sees this too.
    long targetVersion = target.words[target.word] + ONE_CHANGE;
    targetVersion =
        theirs.rest == null ? targetVersion & ~HAS_OVERFLOW : targetVersion | HAS_OVERFLOW;
    WORDS.setRelease(target.words, target.word, targetVersion | AT_REST);
    version = mine.rest == null ? version & ~HAS_OVERFLOW : version | HAS_OVERFLOW;
    WORDS.setRelease(words, word, (version + ONE_CHANGE) | AT_REST);
  }

  /**
   * Moves all that the last bucket has to the one that it came from. The last one is no longer
   * counted from then on.
   */
  static <K> void merge(
      BucketWriter<K> bucket,
      BucketWriter<K> source,
      StripedKeys<K> keys,
      LinearHashTable<K> table,
      int buckets) {
    OverflowEntries<K> both = OverflowEntries.join(bucket.overflow(), source.overflow());
    int free = PAIRS - bucket.used();
    int sourceUsed = source.used();
    long tags = source.words[source.word + 1];
    int left = free;
    for (int i = 0; i < PAIRS; i++) {
      if ((tags >>> (i << 3) & 0xFF) != 0 && left-- <= 0) {
        K moved = keys.key(source.slots, source.first + 2 * i);
        CallbackGuard.Place callback = keys.enter(moved);
        try {
          both =
              OverflowEntries.plus(
                  both,
                  keys,
                  moved,
                  BucketLayout.hash(source.words, source.word, i),
                  source.slots[source.first + 2 * i + 1]);
        } finally {
          if (callback != null) {
            callback.thread = null;
          }
        }
      }
    }
    OverflowRefill<K> refill = new OverflowRefill<>(keys, both, free - sourceUsed);
    StackRoom.require();
    commitMerge(bucket, source, refill, table, buckets);
  }

  /** Allocates nothing and calls only methods of the map that call none. */
  private static <K> void commitMerge(
      BucketWriter<K> bucket,
      BucketWriter<K> source,
      OverflowRefill<K> refill,
      LinearHashTable<K> table,
      int buckets) {
    long[] words = bucket.words;
    Object[] slots = bucket.slots;
    int word = bucket.word;
    int first = bucket.first;
    long version = words[word];
    long sourceVersion = source.words[source.word];
    WORDS.setOpaque(words, word, version & ~AT_REST);
    WORDS.setOpaque(source.words, source.word, sourceVersion & ~AT_REST);
    VarHandle.storeStoreFence();
    long tags = words[word + 1];
    long sourceTags = source.words[source.word + 1];
    int from = 0;
    int refilled = 0;
    for (int i = 0; i < PAIRS; i++) {
      if ((tags >>> (i << 3) & 0xFF) != 0) {
        continue;
      }
      while (from < PAIRS && (sourceTags >>> (from << 3) & 0xFF) == 0) {
        from++;
      }
      if (from < PAIRS) {
        int at = source.first + 2 * from;
        int slotHash = BucketLayout.hash(source.words, source.word, from);
        BucketWriter.store(
            words, word, slots, first, i, source.slots[at], slotHash, source.slots[at + 1]);
        tags |= (sourceTags >>> (from << 3) & 0xFF) << (i << 3);
        from++;
      } else if (refilled < refill.count) {
        BucketWriter.store(
            words,
            word,
            slots,
            first,
            i,
            refill.pairs[2 * refilled],
            refill.hashes[refilled],
            refill.pairs[2 * refilled + 1]);
        tags |= refill.tags[refilled++] << (i << 3);
      }
    }
    for (int i = 0; i < SLOTS_EACH; i++) {
      source.slots[source.first + i] = null;
    }
    WORDS.setRelease(source.words, source.word + 1, 0L);
    WORDS.setOpaque(source.words, source.word, sourceVersion & ~AT_REST & ~HAS_OVERFLOW);
    WORDS.setRelease(words, word + 1, tags);
    OBJECTS.setRelease(slots, first + OVERFLOW, refill.rest);
    table.bucketCount = buckets;
    version = refill.rest == null ? version & ~HAS_OVERFLOW : version | HAS_OVERFLOW;
    WORDS.setRelease(words, word, (version + ONE_CHANGE) | AT_REST);
  }
}
