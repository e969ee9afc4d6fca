package org.jets.ets.argument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The texts of errors of files. */
class PosixErrorTest {
  static Stream<Arguments> errors() {
    return Stream.of(
        Arguments.of(new IOException("Is a directory"), "Is a directory"),
        Arguments.of(new FileSystemException("f", null, "No space left"), "f: No space left"),
        Arguments.of(new NoSuchFileException("f"), "f: enoent"),
        Arguments.of(new AccessDeniedException("f", null, "by a rule"), "f: by a rule"),
        Arguments.of(new FileSystemException("f"), "f: eio"),
        Arguments.of(new FileSystemException(null), "eio"),
        Arguments.of(new ClosedByInterruptException(), "eintr"),
        Arguments.of(new ClosedChannelException(), "eio"),
        Arguments.of(new EOFException(), "eio"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void message_eachKind_hasAReason(IOException error, String message) {
    assertThat(PosixError.message(error)).isEqualTo(message);
  }
}
