package org.jets.ets.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jets.collections.ContentionAdaptingTreeMap;
import org.jets.collections.LockFreeAdaptingTreeMap;
import org.jets.collections.LockedAvlTreeMap;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.Bitstring;
import org.jets.terms.FloatTerm;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The ordered maps with terms as keys, each beside a {@link TreeMap}. */
class StandardKeyOrderTest {
  private static final int RANGE = 3000;
  private static final int STEPS = 20_000;

  static Stream<Arguments> mapsAndKinds() {
    List<Supplier<ConcurrentNavigableMap<Term, Integer>>> maps =
        List.of(
            () -> new ContentionAdaptingTreeMap<>(StandardKeyOrder.INSTANCE),
            () -> new LockFreeAdaptingTreeMap<>(StandardKeyOrder.INSTANCE),
            () -> new LockedAvlTreeMap<>(StandardKeyOrder.INSTANCE));
    return maps.stream()
        .flatMap(
            map ->
                Stream.of(Kind.values())
                    .map(
                        kind ->
                            Arguments.of(
                                map.get().getClass().getSimpleName() + " " + kind, map, kind)));
  }

  /** Makes random keys. */
  enum Kind {
    BINARIES {
      @Override
      Term key(Random random) {
        return Binary.of("https://example.org/" + random.nextInt(RANGE));
      }
    },
    /** Each is the beginning of longer ones; many end inside a byte; zeros at the end. */
    BITS {
      @Override
      Term key(Random random) {
        byte[] bytes = new byte[random.nextInt(30)];
        if (bytes.length > 0 && random.nextBoolean()) {
          bytes[random.nextInt(bytes.length)] = (byte) (1 << random.nextInt(Byte.SIZE));
        }
        int cut = random.nextInt(Byte.SIZE);
        return Bitstring.of(bytes, Math.max(0, (long) bytes.length * Byte.SIZE - cut));
      }
    },
    ROWS {
      @Override
      Term key(Random random) {
        return Tuple.of(Atom.of("accounts" + random.nextInt(2)), number(random));
      }
    },
    /** Tuples of a binary that begins alike and of a number. */
    NAMED_ROWS {
      @Override
      Term key(Random random) {
        Term name = Binary.of("customer-" + random.nextInt(20));
        return Tuple.of(name, random.nextBoolean() ? number(random) : BITS.key(random));
      }
    },
    /** Tuples of many sizes and with elements of all kinds. */
    TUPLES {
      @Override
      Term key(Random random) {
        List<Term> elements = new ArrayList<>();
        for (int left = random.nextInt(random.nextInt(9) == 0 ? 18 : 4); left > 0; left--) {
          elements.add(
              switch (random.nextInt(5)) {
                case 0 -> BITS.key(random);
                case 1 -> ListTerm.of(number(random));
                case 2 -> Tuple.of(Atom.OK);
                default -> IntegerTerm.of(random.nextInt(3));
              });
        }
        return Tuple.of(elements);
      }
    },
    ALL {
      @Override
      Term key(Random random) {
        List<Kind> kinds = List.of(values());
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        return kind == ALL ? number(random) : kind.key(random);
      }
    };

    abstract Term key(Random random);

    /** Returns an integer, or often a float of the same value. */
    private static Term number(Random random) {
      int value = random.nextInt(RANGE) - RANGE / 2;
      return random.nextInt(3) == 0 ? FloatTerm.of(value / 2.0) : IntegerTerm.of(value);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mapsAndKinds")
  void operations_termsThatBeginAlike_doWhatATreeMapDoes(
      String name, Supplier<ConcurrentNavigableMap<Term, Integer>> maker, Kind keys) {
    ConcurrentNavigableMap<Term, Integer> map = maker.get();
    NavigableMap<Term, Integer> model = new TreeMap<>(TermOrder.STANDARD);
    Random random = new Random(keys.name().hashCode());
    for (int step = 0; step < TestScale.count(STEPS); step++) {
      Term key = keys.key(random);
      switch (random.nextInt(step % 6000 < 3000 ? 8 : 4)) {
        case 0, 1 -> assertThat(map.remove(key)).isEqualTo(model.remove(key));
        case 2 -> {
          assertThat(map.get(key)).isEqualTo(model.get(key));
          assertThat(map.lowerKey(key)).isEqualTo(model.lowerKey(key));
          assertThat(map.floorKey(key)).isEqualTo(model.floorKey(key));
          assertThat(map.ceilingKey(key)).isEqualTo(model.ceilingKey(key));
          assertThat(map.higherKey(key)).isEqualTo(model.higherKey(key));
        }
        default -> assertThat(map.put(key, step)).isEqualTo(model.put(key, step));
      }
      if (step % 500 == 0) {
        Term other = keys.key(random);
        boolean ascends = TermOrder.STANDARD.compare(key, other) <= 0;
        Term low = ascends ? key : other;
        Term high = ascends ? other : key;
        assertThat(new ArrayList<>(map.subMap(low, high).values()))
            .isEqualTo(new ArrayList<>(model.subMap(low, high).values()));
        assertThat(new ArrayList<>(map.tailMap(low, false).descendingMap().values()))
            .isEqualTo(new ArrayList<>(model.tailMap(low, false).descendingMap().values()));
      }
    }
    assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
    for (Term key : model.keySet()) {
      assertThat(map.remove(key)).isEqualTo(model.get(key));
    }
    assertThat(map).isEmpty();
  }
}
