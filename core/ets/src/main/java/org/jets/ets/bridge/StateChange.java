package org.jets.ets.bridge;

import org.jets.ets.Access;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code ets:setopts/2}.
 *
 * @param setsHeir whether the heir is set, to none if {@code heir} is null
 * @param heirData what the heir is told with the transfer; null: it is not told
 * @param access null: it stays as it is
 */
public record StateChange(
    boolean setsHeir, @Nullable Pid heir, @Nullable Term heirData, @Nullable Access access) {}
