package org.jets.terms.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * The oracles that a {@link LiveErlangTest} runs with. The root context of the test run owns their
 * processes and ends them.
 */
public final class LiveErlangs implements ArgumentsProvider, ExecutionCondition {
  private static final String COMMANDS = "JETS_ERL";
  private static final String DEFAULT_COMMAND = "erl";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (listedCommands() != null) {
      return ConditionEvaluationResult.enabled("JETS_ERL lists commands");
    }
    try {
      oracle(context, DEFAULT_COMMAND);
      return ConditionEvaluationResult.enabled("there is an erl");
    } catch (UncheckedIOException e) {
      String message = "no Erlang: there is no erl on the PATH, and JETS_ERL lists no command";
      if ("true".equals(System.getenv("CI"))) {
        throw new AssertionError(message, e);
      }
      return ConditionEvaluationResult.disabled(message);
    }
  }

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return oracles(context).map(Arguments::of);
  }

  /** Returns the oracle of each command at hand. */
  public static Stream<ErlangOracle> oracles(ExtensionContext context) {
    String listed = listedCommands();
    return Arrays.stream((listed == null ? DEFAULT_COMMAND : listed).split(","))
        .map(command -> oracle(context, command.strip()));
  }

  private static @Nullable String listedCommands() {
    String listed = System.getProperty(COMMANDS, System.getenv(COMMANDS));
    return listed == null || listed.isBlank() ? null : listed;
  }

  /** Returns the command's oracle, a new one if a test has ended the previous one. */
  private static ErlangOracle oracle(ExtensionContext context, String command) {
    Store store = context.getRoot().getStore(Namespace.create(LiveErlangs.class));
    ErlangOracle last = store.get(command, ErlangOracle.class);
    if (last != null && last.isAlive()) {
      return last;
    }
    try {
      ErlangOracle started = ErlangOracle.start(List.of(command.split("\\s+")));
      store.put(command, started);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
