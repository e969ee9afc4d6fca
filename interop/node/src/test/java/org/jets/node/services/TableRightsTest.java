package org.jets.node.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jets.ets.erl.EtsModule;
import org.jets.ets.erl.JetsModule;
import org.jets.node.ErlangException;
import org.jets.node.IncomingCall;
import org.jets.node.distribution.AuditLog;
import org.jets.node.distribution.RateLimitedLog;
import org.jets.terms.Atom;
import org.jets.terms.IntegerTerm;
import org.jets.terms.Pid;
import org.jets.terms.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The functions that a peer that may only read may call, of all in the modules for tables. */
class TableRightsTest {
  private static final Atom PEER = Atom.of("reader@h");

  /**
   * The functions that a peer that may only read may not call, apart from those that grow tables.
   */
  private static final Set<String> CHANGING =
      Set.of(
          "delete",
          "delete_all_objects",
          "delete_object",
          "drop_index",
          "from_dets",
          "give_away",
          "init_table",
          "internal_delete_all",
          "internal_select_delete",
          "match_delete",
          "rename",
          "safe_fixtable",
          "select_delete",
          "select_take",
          "setopts",
          "tab2file",
          "take",
          "take_all",
          "to_dets");

  static List<Tuple> functions() {
    return Stream.concat(EtsModule.exports().stream(), JetsModule.exports().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void lists_eachFunctionOfTheModules_isInExactlyOne(Tuple function) {
    Atom name = (Atom) function.element(1);
    List<Boolean> lists =
        List.of(
            TableRights.READING.contains(name),
            TableRights.GROWING.contains(name),
            CHANGING.contains(name.name()));

    assertThat(lists).containsOnlyOnce(true);
  }

  @Test
  void lists_namesOfFunctions_areOfTheModules() {
    Set<Atom> names =
        functions().stream().map(f -> (Atom) f.element(1)).collect(Collectors.toSet());

    assertThat(names)
        .containsAll(TableRights.READING)
        .containsAll(TableRights.GROWING)
        .containsAll(TableRights.GATHERING);
  }

  /** A call that ends early must not have removed objects that its caller does not get. */
  @Test
  void lists_functionsThatEndEarly_changeNothing() {
    assertThat(TableRights.READING).containsAll(TableRights.GATHERING);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void check_ofPeerThatMayOnlyRead_refusesWhatChanges(Tuple function) throws Exception {
    Atom name = (Atom) function.element(1);
    int arity = ((IntegerTerm) function.element(2)).intValue();
    TableRights rights =
        new TableRights(() -> false, PEER.name()::equals, new AuditLog(), new RateLimitedLog());
    IncomingCall call =
        new IncomingCall(
            Pid.of(PEER, 1, 0, 1), Atom.of("ets"), name, Collections.nCopies(arity, Atom.OK));

    if (CHANGING.contains(name.name()) || TableRights.GROWING.contains(name)) {
      assertThatThrownBy(() -> rights.check(call))
          .isInstanceOf(ErlangException.class)
          .hasMessageContaining("eacces");
    } else {
      rights.check(call);
    }
  }
}
