package org.jets.testkit;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * A hook that applies {@code jets.scale} and {@code jets.seed} to the properties of a class. The
 * scale multiplies the number of tries of a property. The seed, if given, is the seed of each
 * property. The message of a failure names the seed that reproduces it.
 */
public final class ScaledProperties implements AroundPropertyHook {
  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    PropertyAttributes attributes = context.attributes();
    attributes.tries().ifPresent(tries -> attributes.setTries(TestScale.count(tries)));
    String seed = System.getProperty("jets.seed");
    if (seed != null) {
      attributes.setSeed(seed);
    }
    PropertyExecutionResult result = property.execute();
    return result
        .throwable()
        .map(failure -> result.mapToFailed(withSeed(failure, result.seed().orElse("unknown"))))
        .orElse(result);
  }

  private static AssertionError withSeed(Throwable failure, String seed) {
    return new AssertionError(failure + " (to repeat: -Djets.seed=" + seed + ")", failure);
  }
}
