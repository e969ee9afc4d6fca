package org.jets.ets;

import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.assertj.core.api.SoftAssertions;
import org.jets.ets.index.Index;
import org.jets.ets.quota.HeapBytes;
import org.jets.ets.quota.TermBytes;
import org.jets.ets.store.MemoryEstimate;
import org.jets.ets.store.TableStore;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the memory that tables report with what JOL finds on the heap: what a table takes beyond
 * the same table without objects. Atoms and the fixed parts of a table do not count, and the
 * objects share nothing.
 */
class TableMemoryTest {
  /** Beyond the integers that are shared. */
  private static final int FIRST = 1 << 16;

  private static final Duration LONG = Duration.ofDays(1);

  /** A kind of content. */
  private enum Content {
    COUNTERS(3_000) {
      @Override
      Tuple object(int n) {
        return t(FIRST + n, -FIRST - n);
      }
    },

    WIDE(2_000) {
      @Override
      Tuple object(int n) {
        return t(FIRST + n, f(n), i(FIRST + n), f(-n), i(1L << 40 | n));
      }
    },

    BINARIES(1_000) {
      @Override
      Tuple object(int n) {
        return t(FIRST + n, Binary.of(new byte[120 + n % 30]));
      }
    },

    LARGE_BINARIES(40) {
      @Override
      Tuple object(int n) {
        return t(FIRST + n, Binary.of(new byte[70_000]));
      }
    },

    MAPS(500) {
      @Override
      Tuple object(int n) {
        return t(
            FIRST + n,
            MapTerm.of(
                i(FIRST + n), i(FIRST - n), f(n), l(FIRST), Binary.of(new byte[n % 30]), f(1)));
      }
    },

    LISTS(500) {
      @Override
      Tuple object(int n) {
        List<Term> elements = new ArrayList<>();
        for (int k = 0; k < 20; k++) {
          elements.add(i(FIRST + n * 20 + k));
        }
        return t(FIRST + n, l(elements.toArray()));
      }
    },

    TUPLE_KEYS(2_000) {
      @Override
      Tuple object(int n) {
        return t(t(f(n), FIRST + n), FIRST + n);
      }
    },

    BINARY_KEYS(2_000) {
      @Override
      Tuple object(int n) {
        return t(Binary.of("user-" + n), f(n));
      }
    };

    final int count;

    Content(int count) {
      this.count = count;
    }

    abstract Tuple object(int n);
  }

  /** A table, and what it reported and took when it was empty. */
  private static final class Measured implements AutoCloseable {
    final Owner owner = new TableSpace().newOwner();
    final LocalTable table;
    final TableStore store;
    private final long emptyBytes;
    private final long emptyEstimate;
    private final long emptyInfo;

    Measured(TableOptions options) {
      table = owner.newTable("t", options);
      store = ((TableHandle) table).table().store();
      emptyBytes = HeapBytes.of(store);
      emptyEstimate = estimate();
      emptyInfo = info();
    }

    private long estimate() {
      return MemoryEstimate.bytes(store, Long.MAX_VALUE, new TermBytes.Visits(Long.MAX_VALUE));
    }

    private long info() {
      return ((IntegerTerm) table.info(a("memory")).orElseThrow()).longValue() * Long.BYTES;
    }

    void check(String about, SoftAssertions soft) {
      long taken = HeapBytes.of(store) - emptyBytes;
      long least = taken * 9 / 10;
      long most = taken * 11 / 10;
      soft.assertThat(estimate() - emptyEstimate).as("all, %s", about).isBetween(least, most);
      soft.assertThat(info() - emptyInfo).as("info, %s", about).isBetween(least, most);
    }

    void checkEstimate(String about, SoftAssertions soft) {
      long taken = HeapBytes.of(store) - emptyBytes;
      soft.assertThat(estimate() - emptyEstimate)
          .as("all, %s", about)
          .isBetween(taken * 9 / 10, taken * 11 / 10);
    }

    @Override
    public void close() {
      owner.close();
    }
  }

  private static void check(
      Variant variant, String kind, UnaryOperator<TableOptions> change, Content... contents) {
    if (variant.backend() == Backend.NON_BLOCKING_HASH_MAP) {
      return; // The clock has a say in its size.
    }
    SoftAssertions soft = new SoftAssertions();
    for (Content content : contents) {
      try (Measured measured = new Measured(change.apply(variant.options()))) {
        for (int n = 0; n < content.count; n++) {
          measured.table.insert(content.object(n));
        }
        measured.check(variant + ", " + content + kind, soft);
      }
    }
    soft.assertAll();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void memory_oneObjectForEachKey_isThatOfTheHeap(Variant variant) {
    check(variant, "", options -> options, Content.values());
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void memory_concurrentAndCompressed_isThatOfTheHeap(Variant variant) {
    check(
        variant,
        ", concurrent",
        options ->
            options
                .withPublicAccess()
                .withWriteConcurrency(WriteConcurrency.TRUE)
                .withReadConcurrency(true)
                .withCompressed(true),
        Content.COUNTERS);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void memory_objectsExpire_isThatOfTheHeap(Variant variant) {
    check(
        variant,
        ", after write",
        options -> options.withExpiryAfterWrite(LONG),
        Content.COUNTERS,
        Content.MAPS);
    check(
        variant,
        ", after access",
        options -> options.withExpiryAfterAccess(LONG),
        Content.TUPLE_KEYS);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void memory_bounded_isThatOfTheHeap(Variant variant) {
    check(variant, ", bounded", options -> options.withMaxObjects(1_000_000), Content.COUNTERS);
  }

  private static Index index(Content content) {
    Atom name = a("index");
    return switch (content) {
      case COUNTERS, BINARIES, LARGE_BINARIES, BINARY_KEYS -> Index.onElement(name, 2);
      case WIDE -> Index.onElement(name, 4);
      case MAPS -> Index.on(name, TermParser.parse("{map_size,'$2'}"));
      case LISTS -> Index.on(name, TermParser.parse("{hd,'$2'}"));
      case TUPLE_KEYS -> Index.on(name, TermParser.parse("{{{element,1,'$1'},{'+','$2',1}}}"));
    };
  }

  /** Objects that are inserted once, and those with large terms again, with equal ones. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void memory_indexes_isThatOfTheHeap(Variant variant) {
    if (variant.backend() == Backend.NON_BLOCKING_HASH_MAP) {
      return;
    }
    SoftAssertions soft = new SoftAssertions();
    for (Content content : Content.values()) {
      for (boolean isShuffled : new boolean[] {false, true}) {
        List<Integer> order = new ArrayList<>();
        for (int n = 0; n < content.count; n++) {
          order.add(n);
        }
        if (isShuffled) {
          Collections.shuffle(order, new Random(1));
        }
        try (Measured measured = new Measured(variant.options().withIndexes(true))) {
          measured.table.addIndex(index(content));
          order.forEach(n -> measured.table.insert(content.object(n)));
          measured.check(variant + ", " + content + ", indexed, shuffled " + isShuffled, soft);
          if (content == Content.BINARIES || content == Content.LARGE_BINARIES) {
            order.forEach(n -> measured.table.insert(content.object(n)));
            measured.check(variant + ", " + content + ", again, shuffled " + isShuffled, soft);
          }
        }
      }
    }
    soft.assertAll();
  }

  /** Objects whose keys and terms are so large that the index must not keep those of others. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void memory_indexOfLargeKeys_isThatOfTheHeap(Variant variant) {
    if (variant.backend() == Backend.NON_BLOCKING_HASH_MAP) {
      return;
    }
    SoftAssertions soft = new SoftAssertions();
    try (Measured measured = new Measured(variant.options().withIndexes(true))) {
      LocalTable table = measured.table;
      table.addIndex(Index.onElement(a("index"), 2));
      largeKeys(0).forEach(table::insert);
      measured.check(variant + ", once", soft);
      largeKeys(0).forEach(table::insert);
      measured.check(variant + ", again", soft);
      table.insert(largeKeys(0));
      measured.check(variant + ", again in a batch", soft);
      largeKeys(1).forEach(table::insert);
      measured.check(variant + ", with other terms", soft);
      table.insert(largeKeys(2));
      measured.check(variant + ", with other terms in a batch", soft);
    }
    soft.assertAll();
  }

  private static List<Tuple> largeKeys(int term) {
    List<Tuple> objects = new ArrayList<>();
    for (int n = 0; n < 1_000; n++) {
      objects.add(t(largeKey(n), Binary.of(new byte[200 + term])));
    }
    return objects;
  }

  private static Binary largeKey(int n) {
    return Binary.of("a key that is so large that objects share it, with much before its " + n);
  }

  /** An object keeps its own key if that is another term, though equal for the table. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void memory_indexOfKeysInOtherForms_isThatOfTheHeap(Variant variant) {
    SoftAssertions soft = new SoftAssertions();
    try (Measured measured = new Measured(variant.options().withIndexes(true))) {
      measured.table.addIndex(Index.onElement(a("index"), 2));
      for (int n = 0; n < 1_000; n++) {
        measured.table.insert(t(t(n, Binary.of(new byte[300])), n));
      }
      for (int n = 0; n < 1_000; n++) {
        measured.table.insert(t(t(f(n), Binary.of(new byte[300])), -n));
      }
      for (int n = 0; n < 1_000; n++) {
        measured.table.insert(t(t(n, Binary.of(new byte[300])), -n));
      }
      measured.checkEstimate(variant.toString(), soft); // The other forms are not in info.
    }
    soft.assertAll();
  }

  /** A bag keeps an equal large term of another object of the key. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void memory_objectOfAnIndexedTermDeleted_isThatOfTheHeap(Variant variant) {
    SoftAssertions soft = new SoftAssertions();
    try (Measured measured = new Measured(variant.options().withIndexes(true))) {
      measured.table.addIndex(Index.onElement(a("index"), 2));
      for (int n = 0; n < 100; n++) {
        for (int each = 0; each < 3; each++) {
          measured.table.insert(t(FIRST + n, Binary.of(new byte[5_000]), FIRST + each));
        }
      }
      measured.check(variant + ", three objects for each term", soft);
      for (int n = 0; n < 100; n++) {
        measured.table.deleteObject(t(FIRST + n, Binary.of(new byte[5_000]), FIRST));
        measured.table.deleteObject(t(FIRST + n, Binary.of(new byte[5_000]), FIRST + 2));
      }
      measured.check(variant + ", one object for each term", soft);
    }
    soft.assertAll();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void memory_severalObjectsForEachKey_isThatOfTheHeap(Variant variant) {
    if (variant.backend() == Backend.NON_BLOCKING_HASH_MAP) {
      return;
    }
    SoftAssertions soft = new SoftAssertions();
    for (int each : new int[] {2, 3, 10, 100, 1_000}) {
      for (boolean expires : new boolean[] {false, true}) {
        TableOptions options = variant.options();
        try (Measured measured =
            new Measured(expires ? options.withExpiryAfterWrite(LONG) : options)) {
          for (int n = 0; n < 2_000; n++) {
            measured.table.insert(t(FIRST + n / each, f(n), f(-n)));
          }
          measured.check(variant + ", each " + each + ", expires " + expires, soft);
        }
      }
    }
    soft.assertAll();
  }

  /** Objects of a bag share one key object if it is large. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void memory_severalObjectsForEachLargeKey_isThatOfTheHeap(Variant variant) {
    if (variant.backend() == Backend.NON_BLOCKING_HASH_MAP) {
      return;
    }
    SoftAssertions soft = new SoftAssertions();
    for (int each : new int[] {2, 3, 20}) {
      for (boolean expires : new boolean[] {false, true}) {
        TableOptions options = variant.options();
        try (Measured measured =
            new Measured(expires ? options.withExpiryAfterWrite(LONG) : options)) {
          for (int n = 0; n < 2_000; n++) {
            measured.table.insert(t(largeKey(FIRST + n / each), n));
          }
          measured.check(variant + ", each " + each + ", expires " + expires, soft);
        }
      }
    }
    soft.assertAll();
  }

  /** An estimate measures some of the terms of a long value, and still counts the key once. */
  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void memory_longValuesBesideALargeKey_isThatOfTheHeap(Variant variant) {
    SoftAssertions soft = new SoftAssertions();
    try (Measured measured = new Measured(variant.options())) {
      for (int n = 0; n < 200; n++) {
        List<Term> value = new ArrayList<>();
        for (int each = 0; each < 1_040; each++) {
          value.add(IntegerTerm.of((1L << 40) + n * 2_000L + each));
        }
        measured.table.insert(t(Binary.of(new byte[20_000 + n % 10]), ListTerm.of(value)));
      }
      measured.check(variant.toString(), soft);
    }
    soft.assertAll();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void memory_keysDeletedWhileFixed_isThatOfTheHeap(Variant variant) {
    if (variant.backend() == Backend.NON_BLOCKING_HASH_MAP) {
      return;
    }
    SoftAssertions soft = new SoftAssertions();
    try (Measured measured = new Measured(variant.options())) {
      for (int n = 0; n < 3_000; n++) {
        measured.table.insert(Content.BINARY_KEYS.object(n));
      }
      measured.table.safeFixtable(true);
      for (int n = 0; n < 2_000; n++) {
        measured.table.delete(Content.BINARY_KEYS.object(n).element(1));
      }
      measured.check(variant + ", fixed", soft);
    }
    soft.assertAll();
  }
}
