package org.jets.node.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Stream;
import org.jets.terms.oracle.ErlangOracle;
import org.jets.terms.oracle.LiveErlangs;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The releases that a {@link LiveNodeTest} runs with, which end with the root context of a run. */
final class ErlangReleases implements ArgumentsProvider {

  @Override
  public Stream<? extends Arguments> provideArguments(
      ParameterDeclarations parameters, ExtensionContext context) {
    return LiveErlangs.oracles(context).map(oracle -> Arguments.of(release(context, oracle)));
  }

  private static ErlangRelease release(ExtensionContext context, ErlangOracle oracle) {
    Store store = context.getRoot().getStore(Namespace.create(ErlangReleases.class));
    return store.getOrComputeIfAbsent(
        oracle.command(),
        command -> new ErlangRelease(oracle, epmd(store, oracle)),
        ErlangRelease.class);
  }

  /** Returns the first release's epmd, which serves all nodes of a run, of any release. */
  private static Epmd epmd(Store store, ErlangOracle oracle) {
    return store.getOrComputeIfAbsent(
        Epmd.class,
        type -> {
          try {
            return Epmd.start(oracle);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        Epmd.class);
  }
}
