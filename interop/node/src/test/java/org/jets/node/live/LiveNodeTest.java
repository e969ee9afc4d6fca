package org.jets.node.live;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jets.terms.oracle.LiveErlangs;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * Marks a test method with one parameter, an {@link ErlangRelease}, that runs once for each
 * available Erlang. The releases, and the cases in which it is skipped or fails, are those of
 * {@link org.jets.terms.oracle.LiveErlangTest}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}", autoCloseArguments = false)
@ExtendWith(LiveErlangs.class)
@ArgumentsSource(ErlangReleases.class)
public @interface LiveNodeTest {}
