package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.ets.event.ChangeOptions;
import org.jets.ets.event.TableChange;
import org.jets.ets.log.DurableOptions;
import org.jets.ets.log.SyncMode;
import org.jets.ets.log.TableLog;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.IntegerTerm;
import org.jets.terms.ListTerm;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jets.terms.Tuple;
import org.jets.testkit.TestScale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests tables whose objects are in a log as well. */
class DurableTableTest {
  private static final Atom NAME = Atom.of("t");

  private final TableSpace space = new TableSpace();
  @TempDir private Path root;

  private Path folder() {
    return root.resolve("t");
  }

  private static Tuple object(long key, long value) {
    return Tuple.of(IntegerTerm.of(key), IntegerTerm.of(value));
  }

  private LocalTable make(TableOptions options) {
    return space.newOwner().newTable(NAME, options.withDurable(folder()));
  }

  private LocalTable make() {
    return make(TableOptions.set());
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static boolean isSnapshot(String name) {
    return name.startsWith("snapshot-") && !name.endsWith(".tmp");
  }

  @ParameterizedTest
  @EnumSource(TableType.class)
  void newTable_again_hasTheObjects(TableType type) {
    List<Tuple> objects;
    try (LocalTable table = make(TableOptions.of(type))) {
      for (int i = 0; i < 100; i++) {
        table.insert(object(i % 20, i));
        table.delete(IntegerTerm.of(i % 7));
      }
      table.insert(List.of(object(1, 1), object(1, 2), object(30, 3)));
      table.insertNew(object(2, 99));
      table.deleteObject(object(3, 83));
      objects = table.tab2list();
    }
    try (LocalTable table = make(TableOptions.of(type))) {
      assertThat(table.tab2list()).containsExactlyInAnyOrderElementsOf(objects);
      assertThat(table.size()).isEqualTo(objects.size());
      assertThat(table.log().orElseThrow().recovered().cut()).isNull();
    }
  }

  private static Stream<SyncMode> modes() {
    return Stream.of(SyncMode.each(), SyncMode.every(Duration.ofMillis(1)), SyncMode.never());
  }

  @ParameterizedTest
  @MethodSource("modes")
  void newTable_ownerHasEnded_hasTheObjects(SyncMode mode) {
    TableOptions options =
        TableOptions.bag().withDurable(DurableOptions.in(folder()).withSync(mode));
    try (Owner owner = space.newOwner()) {
      LocalTable table = owner.newTable(NAME, options);
      table.insert(object(1, 1));
      table.insert(object(1, 2));
    }
    LocalTable table = space.newOwner().newTable(NAME, options);
    assertThat(table.tab2list()).containsExactly(object(1, 1), object(1, 2));
    table.drop();
  }

  @Test
  void drop_durable_removesTheLog() {
    LocalTable table = make();
    table.insert(object(1, 1));
    table.drop();

    assertThat(folder()).doesNotExist();
    try (LocalTable again = make()) {
      assertThat(again.tab2list()).isEmpty();
    }
  }

  @Test
  void newTable_interrupted_makesTheTable() {
    Thread.currentThread().interrupt();
    LocalTable table = make();
    assertThat(Thread.interrupted()).isTrue();
    table.insert(object(1, 1));
    table.close();
    Thread.currentThread().interrupt();
    try (LocalTable again = make()) {
      assertThat(Thread.interrupted()).isTrue();
      assertThat(again.size()).isEqualTo(1);
    }
  }

  @Test
  void drop_interrupted_removesTheLog() {
    LocalTable table = make();
    table.insert(object(1, 1));
    Thread.currentThread().interrupt();
    table.drop();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(folder()).doesNotExist();
  }

  @Test
  void newTable_folderOfAnotherTable_isRefused() {
    make().close();
    assertThatThrownBy(() -> make(TableOptions.bag()))
        .isInstanceOfSatisfying(
            TableLogException.class,
            e -> assertThat(e.reason()).hasToString("{log_error,other_table}"))
        .hasMessageContaining("expected: {t,bag,{keypos,1}}");
    make().close();
  }

  @Test
  void newTable_folderIsOpen_isRefused() {
    try (LocalTable table = make()) {
      assertThatThrownBy(this::make)
          .isInstanceOfSatisfying(
              TableLogException.class,
              e -> assertThat(e.reason()).hasToString("{log_error,in_use}"));
      table.insert(object(1, 1));
    }
  }

  @Test
  void newTable_nameIsTaken_leavesTheLogToTheOther() {
    try (LocalTable table = make(TableOptions.set().withNamedTable())) {
      assertThatThrownBy(() -> make(TableOptions.set().withNamedTable()))
          .isInstanceOf(BadArgumentException.class)
          .hasMessageContaining("one that no other table has");
      table.insert(object(1, 1));
    }
  }

  @Test
  void newTable_quotaIsExceeded_keepsTheLog() {
    try (LocalTable table = make()) {
      table.insert(List.of(object(1, 1), object(2, 2)));
    }
    TableSpace small = new TableSpace();
    small.limit(new Quota(10, 1, 1_000_000), new Quota(10, 1, 1_000_000));
    assertThatThrownBy(
            () -> small.newOwner().newTable(NAME, TableOptions.set().withDurable(folder())))
        .isInstanceOf(SystemLimitException.class);
    try (LocalTable table = make()) {
      assertThat(table.size()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource(TableType.class)
  void insert_quotaIsExceeded_isNotInTheLog(TableType type) {
    space.limit(new Quota(10, 3, 1_000_000), new Quota(10, 3, 1_000_000));
    try (LocalTable table = make(TableOptions.of(type))) {
      table.insert(List.of(object(1, 1), object(2, 2)));
      if (type.isSet()) {
        table.updateCounter(IntegerTerm.of(2), 40);
      }
      table.insert(object(3, 3));
      assertThatThrownBy(() -> table.insert(object(4, 4))).isInstanceOf(SystemLimitException.class);
      table.delete(IntegerTerm.of(1));
      table.insert(object(5, 5));
    }
    try (LocalTable table = make(TableOptions.of(type))) {
      assertThat(table.tab2list())
          .containsExactlyInAnyOrder(object(2, type.isSet() ? 42 : 2), object(3, 3), object(5, 5));
    }
  }

  @Test
  void rename_durable_isRefused() {
    try (LocalTable table = make()) {
      assertThatThrownBy(() -> table.rename(Atom.of("u")))
          .isInstanceOf(BadArgumentException.class)
          .hasMessageContaining("the name that a durable table has");
    }
  }

  @Test
  void changes_durable_areToldToo() {
    List<TableChange> told = new ArrayList<>();
    try (LocalTable table = make(TableOptions.set().withEvents(true))) {
      table.changes(ChangeOptions.defaults().withExecutor(Runnable::run)).subscribe(adding(told));
      table.insert(object(1, 1));
      table.delete(IntegerTerm.of(1));
      table.insert(object(2, 2));
    }
    assertThat(told).hasSize(3);
    try (LocalTable table = make()) {
      assertThat(table.tab2list()).containsExactly(object(2, 2));
    }
  }

  private static Flow.Subscriber<TableChange> adding(List<TableChange> told) {
    return new Flow.Subscriber<>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(TableChange change) {
        told.add(change);
      }

      @Override
      public void onError(Throwable error) {
        throw new AssertionError(error);
      }

      @Override
      public void onComplete() {}
    };
  }

  @Test
  void compact_log_isReplaced() throws IOException {
    try (LocalTable table = make()) {
      for (int i = 0; i < 100; i++) {
        table.insert(object(i % 3, i));
      }
      TableLog log = table.log().orElseThrow();
      assertThat(log.compact()).isEqualTo(3);
      assertThat(files()).anyMatch(DurableTableTest::isSnapshot);
    }
    try (LocalTable table = make()) {
      assertThat(table.size()).isEqualTo(3);
      assertThat(table.log().orElseThrow().recovered().records()).isEqualTo(3);
    }
  }

  @Test
  void insert_logGrows_isCompactedInTheBackground() throws IOException {
    DurableOptions durable = DurableOptions.in(folder()).withCompactBytes(10_000);
    try (Owner owner = space.newOwner()) {
      LocalTable table =
          owner.newTable(NAME, TableOptions.set().withDurable(durable.withSync(SyncMode.never())));
      for (int i = 0; files().stream().noneMatch(DurableTableTest::isSnapshot); i++) {
        table.insert(object(i % 10, i));
      }
      table.insert(object(100, 1));
      assertThat(table.log().orElseThrow().compactionError()).isEmpty();
    }
    try (LocalTable table = make()) {
      assertThat(table.size()).isEqualTo(11);
      assertThat(table.log().orElseThrow().recovered().snapshot()).isPositive();
    }
  }

  @Test
  void compact_besideWritersOfSingleKeys_losesNoChange() throws Exception {
    LocalTable table = make(TableOptions.bag().withPublicAccess());
    TableLog log = table.log().orElseThrow();
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Random random = new Random(i);
      writers.add(new Thread(() -> changeAtRandom(table, random)));
    }
    writers.forEach(Thread::start);
    while (writers.stream().anyMatch(Thread::isAlive)) {
      log.compact();
    }
    Map<Term, List<Tuple>> objects = objectsOf(table);
    assertThat(log.recovered().records()).isZero();
    table.close();

    try (LocalTable again = make(TableOptions.bag())) {
      assertThat(objectsOf(again)).isEqualTo(objects);
    }
  }

  private static void changeAtRandom(LocalTable table, Random random) {
    for (int i = TestScale.count(2_000); i > 0; i--) {
      Tuple object = object(random.nextInt(20), random.nextInt(4));
      switch (random.nextInt(4)) {
        case 0 -> table.delete(object.element(1));
        case 1 -> table.deleteObject(object);
        case 2 -> table.insert(List.of(object, object(random.nextInt(20), 9)));
        default -> table.insert(object);
      }
    }
  }

  private static Map<Term, List<Tuple>> objectsOf(LocalTable table) {
    return table.tab2list().stream().collect(Collectors.groupingBy(object -> object.element(1)));
  }

  @Test
  void insert_recordWouldBeTooLong_changesNothing() {
    Binary part = Binary.of(new byte[1 << 26]);
    Term key = IntegerTerm.of(1);
    try (LocalTable table = make()) {
      table.insert(object(1, 1));
      Tuple large = Tuple.of(key, ListTerm.of(part, part, part, part));
      assertThatThrownBy(() -> table.insert(large))
          .isInstanceOf(SystemLimitException.class)
          .hasMessageContaining("bytes of a record of the log of a table: too many");
      assertThatThrownBy(() -> table.insert(List.of(object(2, 2), large)))
          .isInstanceOf(SystemLimitException.class);
      assertThat(table.tab2list()).containsExactly(object(1, 1));
      table.insert(object(3, 3));
    }
    try (LocalTable table = make()) {
      assertThat(table.size()).isEqualTo(2);
    }
  }

  @Test
  void log_tableHasEnded_isClosed() {
    LocalTable table = make();
    TableLog log = table.log().orElseThrow();
    table.close();

    assertThatThrownBy(log::force)
        .isInstanceOfSatisfying(
            TableLogException.class, e -> assertThat(e.reason()).hasToString("{log_error,closed}"));
    assertThatThrownBy(log::compact).isInstanceOf(TableLogException.class);
    try (LocalTable plain = space.newOwner().newTable(NAME, TableOptions.set())) {
      assertThat(plain.log()).isEmpty();
    }
  }

  @Test
  void compact_interruptedThread_tellsWhyItFailsAndTheLogGoesOn() {
    try (LocalTable table = make()) {
      table.insert(object(1, 1));
      TableLog log = table.log().orElseThrow();
      Thread.currentThread().interrupt();
      assertThatThrownBy(log::compact)
          .isInstanceOf(TableLogException.class)
          .hasMessageEndingWith("the compaction has failed: eintr");
      assertThat(Thread.interrupted()).isTrue();
      table.insert(object(2, 2));
    }
    try (LocalTable table = make()) {
      assertThat(table.size()).isEqualTo(2);
    }
  }

  private static final TableOptions IN_DATA =
      TableOptions.set().withNamedTable().withPublicAccess().withDurable(true);

  @Test
  void openData_tablesOfBefore_areThere() {
    space.openData(DurableOptions.in(root));
    List<String> names =
        List.of("a", "A", "../x", "/", "", "ü", "con", ".", "x".repeat(255), "😀".repeat(200));
    try (Owner owner = space.newOwner()) {
      for (String name : names) {
        owner.newTable(name, IN_DATA.withKeypos(2)).insert(object(1, 2));
      }
    }
    assertThat(space.all()).hasSize(names.size());
    space.closeData();
    assertThat(space.all()).isEmpty();

    List<LocalTable> tables = space.openData(DurableOptions.in(root));
    assertThat(tables).hasSize(names.size());
    for (String name : names) {
      try (LocalTable table = space.newOwner().open(name)) {
        assertThat(table.tab2list()).containsExactly(object(1, 2));
        assertThat(table.keypos()).isEqualTo(2);
        table.insert(object(1, 3));
        table.drop();
      }
    }
    space.closeData();
    assertThat(root).isDirectoryNotContaining(Files::isDirectory);
    assertThat(space.openData(DurableOptions.in(root))).isEmpty();
    space.closeData();
  }

  @Test
  void newTable_durableWithoutAFolder_needsADataFolderAndAName() {
    assertThatThrownBy(() -> space.newOwner().newTable(NAME, IN_DATA))
        .isInstanceOf(BadArgumentException.class)
        .hasMessage("durable: true (expected: false, since the node has no data folder)");
    space.openData(DurableOptions.in(root));
    for (TableOptions options :
        List.of(
            TableOptions.set().withDurable(true).withPublicAccess(),
            TableOptions.set().withDurable(true).withNamedTable(),
            IN_DATA.withHeir(space.newOwner().pid()))) {
      assertThatThrownBy(() -> space.newOwner().newTable(NAME, options))
          .isInstanceOf(BadArgumentException.class)
          .hasMessage("durable: true (expected: with named_table and public, and without an heir)");
    }
    assertThat(space.all()).isEmpty();
    space.closeData();
  }

  @Test
  void openData_openElsewhere_isRefused() {
    space.openData(DurableOptions.in(root));
    assertThatThrownBy(() -> new TableSpace().openData(DurableOptions.in(root)))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("open in this process");
    assertThatThrownBy(() -> space.openData(DurableOptions.in(root.resolve("other"))))
        .isInstanceOf(IllegalStateException.class);
    space.closeData();
    space.closeData();
  }

  @Test
  void closeData_anotherSpaceWaitsForTheFolder_handsAllOver() throws Exception {
    for (int round = 0; round < 5; round++) {
      TableSpace first = new TableSpace();
      TableSpace second = new TableSpace();
      List<LocalTable> before = first.openData(DurableOptions.in(root));
      LocalTable table =
          round == 0 ? first.newOwner().newTable(NAME, IN_DATA) : first.newOwner().open(NAME);
      assertThat(before).hasSize(round == 0 ? 0 : 1);
      table.insert(object(round, round));
      AtomicInteger opened = new AtomicInteger();
      Thread opening = new Thread(() -> opened.set(openWhenReleased(second)));
      opening.start();
      first.closeData();
      opening.join();
      assertThat(opened).hasValue(round + 1);
      second.closeData();
    }
  }

  /** Opens the data folder as soon as no other space has it. Returns the number of objects. */
  private int openWhenReleased(TableSpace other) {
    while (true) {
      try {
        return other.openData(DurableOptions.in(root)).stream()
            .mapToInt(table -> (int) table.size())
            .sum();
      } catch (TableLogException e) {
        assertThat(e.reason()).hasToString("{log_error,in_use}");
      }
    }
  }

  @Test
  void openData_damagedTable_opensNone() throws IOException {
    space.openData(DurableOptions.in(root));
    space.newOwner().newTable("a", IN_DATA).insert(object(1, 1));
    LocalTable damaged = space.newOwner().newTable("b", IN_DATA);
    damaged.insert(object(1, 1));
    Path segment = damaged.log().orElseThrow().folder().resolve("log-0000000000000001");
    space.closeData();
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, new byte[100]);

    assertThatThrownBy(() -> space.openData(DurableOptions.in(root)))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining(segment.toString());
    assertThat(space.all()).isEmpty();
    Files.write(segment, bytes);
    assertThat(space.openData(DurableOptions.in(root))).hasSize(2);
    space.closeData();
  }

  /** Such as the lost+found of a file system, which the node cannot read. */
  @Test
  void openData_filesOfOthers_staysAway() throws IOException {
    Files.createDirectories(root.resolve("lost+found"));
    Files.createFile(root.resolve("lost+found").resolve("lock"));
    Files.createDirectories(root.resolve("empty"));
    Files.createFile(root.resolve("file"));
    assertThat(space.openData(DurableOptions.in(root))).isEmpty();
    space.closeData();
    assertThat(root.resolve("lost+found").resolve("lock")).exists();
    assertThat(root.resolve("empty")).exists();
  }

  @Test
  void openData_linkInPlaceOfATable_isRefused() throws IOException {
    space.openData(DurableOptions.in(root));
    LocalTable table = space.newOwner().newTable("a", IN_DATA);
    Path folder = table.log().orElseThrow().folder();
    space.closeData();
    Path elsewhere = root.resolve("elsewhere");
    Files.move(folder, elsewhere);
    Files.createSymbolicLink(folder, elsewhere);

    assertThatThrownBy(() -> space.openData(DurableOptions.in(root)))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("no folder, but with the name of one");
  }

  /** One table was emptied before the other was filled. Their logs have both for a moment. */
  @Test
  void openData_moreThanTheQuotaMeanwhile_opensAll() {
    space.openData(DurableOptions.in(root));
    for (String name : List.of("a", "b", "c")) {
      LocalTable table = space.newOwner().newTable(name, IN_DATA);
      table.insert(List.of(object(1, 1), object(2, 2)));
      table.deleteAllObjects();
      table.insert(object(3, 3));
    }
    space.closeData();
    TableSpace small = new TableSpace();
    small.limit(new Quota(10, 2, 1_000_000), new Quota(10, 2, 1_000_000));
    assertThat(small.openData(DurableOptions.in(root))).hasSize(3);
    LocalTable table = small.newOwner().open(Atom.of("a"));
    assertThatThrownBy(() -> table.insert(object(4, 4))).isInstanceOf(SystemLimitException.class);
    table.delete(IntegerTerm.of(3));
    small.closeData();
  }

  @Test
  void newTable_nameIsTakenInTheDataFolder_leavesItAsItIs() {
    space.openData(DurableOptions.in(root));
    LocalTable taken = space.newOwner().newTable("a", IN_DATA);
    assertThatThrownBy(() -> space.newOwner().newTable("a", IN_DATA))
        .isInstanceOf(BadArgumentException.class);
    assertThat(taken.log()).isPresent();
    space.closeData();
    assertThat(space.openData(DurableOptions.in(root))).hasSize(1);
    space.closeData();
  }

  @Test
  void insert_tableOfAPeer_countsForThePeerThatMadeIt() {
    TableSpace limited = new TableSpace();
    limited.limit(new Quota(1, 2, 1_000_000), Quota.UNLIMITED);
    limited.join(FakeProcesses.NODE, FakeProcesses.CREATION, new FakeProcesses());
    limited.openData(DurableOptions.in(root));
    Pid peer = FakeProcesses.process(1);
    limited.callAs(peer, true, owner -> owner.newTable(NAME, IN_DATA));
    assertThatThrownBy(() -> limited.callAs(peer, true, owner -> owner.newTable("u", IN_DATA)))
        .isInstanceOf(SystemLimitException.class);
    LocalTable table = limited.newOwner().open(NAME);
    table.insert(List.of(object(1, 1), object(2, 2)));
    assertThatThrownBy(() -> table.insert(object(3, 3))).isInstanceOf(SystemLimitException.class);
    limited.newOwner().newTable("v", IN_DATA).insert(List.of(object(1, 1), object(2, 2)));
    table.drop();
    limited.callAs(peer, true, owner -> owner.newTable("u", IN_DATA));
    assertThat(limited.all()).containsExactlyInAnyOrder(Atom.of("u"), Atom.of("v"));
    limited.closeData();
  }

  @Test
  void openData_folderUnderAnotherName_isRefused() throws IOException {
    space.openData(DurableOptions.in(root));
    LocalTable table = space.newOwner().newTable("a", IN_DATA);
    Path folder = table.log().orElseThrow().folder();
    space.closeData();
    String name = folder.getFileName().toString();
    Files.move(folder, root.resolve("b" + name.substring(1)));

    assertThatThrownBy(() -> space.openData(DurableOptions.in(root)))
        .isInstanceOf(TableLogException.class)
        .hasMessageContaining("the folder of table a is named");
  }

  @Test
  void toTerm_durable_isReadAgain() {
    assertThat(IN_DATA.toTerm().toString()).contains("{durable,true}");
    assertThat(TableOptions.fromTerms(IN_DATA.toTerm()).isDurable()).isTrue();
    assertThat(TableOptions.set().toTerm().toString()).doesNotContain("durable");
    assertThat(TableOptions.set().withDurable(folder()).toString())
        .contains("durable=DurableOptions[folder=" + folder() + ", sync=each");
  }
}
