package org.jets.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErlangCommandTest {

  @Test
  void words_severalWithArguments_isTheWordsOfTheFirst() {
    assertThat(ErlangCommand.words(" chroot  /opt/erlang erl , erl"))
        .containsExactly("chroot", "/opt/erlang", "erl");
    assertThat(ErlangCommand.words("/usr/bin/erl")).containsExactly("/usr/bin/erl");
  }

  @Test
  void words_none_isErl() {
    assertThat(ErlangCommand.words(null)).containsExactly("erl");
    assertThat(ErlangCommand.words(" ")).containsExactly("erl");
  }
}
