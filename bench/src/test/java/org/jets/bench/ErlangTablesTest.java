package org.jets.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErlangTablesTest {

  @Test
  void command_severalWithArguments_isTheWordsOfTheFirst() {
    assertThat(ErlangTables.command(" chroot  /opt/erlang erl , erl"))
        .containsExactly("chroot", "/opt/erlang", "erl");
    assertThat(ErlangTables.command("/usr/bin/erl")).containsExactly("/usr/bin/erl");
  }

  @Test
  void command_none_isErl() {
    assertThat(ErlangTables.command(null)).containsExactly("erl");
    assertThat(ErlangTables.command(" ")).containsExactly("erl");
  }
}
