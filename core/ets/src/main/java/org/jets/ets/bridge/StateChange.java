package org.jets.ets.bridge;

import org.jets.ets.Access;
import org.jets.terms.Pid;
import org.jets.terms.Term;
import org.jspecify.annotations.Nullable;

/**
 * The options of {@code ets:setopts/2}.
 *
 * @param setsHeir whether the heir is set, to none if {@code heir} is null
 * @param heirData the data that the heir receives with the transfer; null if the heir gets no
 *     message
 * @param access the new access; null to leave it unchanged
 */
public record StateChange(
    boolean setsHeir, @Nullable Pid heir, @Nullable Term heirData, @Nullable Access access) {}
