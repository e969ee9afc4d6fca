package org.jets.bench.harness;

import java.util.List;

/**
 * A local Erlang.
 *
 * @param command the words of the command that starts it, such as {@code erl}
 * @param release such as {@code 25}
 */
public record Otp(List<String> command, String release) {
  /** Copies the list. */
  public Otp {
    command = List.copyOf(command);
  }

  /** A structure of this release: {@code ETS set, OTP 25}. */
  public Structure structure(String name) {
    return new Structure("ETS " + name + ", OTP " + release, Structure.Origin.ETS);
  }
}
