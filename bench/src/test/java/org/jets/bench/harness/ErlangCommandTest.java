package org.jets.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ErlangCommandTest {

  @Test
  void commands_severalWithArguments_areTheWordsOfEach() {
    List<String> commands = ErlangCommand.commands(" chroot  /opt/erlang erl , erl");

    assertThat(commands).hasSize(2);
    assertThat(ErlangCommand.words(commands.get(0)))
        .containsExactly("chroot", "/opt/erlang", "erl");
    assertThat(ErlangCommand.words(commands.get(1))).containsExactly("erl");
    assertThat(ErlangCommand.commands("/usr/bin/erl")).containsExactly("/usr/bin/erl");
  }

  @Test
  void commands_none_isErl() {
    assertThat(ErlangCommand.commands(null)).containsExactly("erl");
    assertThat(ErlangCommand.commands(" ")).containsExactly("erl");
  }
}
