package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.ets.bridge.TermCaller;
import org.jets.ets.bridge.TermTable;
import org.jets.ets.erl.EtsCallException;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.file.FileName;
import org.jets.ets.file.LogItems;
import org.jets.terms.Atom;
import org.jets.terms.Binary;
import org.jets.terms.DecodeOptions;
import org.jets.terms.ExternalTermFormat;
import org.jets.terms.ListTerm;
import org.jets.terms.Term;
import org.jets.terms.TermParser;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TabFileTest {
  @TempDir private Path folder;

  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();

  @AfterEach
  void endOwner() {
    owner.close();
    assertThat(space.all()).isEmpty();
  }

  private Path file() {
    return folder.resolve("table");
  }

  private static Tuple fileError(Path file, String posix) {
    return t("file_error", ListTerm.ofText(file.toString()), posix);
  }

  private static void assertReason(Term reason, ThrowingCallable call) {
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(call)
        .satisfies(error -> assertThat(error.reason()).isEqualTo(reason));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  // Round trips

  @ParameterizedTest
  @MethodSource("org.jets.ets.Variant#all")
  void file2tab_whatTab2fileWrote_isTheSameTable(Variant variant) {
    LocalTable table =
        owner.newTable(
            "there",
            variant
                .options()
                .withKeypos(2)
                .withPublicAccess()
                .withCompressed(true)
                .withReadConcurrency(true)
                .withWriteConcurrency(WriteConcurrency.AUTO));
    for (int n = 0; n < 1_000; n++) {
      table.insert(t(n, n % 300, Binary.of(new byte[n])));
    }
    table.tab2file(file(), SaveOptions.plain().withObjectCount().withMd5sum().withSync());
    LocalTable back =
        owner.file2tab(
            file(), LoadOptions.defaults().withVerification().withBackend(variant.backend()));
    assertThat(back.tab2list()).containsExactlyInAnyOrderElementsOf(table.tab2list());
    for (int key = 0; key < 300; key++) {
      assertThat(back.lookup(i(key))).isEqualTo(table.lookup(i(key)));
    }
    assertThat(back.backend()).isEqualTo(variant.backend());
    List<Term> same = new ArrayList<>(table.info().orElseThrow().toList());
    List<Term> info = new ArrayList<>(back.info().orElseThrow().toList());
    List<String> own = List.of("id", "memory");
    same.removeIf(pair -> own.contains(((Atom) ((Tuple) pair).element(1)).name()));
    info.removeIf(pair -> own.contains(((Atom) ((Tuple) pair).element(1)).name()));
    assertThat(info).isEqualTo(same);
  }

  @ParameterizedTest
  @EnumSource
  void file2tab_nothingSaidOfWriters_hasTheStoreOfItsType(TableType type) {
    owner.newTable("t", TableOptions.of(type)).tab2file(file(), SaveOptions.plain());
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).backend())
        .isEqualTo(TableOptions.of(type).backend());
  }

  @Test
  void file2tab_locksNamed_hasLocks() {
    TableOptions options = TableOptions.set().withWriteConcurrency(WriteConcurrency.TRUE);
    owner.newTable("t", options).tab2file(file(), SaveOptions.plain());
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).backend())
        .isEqualTo(options.backend());
  }

  @Test
  void file2tab_namedTable_needsItsName() {
    LocalTable table =
        owner.newTable("named", TableOptions.bag().withNamedTable().withAccess(Access.PRIVATE));
    table.tab2file(file(), SaveOptions.plain());
    assertReason(
        a("cannot_create_table"),
        () -> owner.file2tab(file(), LoadOptions.defaults().withoutVerification()));
    table.drop();
    Owner other = space.newOwner();
    LocalTable back = other.file2tab(file());
    assertThat(owner.open("named").id()).isEqualTo(back.id());
    assertThatExceptionOfType(TableAccessException.class)
        .isThrownBy(() -> owner.open("named").lookup(i(1)));
    other.close();
    assertThat(space.all()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, 101, 200, 5_000})
  void file2tab_anyNumberOfObjects_hasThemAll(int count) {
    LocalTable table = owner.newTable("t", TableOptions.orderedSet());
    IntStream.range(0, count).forEach(n -> table.insert(t(n)));
    table.tab2file(file(), SaveOptions.plain());
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withVerification()).tab2list())
        .isEqualTo(table.tab2list());
  }

  @Test
  void tab2file_largeObjects_haveADigestOfTheirSize() throws IOException {
    LocalTable table = owner.newTable("t", TableOptions.orderedSet());
    // The term has ten bytes besides the binary.
    table.insert(t(1, Binary.of(new byte[65_527 - 10])));
    table.insert(t(2, Binary.of(new byte[65_528 - 10])));
    table.tab2file(file(), SaveOptions.plain());
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file()));
    bytes.position(8 + 8 + bytes.getInt(8));
    assertThat(bytes.getInt()).isEqualTo(65_527);
    bytes.position(bytes.position() + 4 + 65_527);
    assertThat(bytes.getInt()).isEqualTo(65_528);
    assertThat(bytes.getInt())
        .isEqualTo(ByteBuffer.wrap("bWLA".getBytes(StandardCharsets.US_ASCII)).getInt());
    assertThat(bytes.remaining()).isEqualTo(16 + 65_528);
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).tab2list())
        .isEqualTo(table.tab2list());
  }

  @Test
  void file2tab_manyMegabytes_isTheSameTable() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    for (int n = 0; n < 50_000; n++) {
      table.insert(
          t(n, Binary.of(new byte[n % 500]), n % 5_000 == 0 ? Binary.of(new byte[1 << 20]) : l()));
    }
    table.tab2file(file(), SaveOptions.plain().withMd5sum());
    LocalTable back = owner.file2tab(file(), LoadOptions.defaults().withVerification());
    assertThat(back.size()).isEqualTo(50_000);
    table.stream()
        .forEach(object -> assertThat(back.lookup(object.element(1))).containsExactly(object));
  }

  @Test
  void tab2file_whileOthersWrite_hasWhatIsThereThroughoutOnce() throws InterruptedException {
    int staying = 20_000;
    LocalTable table = owner.newTable("t", TableOptions.duplicateBag().withPublicAccess());
    IntStream.range(0, staying).forEach(n -> table.insert(t(n)));
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int n = staying; !stop.get(); n++) {
                table.insert(t(n));
                table.delete(i(n - 5_000 < staying ? n : n - 5_000));
              }
            });
    writer.start();
    try {
      for (int round = 0; round < 5; round++) {
        table.tab2file(file(), SaveOptions.plain().withObjectCount());
        LocalTable back = owner.file2tab(file(), LoadOptions.defaults().withVerification());
        for (int n = 0; n < staying; n++) {
          assertThat(back.lookup(i(n))).hasSize(1);
        }
        back.drop();
      }
    } finally {
      stop.set(true);
      writer.join();
    }
  }

  // Files written by Erlang, byte for byte

  private byte[] golden(String name) throws IOException {
    try (InputStream bytes = TabFileTest.class.getResourceAsStream("files/" + name)) {
      return Objects.requireNonNull(bytes, name).readAllBytes();
    }
  }

  private LocalTable loadGolden(String name) throws IOException {
    Files.write(file(), golden(name));
    return owner.file2tab(file(), LoadOptions.defaults().withVerification());
  }

  @ParameterizedTest
  @ValueSource(strings = {"otp25_plain.tab", "otp29_plain.tab"})
  void file2tab_plainFileOfErlang_isItsTable(String name) throws IOException {
    LocalTable table = loadGolden(name);
    assertThat(TabFile.info(file()))
        .hasToString(
            "[{name,golden},{type,duplicate_bag},{protection,private},{named_table,false},"
                + "{keypos,2},{size,3},{extended_info,[]},{version,{1,0}}]");
    assertThat(table.info(a("protection"))).contains(a("private"));
    assertThat(table.lookup(a("k"))).hasToString("[{a,k}, {b,k,[1,2|3]}, {a,k}]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"otp25_extended.tab", "otp29_extended.tab"})
  void file2tab_extendedFileOfErlang_isItsTable(String name) throws IOException {
    LocalTable table = loadGolden(name);
    assertThat(TabFile.info(file()))
        .hasToString(
            "[{name,golden},{type,ordered_set},{protection,public},{named_table,true},"
                + "{keypos,1},{size,4},{extended_info,[object_count,md5sum]},{version,{1,0}}]");
    assertThat(owner.find("golden")).isPresent();
    assertThat(table.info(a("write_concurrency"))).contains(a("true"));
    assertThat(table.info(a("read_concurrency"))).contains(a("true"));
    assertThat(table.info(a("compressed"))).contains(a("true"));
    assertThat(table.tab2list())
        .isEqualTo(
            List.of(
                t(1, TermParser.parse("#{x => <<5:3>>}")),
                t(2.5, ListTerm.ofText("text"), l()),
                t(t(), -1.0e10, BigInteger.ONE.shiftLeft(70)),
                t(Binary.of("key"), l(l()))));
  }

  @Test
  void tab2file_tableOfErlang_hasErlangsBytesButForTheHeader() throws IOException {
    LocalTable table = loadGolden("otp29_plain.tab");
    byte[] theirs = Files.readAllBytes(file());
    table.tab2file(file(), SaveOptions.plain());
    byte[] ours = Files.readAllBytes(file());
    assertThat(Arrays.copyOf(ours, 8)).isEqualTo(Arrays.copyOf(theirs, 8));
    assertThat(objects(ours)).isEqualTo(objects(theirs));
  }

  private static byte[] objects(byte[] file) {
    return Arrays.copyOfRange(file, 16 + ByteBuffer.wrap(file).getInt(8), file.length);
  }

  // Verification

  private byte[] save(SaveOptions options) throws IOException {
    LocalTable table = owner.newTable("t", TableOptions.orderedSet());
    IntStream.range(0, 10).forEach(n -> table.insert(t(n, "value")));
    table.tab2file(file(), options);
    table.drop();
    return Files.readAllBytes(file());
  }

  private void replace(byte[] file, String from, String to) throws IOException {
    String text = new String(file, StandardCharsets.ISO_8859_1);
    int at = text.lastIndexOf(from);
    String changed = text.substring(0, at) + to + text.substring(at + from.length());
    Files.write(file(), changed.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void file2tab_verifiedFileWithAnotherDigest_isRefused() throws IOException {
    replace(save(SaveOptions.plain().withMd5sum()), "value", "VALUE");
    assertReason(
        a("checksum_error"),
        () -> owner.file2tab(file(), LoadOptions.defaults().withVerification()));
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).lookup(i(9)))
        .containsExactly(t(9, "VALUE"));
  }

  @Test
  void file2tab_verifiedFileWithAnotherCount_isRefused() throws IOException {
    replace(save(SaveOptions.plain().withObjectCount()), "counta\n", "counta\u000b");
    assertReason(
        a("invalid_object_count"),
        () -> owner.file2tab(file(), LoadOptions.defaults().withVerification()));
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).size())
        .isEqualTo(10);
  }

  @Test
  void file2tab_fileThatWasCutOff_hasTheObjectsBefore() throws IOException {
    byte[] file = save(SaveOptions.plain());
    Files.write(file(), Arrays.copyOf(file, file.length - 30));
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).size())
        .isEqualTo(8);
    assertReason(
        a("badfile"), () -> owner.file2tab(file(), LoadOptions.defaults().withVerification()));
  }

  @Test
  void file2tab_fileThatWasNotClosed_isRead() throws IOException {
    byte[] file = save(SaveOptions.plain());
    System.arraycopy(new byte[] {6, 7, 8, 9}, 0, file, 4, 4);
    Files.write(file(), file);
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withVerification()).size())
        .isEqualTo(10);
  }

  @Test
  void file2tab_laterVersion_isRefused() throws IOException {
    replace(save(SaveOptions.plain()), "major_versiona\u0001", "major_versiona\u0002");
    assertReason(
        t("unsupported_file_version", t(2, 0)),
        () -> owner.file2tab(file(), LoadOptions.defaults().withoutVerification()));
  }

  // Damage that must not cost memory

  @Test
  void file2tab_sizeBeyondTheFile_claimsNoMemory() throws IOException {
    byte[] file = save(SaveOptions.plain());
    for (int size : new int[] {100_000, Integer.MAX_VALUE, -1}) {
      ByteBuffer longer = ByteBuffer.allocate(file.length + 24 + 100);
      longer.put(file).putInt(size).put("bWLA".getBytes(StandardCharsets.US_ASCII));
      longer.put(LogItems.digestOfSize(size));
      Files.write(file(), longer.array());
      assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).size())
          .isEqualTo(10);
      assertReason(
          a("badfile"), () -> owner.file2tab(file(), LoadOptions.defaults().withVerification()));
    }
  }

  /** A file at which Erlang 25 and 29 never terminate. */
  @Test
  void file2tab_cutInTheDigestOfASize_ends() throws IOException {
    byte[] file = save(SaveOptions.plain());
    ByteBuffer longer = ByteBuffer.allocate(file.length + 20);
    longer.put(file).putInt(100_000).put("bWLA".getBytes(StandardCharsets.US_ASCII));
    Files.write(file(), longer.array());
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).size())
        .isEqualTo(10);
    assertReason(
        a("badfile"), () -> owner.file2tab(file(), LoadOptions.defaults().withVerification()));
  }

  @Test
  void file2tab_objectBeyondALimit_countsAsDamaged() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    table.insert(t(1, l(l(l(l())))));
    table.tab2file(file(), SaveOptions.plain());
    LoadOptions limited =
        LoadOptions.defaults()
            .withVerification()
            .withDecoding(DecodeOptions.defaults().withMaxDepth(3));
    assertReason(a("badfile"), () -> owner.file2tab(file(), limited));
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withVerification()).size())
        .isEqualTo(1);
  }

  @Test
  void file2tab_somethingElseThanObjects_leavesNoTable() throws IOException {
    LocalTable table = owner.newTable("t", TableOptions.set().withKeypos(2).withNamedTable());
    table.insert(t(1, 2));
    table.tab2file(file(), SaveOptions.plain());
    table.drop();
    byte[] file = Files.readAllBytes(file());
    ByteBuffer longer = ByteBuffer.allocate(file.length + 13);
    byte[] tooShort = ExternalTermFormat.encode(t(1));
    longer.put(file).putInt(tooShort.length).put("bWLA".getBytes(StandardCharsets.US_ASCII));
    Files.write(file(), longer.put(tooShort).array());
    assertReason(
        a("badfile"), () -> owner.file2tab(file(), LoadOptions.defaults().withoutVerification()));
    assertThat(space.all()).containsExactly();
  }

  // Files that cannot be read or written

  @Test
  void file2tab_noFile_isAReadError() throws IOException {
    Path none = folder.resolve("none");
    assertReason(t("read_error", fileError(none, "enoent")), () -> owner.file2tab(none));
    assertReason(t("read_error", fileError(none, "enoent")), () -> TabFile.info(none));
    assertReason(t("read_error", fileError(folder, "eisdir")), () -> owner.file2tab(folder));
    Files.writeString(file(), "no table");
    Path below = file().resolve("x");
    assertReason(t("read_error", fileError(below, "enotdir")), () -> owner.file2tab(below));
    Term name = ListTerm.ofText(file().toString());
    assertReason(
        t("read_error", t("not_a_log_file", name)),
        () -> owner.file2tab(file(), LoadOptions.defaults().withoutVerification()));
    assertReason(t("read_error", t("not_a_log_file", name)), () -> TabFile.info(file()));
  }

  @Test
  void tab2file_placeThatIsNone_isAnErrorAndLeavesNothing() throws IOException {
    LocalTable table = owner.newTable("t", TableOptions.set());
    Path none = folder.resolve("none").resolve("x");
    assertReason(fileError(none, "enoent"), () -> table.tab2file(none));
    assertReason(a("eaccess"), () -> table.tab2file(folder));
    Files.writeString(file(), "content");
    assertReason(a("eaccess"), () -> table.tab2file(file().resolve("x")));
    Path longName = folder.resolve("x".repeat(300));
    assertReason(a("eaccess"), () -> table.tab2file(longName));
    assertThat(files()).containsExactly(file());
    assertThat(file()).hasContent("content");
  }

  @Test
  void tab2file_fileOrLink_isReplacedAndNothingElseIsLeft() throws IOException {
    LocalTable table = owner.newTable("t", TableOptions.set());
    Path other = Files.writeString(folder.resolve("other"), "content");
    Files.createSymbolicLink(file(), other);
    table.tab2file(file(), SaveOptions.plain());
    assertThat(file()).isRegularFile();
    assertThat(Files.isSymbolicLink(file())).isFalse();
    table.tab2file(file(), SaveOptions.plain());
    assertThat(other).hasContent("content");
    assertThat(files()).containsExactlyInAnyOrder(file(), other);
    assertThat(TabFile.info(file())).contains(t("size", 0));
  }

  @Test
  void tab2file_tableThatIsGoneOrForbidden_leavesTheFile() throws IOException {
    Files.writeString(file(), "content");
    LocalTable table =
        owner.newTable("t", TableOptions.set().withAccess(Access.PRIVATE).withNamedTable());
    try (Owner other = space.newOwner()) {
      LocalTable theirs = other.open("t");
      assertThatExceptionOfType(TableAccessException.class)
          .isThrownBy(() -> theirs.tab2file(file(), SaveOptions.plain()));
    }
    table.drop();
    assertThatExceptionOfType(NoSuchTableException.class)
        .isThrownBy(() -> table.tab2file(file(), SaveOptions.plain()));
    assertThat(file()).hasContent("content");
  }

  // Erlang's arguments

  @Test
  void tab2file_optionsAsTerms_areErlangs() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    Term name = l(ListTerm.ofText(folder.toString()), (int) '/', a("table"));
    assertOption(table, name, l("sync"), t("unknown_option", "sync"));
    assertOption(table, name, l(t("sync", "maybe")), t("unknown_option", t("sync", "maybe")));
    assertOption(
        table,
        name,
        l(t("extended_info", l("foo"))),
        t("unknown_option", l(t("extended_info", l("foo")))));
    assertOption(table, name, l(t("extended_info", "md5sum")), t("malformed_option", "md5sum"));
    Tuple none = t("extended_info", l());
    assertOption(table, name, l(none, none), t("unknown_option", none));
    Term improper = ListTerm.cons(t("sync", "true"), a("x"));
    assertOption(table, name, improper, t("malformed_option", "x"));
    assertThatExceptionOfType(FunctionClauseException.class)
        .isThrownBy(() -> save(table, name, a("foo")));
    assertThat(file()).doesNotExist();
    save(table, name, l(t("sync", "true"), t("extended_info", l("md5sum", "md5sum"))));
    assertThat(TabFile.info(file())).contains(t("extended_info", l("md5sum")));
  }

  private static void save(LocalTable table, Term file, Term options) {
    ((TermTable) table).save(FileName.of(file), SaveOptions.fromTerms(options));
  }

  private Term load(Term file, Term options) {
    return ((TermCaller) owner).load(FileName.of(file), LoadOptions.fromTerms(options));
  }

  private static void assertOption(LocalTable table, Term file, Term options, Term reason) {
    assertReason(reason, () -> save(table, file, options));
  }

  @Test
  void file2tab_optionsAsTerms_areErlangs() {
    Term name = a("/nowhere/table");
    Consumer<Term> load = options -> load(name, options);
    assertReason(t("malformed_option", "bar"), () -> load.accept(a("bar")));
    assertReason(t("unknown_option", "bar"), () -> load.accept(l("bar")));
    assertReason(t("unknown_option", t("verify", 1)), () -> load.accept(l(t("verify", 1))));
    Term twice = l(t("verify", "true"), t("verify", "false"));
    assertReason(t("read_error", t("file_error", name, "enoent")), () -> load.accept(twice));
  }

  @Test
  void files_namesThatAreNone_areErlangsErrors() {
    LocalTable table = owner.newTable("t", TableOptions.set());
    Tuple mode = t("mode", "read_only");
    assertReason(t("read_error", t("badarg", l(t("file", 1), mode))), () -> load(i(1), l()));
    assertReason(a("eaccess"), () -> save(table, i(1), l()));
    assertThatExceptionOfType(EtsCallException.class)
        .isThrownBy(() -> EtsModule.apply(owner, a("tabfile_info"), List.of(i(1))))
        .withCauseInstanceOf(FunctionClauseException.class);
    Term bad = l(a("x"), -1);
    assertReason(t("read_error", t("file_error", bad, "badarg")), () -> load(bad, l()));
    assertReason(t("read_error", t("file_error", l(), "enoent")), () -> load(l(), l()));
    assertReason(t("file_error", l(), "enoent"), () -> save(table, l(), l()));
  }

  @Test
  void exception_fileThatIsNotThere_saysWhichAndWhy() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> owner.file2tab(none))
        .hasMessage("file: %s, enoent (expected: a file that can be read)", none)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void file2tab_byDefault_noticesAChangedByteInAnObject() throws Exception {
    replace(save(SaveOptions.defaults()), "value", "VALUE");
    assertReason(a("checksum_error"), () -> owner.file2tab(file()));
    assertThat(owner.file2tab(file(), LoadOptions.defaults().withoutVerification()).size())
        .isPositive();
  }

  /**
   * Changes any bit, with two exceptions. Readers ignore the status, and an atom at the end has two
   * encodings, told by its tag.
   */
  @Test
  void file2tab_byDefault_noticesAnyChangedBit() throws Exception {
    TableOptions options =
        TableOptions.set()
            .withKeypos(2)
            .withPublicAccess()
            .withReadConcurrency(true)
            .withWriteConcurrency(WriteConcurrency.AUTO)
            .withCompressed(true);
    for (SaveOptions saved : List.of(SaveOptions.defaults(), SaveOptions.plain().withMd5sum())) {
      LocalTable table = owner.newTable("t", options);
      table.insert(List.of(t(1, "a"), t("b", 2.5)));
      table.tab2file(file(), saved);
      table.drop();
      byte[] file = Files.readAllBytes(file());
      int footer = new String(file, StandardCharsets.ISO_8859_1).lastIndexOf("bWLA");
      for (int at = 0; at < file.length; at++) {
        boolean isStatus = at >= 4 && at < 8;
        boolean isAtom = at > footer && file[at] == 'w';
        if (!isStatus && !isAtom) {
          assertEachBitIsNoticed(file, at);
        }
      }
    }
  }

  private void assertEachBitIsNoticed(byte[] file, int at) throws IOException {
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      byte[] damaged = file.clone();
      damaged[at] ^= (byte) (1 << bit);
      Files.write(file(), damaged);
      assertThatThrownBy(() -> owner.file2tab(file()))
          .as("byte %d of %d, bit %d", at, file.length, bit)
          .isInstanceOf(TableFileException.class);
    }
    assertThat(space.all()).isEmpty();
  }

  /** Erlang relies only on the header. */
  @Test
  void file2tab_headerThatHidesTheDigest_isRefusedUnlikeByErlang() throws Exception {
    replace(save(SaveOptions.defaults()), "extended_info", "extended_inf0");
    assertReason(a("checksum_error"), () -> owner.file2tab(file()));
    Term loaded = load(ListTerm.ofText(file().toString()), l(t("verify", "true")));
    assertThat(owner.open(loaded).size()).isEqualTo(10);
  }

  @Test
  void file2tab_itemBehindTheLast_isRefused() throws Exception {
    byte[] file = save(SaveOptions.defaults());
    byte[] object = ExternalTermFormat.encode(t(11, 11));
    ByteBuffer longer = ByteBuffer.allocate(file.length + 8 + object.length);
    longer.put(file).putInt(object.length).put("bWLA".getBytes(StandardCharsets.US_ASCII));
    Files.write(file(), longer.put(object).array());
    assertReason(a("badfile"), () -> owner.file2tab(file()));
  }

  @Test
  void tab2file_leftovers_areRemovedButThoseInUse() throws Exception {
    Path left = file().resolveSibling(".jets-00000000000012ab.tmp");
    Path used = file().resolveSibling(".jets-00000000000034cd.tmp");
    Path others = file().resolveSibling(".jets-mine.tmp");
    Files.write(left, new byte[10]);
    Files.write(used, new byte[10]);
    Files.write(others, new byte[10]);
    try (FileChannel channel = FileChannel.open(used, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      save(SaveOptions.defaults());
    }
    assertThat(left).doesNotExist();
    assertThat(used).exists();
    assertThat(others).exists();
    save(SaveOptions.defaults().withoutForce());
    assertThat(used).doesNotExist();
    assertThat(owner.file2tab(file()).size()).isPositive();
  }
}
