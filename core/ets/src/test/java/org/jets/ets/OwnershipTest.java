package org.jets.ets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.jets.ets.TermCalls.apply;
import static org.jets.ets.Terms.a;
import static org.jets.ets.Terms.i;
import static org.jets.ets.Terms.l;
import static org.jets.ets.Terms.t;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jets.terms.Atom;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.junit.jupiter.api.Test;

/** Tests changes by the owner of a table: its name, its owner, its heir, its access. */
class OwnershipTest {
  private final TableSpace space = new TableSpace();
  private final Owner owner = space.newOwner();
  private final Owner other = space.newOwner();
  private final EtsTable named = owner.newTable("n", TableOptions.set().withNamedTable());
  private final EtsTable unnamed = owner.newTable("u", TableOptions.set().withPublicAccess());

  private static void assertBad(ThrowingCallable call, int argument, String cause) {
    EtsException error = catchThrowableOfType(EtsException.class, call);
    assertThat(error).isNotNull();
    assertThat(error.erlangCause().orElse(a("none"))).as("%s", error).isEqualTo(a(cause));
    assertThat(error.argument()).as("%s", error).isEqualTo(argument);
  }

  // Names

  @Test
  void rename_named_isKnownByTheNewNameAlone() {
    named.insert(t(1));
    assertThat(named.rename(a("m"))).isEqualTo(a("m"));
    assertThat(space.whereis(a("m"))).contains(named.id());
    assertThat(space.whereis(a("n"))).isEmpty();
    assertThat(named.info(a("name"))).contains(a("m"));
    assertThat(named.member(i(1))).isTrue();
    EtsTable next = owner.newTable("n", TableOptions.set().withNamedTable());
    assertBad(() -> next.rename(a("m")), 2, "none");
    assertBad(() -> next.rename(a("n")), 2, "none");
    assertBad(() -> apply(next, "rename", i(1)), 2, "none");
    named.drop();
    assertThat(next.rename(a("m"))).isEqualTo(a("m"));
    assertThat(space.all()).containsExactlyInAnyOrder(a("m"), unnamed.id());
  }

  @Test
  void rename_unnamed_changesWhatItIsCalled() {
    assertThat(unnamed.rename(a("n"))).isEqualTo(unnamed.id());
    assertThat(unnamed.name()).isEqualTo(a("n"));
    assertThat(space.whereis(a("n"))).contains(named.id());
    EtsTable others = other.open(a("n"));
    assertThatThrownBy(() -> others.rename(a("x"))).isInstanceOf(TableAccessException.class);
    unnamed.drop();
    assertThatThrownBy(() -> unnamed.rename(a("x"))).isInstanceOf(NoSuchTableException.class);
    assertThat(space.all()).containsExactly(a("n"));
  }

  // Owners

  @Test
  void giveAway_ownerOfAnotherSpace_isRefusedAndTheOwnerStays() {
    TableSpace elsewhere = new TableSpace();
    elsewhere.newOwner();
    Owner stranger = elsewhere.newOwner();
    assertThat(stranger.pid()).as("both are of no node").isEqualTo(other.pid());
    assertThatThrownBy(() -> unnamed.giveAway(stranger, a("gift")))
        .isInstanceOf(BadArgumentException.class)
        .hasMessageContaining("receiver")
        .hasMessageContaining("an owner of the table's own space");
    assertThat(unnamed.info(a("owner"))).contains(owner.pid());
    assertThat(other.pollTransfer()).isEmpty();
    assertThat(stranger.pollTransfer()).isEmpty();
    unnamed.giveAway(other, a("gift"));
    assertThat(unnamed.info(a("owner"))).contains(other.pid());
  }

  @Test
  void giveAway_toAnother_passesTheTableAndTellsIt() {
    named.setHeir(owner.pid(), a("back"));
    named.giveAway(other, l("gift"));
    assertThat(other.pollTransfer()).contains(t("ETS-TRANSFER", a("n"), owner.pid(), l("gift")));
    assertThat(named.info(a("owner"))).contains(other.pid());
    assertThat(named.info(a("heir"))).contains(owner.pid());
    assertThatThrownBy(() -> named.insert(t(1))).isInstanceOf(TableAccessException.class);
    EtsTable own = other.open("n");
    own.insert(t(1));
    other.close();
    assertThat(owner.pollTransfer()).contains(t("ETS-TRANSFER", a("n"), other.pid(), a("back")));
    assertThat(named.member(i(1))).isTrue();
    Owner receiver = space.newOwner();
    unnamed.giveAway(receiver.pid(), a("gift"));
    owner.close();
    assertThat(space.all()).containsExactly(unnamed.id());
    assertThat(receiver.isAlive()).isTrue();
  }

  @Test
  void giveAway_wrong_failsInErlangsOrder() {
    Owner ended = space.newOwner();
    ended.close();
    EtsTable others = other.open(unnamed.id());
    assertBad(() -> apply(others, "give_away", a("x"), a("gift")), 2, "none");
    assertBad(() -> others.giveAway(ended, a("gift")), 2, "none");
    assertBad(() -> others.giveAway(new TableSpace(a("a@b"), 1).newOwner(), a("gift")), 2, "none");
    assertBad(() -> others.giveAway(other, a("gift")), 2, "not_owner");
    assertBad(() -> unnamed.giveAway(owner, a("gift")), 2, "owner");
    assertThat(unnamed.info(a("owner"))).contains(owner.pid());
    unnamed.drop();
    assertBad(() -> apply(unnamed, "give_away", a("x"), a("gift")), 1, "id");
  }

  @Test
  void ownersFunctions_deletedTable_sayThatBeforeTheyLookAtArguments() {
    unnamed.drop();
    List<ThrowingCallable> calls =
        List.of(
            () -> unnamed.giveAway((Owner) null, a("gift")),
            () -> unnamed.setHeir(null),
            () -> unnamed.setHeir(null, a("data")),
            () -> unnamed.setAccess(null));
    assertThat(calls)
        .allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(NoSuchTableException.class));
  }

  // Options

  @Test
  void setopts_anyShape_setsWhatItSays() {
    apply(unnamed, "setopts", t("heir", other.pid(), 1));
    assertThat(unnamed.info(a("heir"))).contains(other.pid());
    apply(unnamed, "setopts", l(t("protection", "private"), t("heir", "none")));
    assertThat(unnamed.info(a("heir"))).contains(a("none"));
    assertThat(unnamed.info(a("protection"))).contains(a("private"));
    apply(unnamed, "setopts", l());
    apply(unnamed, "setopts", t("heir", other.pid()));
    unnamed.setAccess(Access.PROTECTED);
    assertThat(unnamed.info(a("heir"))).contains(other.pid());
    assertThat(unnamed.info(a("protection"))).contains(a("protected"));
    owner.close();
    assertThat(other.pollTransfer()).isEmpty();
    assertThat(unnamed.info(a("owner"))).contains(other.pid());
    other.open(unnamed.id()).setNoHeir();
    other.close();
    assertThat(space.all()).isEmpty();
  }

  @Test
  void setopts_wrong_changesNothing() {
    Pid foreign = Pid.of(a("a@b"), 1, 0, 1);
    Term[] bad = {
      a("heir"),
      t("heir"),
      t("heir", 1),
      t("heir", foreign),
      t("protection", "open"),
      t("keypos", 2),
      l(t("heir", "none"), t("heir", "none")),
      l(t("protection", "private"), t("protection", "public")),
      l(t("protection", "private"), t("heir", 1)),
    };
    for (Term options : bad) {
      assertBad(() -> apply(unnamed, "setopts", options), 2, "none");
    }
    assertBad(() -> apply(other, "setopts", unnamed.id(), t("heir", "none")), 2, "none");
    assertThat(unnamed.info(a("protection"))).contains(a("public"));
    Owner ended = space.newOwner();
    ended.close();
    unnamed.setHeir(ended.pid());
    assertThat(unnamed.info(a("heir"))).contains(a("none"));
  }

  @Test
  void describeTables_hasALineForEach() {
    unnamed.insert(t(1));
    String text = space.describeTables();
    assertThat(text.lines()).hasSize(4);
    assertThat(text.lines().skip(2))
        .anyMatch(line -> line.startsWith(" n               n                 set   0 "))
        .anyMatch(line -> line.contains(unnamed.id().toString()) && line.contains("set   1 "));
    assertThat(text).contains(Atom.of("owner").name(), owner.pid().toString());
  }
}
