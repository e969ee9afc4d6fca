package org.jets.bench.radix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jets.testkit.TestScale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RadixTreeMapTest {
  private static final int ROUNDS = TestScale.count(2_000);

  /** Keys that are hard on a radix tree. */
  private enum Keys {
    /** Up to four bytes of five kinds: many are the beginnings of others. */
    NESTED {
      @Override
      byte[] make(SplittableRandom random) {
        byte[] bytes = new byte[random.nextInt(5)];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = new byte[] {0, 1, -1, -128, 65}[random.nextInt(5)];
        }
        return bytes;
      }
    },
    /** All first bytes: nodes of each size. */
    WIDE {
      @Override
      byte[] make(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(2)];
        random.nextBytes(bytes);
        return bytes;
      }
    },
    /** 300 bytes, most of which are the same. */
    LONG {
      @Override
      byte[] make(SplittableRandom random) {
        byte[] bytes = new byte[300 + random.nextInt(12)];
        Arrays.fill(bytes, (byte) 7);
        for (int i = 290; i < bytes.length; i++) {
          bytes[i] = (byte) random.nextInt(2);
        }
        bytes[random.nextInt(1_000) % bytes.length] = 9;
        return bytes;
      }
    },
    /** Each is the beginning of the next. */
    ZEROS {
      @Override
      byte[] make(SplittableRandom random) {
        return new byte[random.nextInt(20)];
      }
    },
    NUMBERS {
      @Override
      byte[] make(SplittableRandom random) {
        return ByteKeys.longs().encode((long) random.nextInt(70_000));
      }
    };

    abstract byte[] make(SplittableRandom random);
  }

  private static RadixTreeMap<byte[], Integer> empty() {
    return new RadixTreeMap<>(ByteKeys.bytes());
  }

  private static @Nullable String text(Map.@Nullable Entry<byte[], Integer> entry) {
    return entry == null ? null : Arrays.toString(entry.getKey()) + entry.getValue();
  }

  private static List<String> texts(RadixCursor<byte[], Integer> cursor) {
    List<String> texts = new ArrayList<>();
    while (cursor.advance()) {
      texts.add(Arrays.toString(cursor.key()) + cursor.value());
    }
    assertThat(cursor.advance()).isFalse();
    return texts;
  }

  private static List<String> texts(Map<byte[], Integer> map) {
    List<String> texts = new ArrayList<>();
    map.entrySet().forEach(entry -> texts.add(text(entry)));
    return texts;
  }

  @ParameterizedTest
  @EnumSource
  void operations_hardKeys_agreeWithASkipList(Keys keys) {
    SplittableRandom random = new SplittableRandom(keys.name().hashCode());
    RadixTreeMap<byte[], Integer> map = empty();
    ConcurrentNavigableMap<byte[], Integer> model =
        new ConcurrentSkipListMap<>(Arrays::compareUnsigned);

    for (int round = 0; round < 3 * ROUNDS; round++) {
      byte[] key = keys.make(random);
      boolean grows = round / (ROUNDS / 2 + 1) % 2 == 0;
      if (random.nextInt(4) > 0 == grows) {
        assertThat(map.put(key, round)).isEqualTo(model.put(key, round));
      } else {
        assertThat(map.remove(key)).isEqualTo(model.remove(key));
      }
      if (round % 67 == 0) {
        map.validate();
        assertNeighboursAgree(map, model, keys.make(random));
        assertRangesAgree(map, model, keys.make(random), keys.make(random));
      }
    }
    model.keySet().forEach(map::remove);

    map.validate();
    assertThat(map.isEmpty()).isTrue();
  }

  private static void assertNeighboursAgree(
      RadixTreeMap<byte[], Integer> map,
      ConcurrentNavigableMap<byte[], Integer> model,
      byte[] key) {
    assertThat(text(map.lowerEntry(key))).isEqualTo(text(model.lowerEntry(key)));
    assertThat(text(map.floorEntry(key))).isEqualTo(text(model.floorEntry(key)));
    assertThat(text(map.ceilingEntry(key))).isEqualTo(text(model.ceilingEntry(key)));
    assertThat(text(map.higherEntry(key))).isEqualTo(text(model.higherEntry(key)));
    assertThat(text(map.firstEntry())).isEqualTo(text(model.firstEntry()));
    assertThat(text(map.lastEntry())).isEqualTo(text(model.lastEntry()));
    assertThat(map.mappingCount()).isEqualTo(model.size());
    int rank = model.headMap(key, false).size();
    assertThat(map.rank(key)).isEqualTo(rank);
    assertThat(text(map.nth(rank))).isEqualTo(text(model.ceilingEntry(key)));
    assertThat(map.nth(model.size())).isNull();
  }

  private static void assertRangesAgree(
      RadixTreeMap<byte[], Integer> map,
      ConcurrentNavigableMap<byte[], Integer> model,
      byte[] one,
      byte[] other) {
    boolean isAscending = Arrays.compareUnsigned(one, other) <= 0;
    byte[] low = isAscending ? one : other;
    byte[] high = isAscending ? other : one;
    for (int bits = 0; bits < 4; bits++) {
      boolean fromInclusive = bits % 2 == 0;
      boolean toInclusive = bits < 2;
      var expected = model.subMap(low, fromInclusive, high, toInclusive);
      assertThat(texts(map.ascending(low, fromInclusive, high, toInclusive)))
          .isEqualTo(texts(expected));
      assertThat(texts(map.descending(high, toInclusive, low, fromInclusive)))
          .isEqualTo(texts(expected.descendingMap()));
    }
    assertThat(texts(map.ascending(null, true, low, true)))
        .isEqualTo(texts(model.headMap(low, true)));
    assertThat(texts(map.descending(null, true, low, false)))
        .isEqualTo(texts(model.tailMap(low, false).descendingMap()));
  }

  @Test
  void node_growingAndShrinking_keepsAllChildren() {
    RadixTreeMap<byte[], Integer> map = empty();
    map.put(new byte[0], -1);
    for (int up = 0; up < 256; up++) {
      map.put(new byte[] {(byte) (up * 37)}, up);
      map.validate();
      assertThat(map.mappingCount()).isEqualTo(up + 2);
    }
    for (int down = 255; down >= 0; down--) {
      assertThat(map.remove(new byte[] {(byte) (down * 37)})).isEqualTo(down);
      map.validate();
      assertThat(map.mappingCount()).isEqualTo(down + 1);
    }
    assertThat(map.firstEntry().getValue()).isEqualTo(-1);
  }

  @Test
  void nodeOfManyChildren_churn_reusesNoRoomThatAReaderMayBeAt() {
    RadixTreeMap<byte[], Integer> map = empty();
    IntStream.range(0, 30).forEach(i -> map.put(new byte[] {(byte) i}, i));
    for (int round = 0; round < 1_000; round++) {
      int out = round % 256;
      map.remove(new byte[] {(byte) out});
      map.put(new byte[] {(byte) (out + 30)}, (out + 30) & 0xff);
      map.validate();
    }
    map.forEach((key, value) -> assertThat(key[0] & 0xff).isEqualTo(value));
  }

  @Test
  void keys_ofAMillionBytes_needNoStack() {
    RadixTreeMap<byte[], Integer> map = empty();
    byte[] zeros = new byte[1_000_000];
    byte[] other = zeros.clone();
    other[500_000] = 1;
    map.put(zeros, 1);
    map.put(other, 2);
    for (int length = 0; length < 10_000; length++) {
      map.put(new byte[length], length); // A node for each byte.
    }

    map.validate();
    assertThat(map.get(zeros)).isEqualTo(1);
    assertThat(map.lastEntry().getKey()).isEqualTo(other);
    assertThat(map.higherEntry(new byte[9_999]).getKey()).isEqualTo(zeros);
    assertThat(map.rank(zeros)).isEqualTo(10_000);
    assertThat(map.keySet().removeIf(key -> key.length < 10_000)).isTrue();
    assertThat(map.mappingCount()).isEqualTo(2);
    map.validate();
  }

  @Test
  void keys_areNotTheArraysThatWerePut() {
    RadixTreeMap<byte[], Integer> map = empty();
    byte[] key = {1, 2, 3};
    map.put(key, 1);
    key[0] = 9;

    byte[] kept = map.firstEntry().getKey();
    assertThat(kept).containsExactly(1, 2, 3);
    kept[0] = 8;
    assertThat(map.get(new byte[] {1, 2, 3})).isEqualTo(1);
  }

  @Test
  void nth_negative_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> empty().nth(-1));
  }

  @Test
  void key_ofAnotherClass_isRefused() {
    RadixTreeMap<String, Integer> map = new RadixTreeMap<>(ByteKeys.strings());
    map.put("a", 1);
    Map<?, ?> untyped = map;
    Object number = 1;
    Object others = Map.of(1, 1);

    assertThatExceptionOfType(ClassCastException.class).isThrownBy(() -> untyped.get(number));
    assertThat(map.equals(others)).isFalse();
  }

  @Test
  @SuppressWarnings("NullAway") // The fault is that of the keys.
  void key_withoutBytes_isRefusedAndNoBound() {
    ByteKeys<String> broken =
        new ByteKeys<>() {
          @Override
          public byte[] encode(String key) {
            return key.isEmpty() ? null : ByteKeys.strings().encode(key);
          }

          @Override
          public String decode(byte[] bytes) {
            return ByteKeys.strings().decode(bytes);
          }
        };
    RadixTreeMap<String, Integer> map = new RadixTreeMap<>(broken);
    map.put("a", 1);

    assertThatNullPointerException().isThrownBy(() -> map.floorEntry(""));
    assertThatNullPointerException().isThrownBy(() -> map.ascending("", true, null, true));
    assertThatNullPointerException().isThrownBy(() -> map.put("", 2));
    assertThat(map).containsExactly(Map.entry("a", 1));
  }

  @Test
  void cursor_valuesAlone_makesNoKeys() {
    AtomicInteger decoded = new AtomicInteger();
    ByteKeys<String> counting =
        new ByteKeys<>() {
          @Override
          public byte[] encode(String key) {
            return ByteKeys.strings().encode(key);
          }

          @Override
          public String decode(byte[] bytes) {
            decoded.incrementAndGet();
            return ByteKeys.strings().decode(bytes);
          }
        };
    RadixTreeMap<String, Integer> map = new RadixTreeMap<>(counting);
    IntStream.range(0, 500).forEach(i -> map.put("key" + i, i));
    int sum = 0;

    RadixCursor<String, Integer> cursor = map.ascending("key0", true, null, true);
    while (cursor.advance()) {
      sum += cursor.value();
    }

    assertThat(sum).isEqualTo(499 * 250);
    assertThat(decoded).hasValue(0);
  }

  @Test
  void cursor_nodesReplacedMeanwhile_goesOnInTheTree() {
    RadixTreeMap<Long, Integer> map = new RadixTreeMap<>(ByteKeys.longs());
    for (long key = 0; key < 10; key++) {
      map.put(key * 10, 0);
    }
    List<Long> seen = new ArrayList<>();
    RadixCursor<Long, Integer> cursor = map.ascending(null, true, null, true);
    while (cursor.advance()) {
      Long key = cursor.key();
      seen.add(key);
      if (key % 10 == 0) {
        map.put(key + 1, 1); // Replaces the node that the cursor is in.
        map.remove(key + 20);
      }
      if (key == 50) {
        map.clear();
      }
    }

    assertThat(seen).containsExactly(0L, 1L, 10L, 11L, 40L, 41L, 50L);
  }
}
