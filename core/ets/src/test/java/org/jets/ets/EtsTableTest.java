package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.f;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.ints;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.math.BigInteger;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.MapTerm;
import org.jets.terms.Term;
import org.jets.terms.TermOrder;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the meaning of the functions on objects, on every store. */
class EtsTableTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  private EtsTable table(Variant variant) {
    return owner.newTable("t", variant.options());
  }

  private static EtsTable table(Variant variant, Owner owner, int keypos) {
    return owner.newTable("t", variant.options().withKeypos(keypos));
  }

  @AfterEach
  void space_ownerClosed_isEmpty() {
    owner.close();
    assertThat(space.all()).isEmpty();
  }

  // Sets: equality of keys

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_sameKey_replacesTheObject(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1));
    table.insert(t("k", 2, 3));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 2, 3));
    assertThat(table.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void insert_equalKeyOfOtherType_replacesTheKeyToo(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(1, "a"));
    table.insert(t(1.0, "b"));
    assertThat(table.tab2list()).containsExactly(t(1.0, "b"));
    assertThat(table.lookup(i(1))).containsExactly(t(1.0, "b"));
    assertThat(table.first()).contains(f(1.0));
    assertThat(table.lookupElement(i(1), 1)).isEqualTo(f(1.0));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#hashSets")
  void insert_integerAndFloat_areTwoKeys(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(1, "a"));
    table.insert(t(1.0, "b"));
    assertThat(table.size()).isEqualTo(2);
    assertThat(table.lookup(i(1))).containsExactly(t(1, "a"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void delete_equalKeyOfOtherType_removesInOrderedSetOnly(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(1));
    table.delete(f(1.0));
    assertThat(table.size()).isEqualTo(variant.type() == TableType.ORDERED_SET ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void lookup_negativeZero_isAKeyOfItsOwnBut_inOrderedSet(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(0.0, "a"));
    boolean isOneKey = variant.type() == TableType.ORDERED_SET;
    assertThat(table.lookup(f(-0.0))).hasSize(isOneKey ? 1 : 0);
    table.insert(t(-0.0, "b"));
    assertThat(table.size()).isEqualTo(isOneKey ? 1 : 2);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void lookup_nearbyFloat_isNotTheInteger(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(9007199254740993L));
    assertThat(table.lookup(f(9007199254740992.0))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void lookup_keyEqualInside_isFoundButNotByMapKeys(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(MapTerm.of(a("a"), i(1))));
    table.insert(t(MapTerm.of(i(1), a("a"))));
    table.insert(t(t("x", 1)));
    assertThat(table.lookup(MapTerm.of(a("a"), f(1.0)))).hasSize(1);
    assertThat(table.lookup(MapTerm.of(f(1.0), a("a")))).isEmpty();
    assertThat(table.lookup(t("x", 1.0))).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void tab2list_keysOfEveryType_areInStandardOrder(Variant variant) {
    EtsTable table = table(variant);
    List<Tuple> ordered =
        List.of(t(1), t("a"), t(t()), t(MapTerm.of()), t(l()), t(l(122)), t(Term.of(new byte[0])));
    for (int i = ordered.size() - 1; i >= 0; i--) {
      table.insert(ordered.get(i));
    }
    assertThat(table.tab2list()).isEqualTo(ordered);
  }

  // Bags: equality and order of objects

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bags")
  void insert_equalObjectInBag_keepsItsPlace(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1));
    table.insert(t("k", 2));
    table.insert(t("k", 1));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 1), t("k", 2));
    table.deleteObject(t("k", 1));
    table.insert(t("k", 1));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 2), t("k", 1));
    assertThat(table.size()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bags")
  void insert_almostEqualObjectInBag_isKept(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1));
    table.insert(t("k", 1.0));
    table.insert(List.of(t("z", 0.0), t("z", -0.0)));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 1), t("k", 1.0));
    assertThat(table.size()).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#duplicateBags")
  void deleteObject_inDuplicateBag_removesAllCopies(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1));
    table.insert(t("k", 2));
    table.insert(t("k", 1));
    assertThat(table.size()).isEqualTo(3);
    table.deleteObject(t("k", 1));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 2));
    assertThat(table.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_listIntoBag_isInItsOrder(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t(1, "a"), t(1, "b"), t(2, "x"), t(1, "c")));
    assertThat(table.lookup(i(1))).containsExactly(t(1, "a"), t(1, "b"), t(1, "c"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void lookup_resultKept_doesNotChange(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t("k", 1), t("k", 2), t("k", 3)));
    List<Tuple> kept = table.lookup(a("k"));
    table.insert(t("k", 4));
    table.deleteObject(t("k", 1));
    assertThat(kept).containsExactly(t("k", 1), t("k", 2), t("k", 3));
    assertThatThrownBy(() -> kept.add(t("k", 5))).isInstanceOf(UnsupportedOperationException.class);
  }

  // Several keys

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void lookupAll_anyKeys_isTheLookupOfEachInOrder(Variant variant) {
    EtsTable table = table(variant);
    List<Term> keys = new ArrayList<>();
    for (int key = 0; key < 1_000; key++) {
      keys.add(i(key * 7_919 % 1_000));
      if (key % 3 != 0) {
        table.insert(t(key, "a"));
        table.insert(t(key, "b"));
      }
    }
    keys.add(i(1));
    keys.add(f(1.0));
    List<Tuple> each = keys.stream().flatMap(key -> table.lookup(key).stream()).toList();
    List<Tuple> all = table.lookupAll(keys);
    assertThat(all).isEqualTo(each).hasSizeGreaterThan(600);
    table.deleteAllObjects();
    assertThat(all).isEqualTo(each);
    assertThat(table.lookupAll(keys)).isEmpty();
    assertThatThrownBy(() -> all.add(t(1))).isInstanceOf(UnsupportedOperationException.class);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void lookupAll_counters_areObjects(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t("k", 1), t("l", 5)));
    table.updateCounter(a("k"), 1);
    table.updateCounter(a("k"), 1);
    assertThat(table.lookupAll(List.of(a("k"), a("l")))).containsExactly(t("k", 3), t("l", 5));
  }

  /** Makes no room for the objects of keys that have none. */
  @Test
  void lookupAll_manyAbsentKeys_takesNoMemoryForThem() {
    EtsTable table = owner.newTable("t", TableOptions.set());
    table.insert(t("k", 1));
    Collection<Term> keys =
        new AbstractCollection<>() {
          @Override
          public int size() {
            return Integer.MAX_VALUE;
          }

          @Override
          public Iterator<Term> iterator() {
            return List.<Term>of(a("l"), a("k")).iterator();
          }
        };

    assertThat(table.lookupAll(keys)).containsExactly(t("k", 1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void lookupAll_nullOrNoRights_fails(Variant variant) {
    LocalTable table = owner.newTable("t", variant.options().withAccess(Access.PRIVATE));
    assertThatThrownBy(() -> table.lookupAll(null)).hasMessage("keys");
    assertThatThrownBy(() -> table.lookupAll(Arrays.asList(i(1), null))).hasMessage("key");
    try (Owner other = space.newOwner()) {
      EtsTable foreign = other.open(table.id());
      assertThatThrownBy(() -> foreign.lookupAll(List.of()))
          .isInstanceOf(TableAccessException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void insert_manyObjectsUnderOneKey_keepsAllInOrder(Variant variant) {
    EtsTable table = table(variant);
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      table.insert(t("k", i));
    }
    assertThat(table.size()).isEqualTo(count);
    assertThat(table.lookup(a("k")))
        .isEqualTo(IntStream.range(0, count).mapToObj(i -> t("k", i)).toList());
    for (int i = 0; i < count; i += 7) {
      table.insert(t("k", i));
    }
    int expected = variant.type() == TableType.BAG ? count : count + (count + 6) / 7;
    assertThat(table.size()).isEqualTo(expected);
    table.deleteObject(t("k", 0));
    assertThat(table.lookup(a("k")).get(0)).isEqualTo(t("k", 1));
  }

  // Insertion of several

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void insert_listWithOneKeyTwice_keepsTheLast(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t(1, "a"), t(2, "b"), t(1, "c")));
    assertThat(table.lookup(i(1))).containsExactly(t(1, "c"));
    assertThat(table.size()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insertNew_keyAmongMany_insertsNone(Variant variant) {
    EtsTable table = table(variant);
    assertThat(table.insertNew(List.of(t(1, "a"), t(1, "b")))).isTrue();
    assertThat(table.insertNew(List.of(t(2, "a"), t(1, "c")))).isFalse();
    assertThat(table.member(i(2))).isFalse();
    assertThat(table.insertNew(List.of())).isTrue();
    assertThat(table.insertNew(t(1, "d"))).isFalse();
    assertThat(table.insertNew(t(3, "d"))).isTrue();
    assertThat(table.lookup(i(1))).doesNotContain(t(1, "c"), t(1, "d"));
    assertThat(table.size()).isEqualTo(variant.type().isSet() ? 2 : 3);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_badObjectAmongMany_insertsNone(Variant variant) {
    EtsTable table = table(variant);
    assertBadArgument(() -> table.insert(List.of(t(1), t())), 2);
    assertBadArgument(() -> table.insert(List.of(t(1), t())), 2);
    assertBadArgument(() -> apply(table, "insert", l(t(1), "x")), 2);
    assertBadArgument(() -> apply(table, "insert_new", l(t(1), "x")), 2);
    assertBadArgument(() -> apply(table, "insert", a("x")), 2);
    assertBadArgument(() -> table.insertNew(t()), 2);
    assertBadArgument(() -> apply(table, "insert", ListTerm.improper(List.of(t(1)), t(2))), 2);
    assertThat(table.size()).isZero();
    EtsTable second = table(variant, owner, 2);
    assertBadArgument(() -> second.insert(t("a")), 2);
    second.insert(t("a", "b"));
    assertThat(second.lookup(a("b"))).containsExactly(t("a", "b"));
  }

  // Removal

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void take_presentKey_removesAndReturnsItsObjects(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t(1, "a"), t(2, "a"), t(1, "b")));
    List<Tuple> before = table.lookup(i(1));
    assertThat(table.take(i(1))).isEqualTo(before);
    assertThat(table.take(i(1))).isEmpty();
    assertThat(table.size()).isEqualTo(1);
    table.delete(i(2));
    table.delete(i(2));
    assertThat(table.size()).isZero();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void deleteObject_equalKeyOtherObject_removesNothing(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(1, "a"));
    table.deleteObject(t(1.0, "a"));
    table.deleteObject(t(1, "b"));
    assertThat(table.tab2list()).containsExactly(t(1, "a"));
    apply(table, "delete_object", t(1, "a"));
    assertThat(table.tab2list()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void deleteAllObjects_filledTable_isEmptyAndUsable(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t(1), t(2), t(3)));
    table.deleteAllObjects();
    assertThat(table.size()).isZero();
    assertThat(table.tab2list()).isEmpty();
    assertThat(table.first()).isEmpty();
    table.insert(t(1));
    assertThat(table.size()).isEqualTo(1);
  }

  // Elements

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void lookupElement_positions_areCheckedBeforeKeyAndAfter(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1, "x"));
    assertBadArgument(() -> table.lookupElement(a("nokey"), 0), 3);
    assertBadArgument(() -> apply(table, "lookup_element", a("nokey"), a("x")), 3);
    assertThatThrownBy(() -> table.lookupElement(a("nokey"), 9))
        .isInstanceOf(NoSuchKeyException.class);
    assertBadArgument(() -> table.lookupElement(a("k"), 4), 3);
    assertBadArgument(() -> table.lookupElement(a("k"), 9, a("d")), 3);
    assertBadArgument(() -> apply(table, "lookup_element", a("nokey"), i(0), a("d")), 3);
    assertThat(table.lookupElement(a("nokey"), 9, a("d"))).isEqualTo(a("d"));
    Term huge = IntegerTerm.of(BigInteger.TWO.pow(70));
    assertBadArgument(() -> apply(table, "lookup_element", a("k"), huge), 3);
    assertThat(apply(table, "lookup_element", a("k"), i(3)))
        .isEqualTo(variant.type().isSet() ? a("x") : l("x"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void lookupElement_bag_givesAListOrFailsForAShortObject(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t("k", 1), t("k", 2)));
    assertThat(table.lookupElement(a("k"), 2)).isEqualTo(l(1, 2));
    assertThat(table.lookupElement(a("k"), 1)).isEqualTo(l("k", "k"));
    table.insert(t("k"));
    assertBadArgument(() -> table.lookupElement(a("k"), 2), 3);
    table.insert(t("one", 1));
    assertThat(table.lookupElement(a("one"), 2)).isEqualTo(l(1));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateElement_shapes_asErlang(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1, 2));
    assertThat(apply(table, "update_element", a("nokey"), a("foo"))).isEqualTo(Atom.FALSE);
    assertThat(apply(table, "update_element", a("k"), l())).isEqualTo(Atom.TRUE);
    assertBadArgument(() -> apply(table, "update_element", a("k"), a("foo")), 3);
    assertBadArgument(() -> apply(table, "update_element", a("k"), t(1, "x")), 3);
    assertBadArgument(() -> apply(table, "update_element", a("k"), l(t(2, "x"), t(4, "y"))), 3);
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 1, 2));
    assertThat(apply(table, "update_element", a("k"), l(t(2, "x"), t(3, "y"), t(2, "z"))))
        .isEqualTo(Atom.TRUE);
    assertThat(table.lookup(a("k"))).containsExactly(t("k", "z", "y"));
    assertThat(table.updateElement(a("k"), 3, a("w"))).isTrue();
    assertThat(table.lookup(a("k"))).containsExactly(t("k", "z", "w"));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateElement_default_isInsertedWithTheKey(Variant variant) {
    EtsTable table = table(variant);
    assertThat(apply(table, "update_element", i(5), t(2, "x"), t("q", "v", "w")))
        .isEqualTo(Atom.TRUE);
    assertThat(table.lookup(i(5))).containsExactly(t(5, "x", "w"));
    assertBadArgument(() -> apply(table, "update_element", i(6), t(9, "x"), t("q", "v")), 3);
    assertBadArgument(() -> apply(table, "update_element", i(6), t(2, "x"), t()), 4);
    assertBadArgument(() -> apply(table, "update_element", i(6), t(2, "x"), a("foo")), 4);
    assertThat(table.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#bothBags")
  void update_bag_isOfTheWrongType(Variant variant) {
    EtsTable table = table(variant);
    assertThatThrownBy(() -> apply(table, "update_element", a("nokey"), t(2, "a")))
        .isInstanceOf(TableTypeException.class);
    assertThatThrownBy(() -> table.updateCounter(a("nokey"), 1))
        .isInstanceOf(TableTypeException.class);
  }

  // Counters

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_thresholds_wrapWhenPassedOnly(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 1));
    assertThat(apply(table, "update_counter", a("k"), t(2, 5, 3, 0))).isEqualTo(i(0));
    assertThat(apply(table, "update_counter", a("k"), t(2, 3, 3, 0))).isEqualTo(i(3));
    assertThat(apply(table, "update_counter", a("k"), t(2, -10, -5, 100))).isEqualTo(i(100));
    assertThat(apply(table, "update_counter", a("k"), t(2, 0, 5, 7))).isEqualTo(i(7));
    table.insert(t("k", 5));
    List<IntegerTerm> down = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      down.add(table.updateCounter(a("k"), CounterOp.add(2, -1, 0, 0)));
    }
    assertThat(down).isEqualTo(ints(4, 3, 2, 1, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_list_isDoneInOrderOrNotAtAll(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", 5));
    assertThat(apply(table, "update_counter", a("k"), l(t(2, 1), t(2, 1, 6, 0), t(2, 1))))
        .isEqualTo(l(6, 0, 1));
    table.insert(t("j", 1, "a"));
    assertBadArgument(() -> apply(table, "update_counter", a("j"), l(t(2, 1), t(3, 1))), 3);
    assertBadArgument(() -> apply(table, "update_counter", a("j"), l(t(2, 1), 1)), 3);
    assertBadArgument(() -> apply(table, "update_counter", a("j"), t(1, 1)), 3);
    assertBadArgument(() -> apply(table, "update_counter", a("j"), t(0, 1)), 3);
    assertBadArgument(() -> apply(table, "update_counter", a("j"), t(2, "x")), 3);
    assertBadArgument(() -> apply(table, "update_counter", a("j"), a("x")), 3);
    assertThat(table.lookup(a("j"))).containsExactly(t("j", 1, "a"));
    assertThat(table.updateCounter(a("k"), List.of(CounterOp.add(1), CounterOp.add(2, 5))))
        .isEqualTo(ints(2, 7));
    assertThat(table.updateCounter(a("k"), 3)).isEqualTo(i(10));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_default_isInsertedWithTheKey(Variant variant) {
    EtsTable table = table(variant);
    assertThat(apply(table, "update_counter", a("k"), i(1), t("x", 10, 20))).isEqualTo(i(11));
    assertThat(table.lookup(a("k"))).containsExactly(t("k", 11, 20));
    assertThat(apply(table, "update_counter", a("k2"), l(), t("x", 10))).isEqualTo(l());
    assertThat(table.lookup(a("k2"))).containsExactly(t("k2", 10));
    assertBadArgument(() -> apply(table, "update_counter", a("k3"), t(5, 1), t("x", 10)), 3);
    assertBadArgument(() -> apply(table, "update_counter", a("k"), i(1), a("x")), 4);
    assertBadArgument(() -> apply(table, "update_counter", a("k"), i(1), t()), 4);
    assertThatThrownBy(() -> apply(table, "update_counter", a("k3"), a("nonsense")))
        .isInstanceOf(NoSuchKeyException.class);
    assertThat(table.member(a("k3"))).isFalse();
    assertThat(table.updateCounter(a("k4"), 2, t("x", 0))).isEqualTo(i(2));
    assertThat(table.updateCounter(a("k4"), CounterOp.add(2, 2), t("x", 0))).isEqualTo(i(4));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void updateCounter_equalKeyOfOtherType_keepsTheStoredKey(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t(1, 5));
    assertThat(table.updateCounter(f(1.0), 1)).isEqualTo(i(6));
    assertThat(table.tab2list()).containsExactly(t(1, 6));
    table.updateElement(f(1.0), 2, a("x"));
    assertThat(table.tab2list()).containsExactly(t(1, "x"));
    table.updateCounter(f(2.0), 1, t("q", 5));
    assertThat(table.lookup(i(2))).containsExactly(t(2.0, 6));
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#sets")
  void updateCounter_beyond64Bits_doesNotOverflow(Variant variant) {
    EtsTable table = table(variant);
    table.insert(t("k", Long.MAX_VALUE));
    BigInteger expected = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE);
    assertThat(table.updateCounter(a("k"), 1).bigIntegerValue()).isEqualTo(expected);
    assertThat(table.updateCounter(a("k"), -1)).isEqualTo(i(Long.MAX_VALUE));
    apply(table, "update_counter", a("k"), t(2, IntegerTerm.of(BigInteger.TWO.pow(80))));
    assertThat(table.lookupElement(a("k"), 2))
        .isEqualTo(IntegerTerm.of(BigInteger.TWO.pow(80).add(expected.subtract(BigInteger.ONE))));
  }

  // Steps and streams

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_fromFirst_comesToEachKeyOnce(Variant variant) {
    EtsTable table = table(variant);
    for (int n = 0; n < 100; n++) {
      table.insert(List.of(t(n, "a"), t(n, "b")));
    }
    assertThat(walk(table)).hasSize(100).doesNotHaveDuplicates();
    table.delete(i(50));
    table.insert(t(200));
    assertThat(walk(table)).hasSize(100).contains(i(200)).doesNotContain(i(50));
  }

  private static List<Term> walk(EtsTable table) {
    List<Term> keys = new ArrayList<>();
    for (Term key = table.first().orElse(null); key != null; key = table.next(key).orElse(null)) {
      keys.add(key);
    }
    return keys;
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void next_absentKey_failsButInOrderedSet(Variant variant) {
    EtsTable table = table(variant);
    table.insert(List.of(t(1), t(3)));
    if (variant.type() == TableType.ORDERED_SET) {
      assertThat(table.next(i(0))).contains(i(1));
      assertThat(table.next(f(1.0))).contains(i(3));
      assertThat(table.next(i(2))).contains(i(3));
      assertThat(table.prev(a("a"))).contains(i(3));
      assertThat(table.prev(i(0))).isEmpty();
      assertThat(table.last()).contains(i(3));
      assertThat(table.prev(i(3))).contains(i(1));
    } else {
      assertThatThrownBy(() -> table.next(i(2))).isInstanceOf(NoSuchKeyException.class);
      assertThatThrownBy(() -> table.prev(i(2))).isInstanceOf(NoSuchKeyException.class);
      assertThatThrownBy(() -> table.next(f(1.0))).isInstanceOf(NoSuchKeyException.class);
      assertThat(table.last()).isEqualTo(table.first());
      Term first = table.first().orElseThrow();
      assertThat(table.prev(first)).isEqualTo(table.next(first)).isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_parallel_seesEachObjectOnce(Variant variant) {
    EtsTable table = table(variant);
    List<Tuple> objects = new ArrayList<>();
    for (int n = 0; n < 3_000; n++) {
      objects.add(t(variant.type().isSet() ? n : n / 3, n));
    }
    table.insert(objects);
    List<Tuple> seen = table.stream().parallel().toList();
    assertThat(seen).containsExactlyInAnyOrderElementsOf(objects);
    assertThat(table.tab2list()).containsExactlyInAnyOrderElementsOf(objects);
    if (variant.type() == TableType.ORDERED_SET) {
      assertThat(seen).isEqualTo(objects);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#orderedSets")
  void stream_range_hasItsEnds(Variant variant) {
    EtsTable table = table(variant);
    for (int n = 1; n <= 5; n++) {
      table.insert(t(n));
    }
    assertThat(keys(table, KeyRange.closed(f(2.0), i(4)))).isEqualTo(ints(2, 3, 4));
    assertThat(keys(table, KeyRange.open(i(2), f(4.0)))).isEqualTo(ints(3));
    assertThat(keys(table, KeyRange.closedOpen(i(2), i(4)))).isEqualTo(ints(2, 3));
    assertThat(keys(table, KeyRange.openClosed(i(2), i(4)))).isEqualTo(ints(3, 4));
    assertThat(keys(table, KeyRange.atLeast(i(4)))).isEqualTo(ints(4, 5));
    assertThat(keys(table, KeyRange.greaterThan(i(4)))).isEqualTo(ints(5));
    assertThat(keys(table, KeyRange.atMost(i(2)))).isEqualTo(ints(1, 2));
    assertThat(keys(table, KeyRange.lessThan(i(2)))).isEqualTo(ints(1));
    assertThat(keys(table, KeyRange.closed(i(4), i(2)))).isEmpty();
    assertThat(keys(table, KeyRange.open(i(4), f(4.0)))).isEmpty();
    assertThat(keys(table, KeyRange.all())).isEqualTo(ints(1, 2, 3, 4, 5));
    assertThat(keys(table, KeyRange.atLeast(a("a")))).isEmpty();
    assertThat(table.spliterator().getComparator())
        .matches(order -> order.compare(t(1, "b"), t(1.0, "a")) == 0);
    assertThat(TermOrder.STANDARD.compare(i(1), i(2))).isNegative();
  }

  private static List<Term> keys(EtsTable table, KeyRange range) {
    return table.stream(range).map(object -> object.element(1)).toList();
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void stream_rangeOfUnordered_isOfTheWrongType(Variant variant) {
    EtsTable table = table(variant);
    if (variant.type() != TableType.ORDERED_SET) {
      assertThatThrownBy(() -> table.stream(KeyRange.all())).isInstanceOf(TableTypeException.class);
    }
  }

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void insert_endOfTableAsKey_isAKeyLikeAnyOther(Variant variant) {
    EtsTable table = table(variant);
    Atom end = a("$end_of_table");
    table.insert(t(end));
    assertThat(table.first()).contains(end);
    if (variant.type() == TableType.ORDERED_SET) {
      assertThatThrownBy(() -> table.next(end)).isInstanceOf(NoSuchKeyException.class);
      assertThatThrownBy(() -> table.prev(end)).isInstanceOf(NoSuchKeyException.class);
    } else {
      assertThat(table.next(end)).isEmpty();
    }
    assertThat(table.tab2list()).hasSize(1);
  }

  private static void assertBadArgument(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, int argument) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            BadArgumentException.class,
            error -> {
              assertThat(error.argument()).isEqualTo(argument);
              assertThat(error.reason()).isEqualTo(a("badarg"));
            });
  }
}
