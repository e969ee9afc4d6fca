package org.jets.terms;

import java.security.SecureRandom;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The extension that gives a test method its {@link TermGenerator}. The seed is the property {@code
 * jets.seed}, or random. The message of a failure names the seed that reproduces it.
 */
public final class RandomTerms implements ParameterResolver, TestExecutionExceptionHandler {
  private static final Namespace NAMESPACE = Namespace.create(RandomTerms.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TermGenerator.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    long seed = Long.getLong("jets.seed", new SecureRandom().nextLong());
    context.getStore(NAMESPACE).put(TermGenerator.class, seed);
    return new TermGenerator(seed);
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure) {
    throw new AssertionError(
        failure
            + " (to repeat: -Djets.seed="
            + context.getStore(NAMESPACE).get(TermGenerator.class)
            + ")",
        failure);
  }
}
