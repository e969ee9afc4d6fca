package org.jets.ets;

/**
 * One call of {@code safe_fixtable} that has not been taken back.
 *
 * @param handle {@link LocalHandle#fixationKey} of the handle that it came through, and with which
 *     it ends
 */
record Fixation(Object handle) {}
