package org.jets.ets.expiry;

import org.jets.ets.event.TableChange.Cause;
import org.jspecify.annotations.Nullable;

/** The removal of expired objects of a key. */
final class Purge extends HeldUpdate {
  private final Lifetimes lives;

  Purge(Lifetimes lives) {
    this.lives = lives;
  }

  @Override
  public Cause cause() {
    return Cause.EXPIRY;
  }

  @Override
  @Nullable DatedCell updateHeld(@Nullable DatedCell cell) {
    return cell == null ? null : lives.purged(cell, lives.now());
  }
}
