package org.jets.terms.oracle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A test method with one parameter, an {@link ErlangOracle}, that runs once for each Erlang at
 * hand.
 *
 * <p>The system property or else the environment variable {@code JETS_ERL} lists the commands,
 * separated by commas. Without either, the command is {@code erl}. If no command is listed and
 * there is no {@code erl}, the test is skipped, or fails if {@code CI=true} is in the environment.
 * A listed command must work.
 *
 * <p>One process of each command serves all tests of a run.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", autoCloseArguments = false)
@ExtendWith(LiveErlangs.class)
@ArgumentsSource(LiveErlangs.class)
public @interface LiveErlangTest {}
