package org.jets.ets.watch;

/**
 * Thrown by a listener that refuses a planned change because of what another key has, which it
 * cannot be sure of while it holds the locks of its own keys. The store gives back the locks, and
 * asks again.
 */
public abstract class RefusedChangeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  protected RefusedChangeException() {
    super("refused", null, false, false);
  }

  /**
   * Throws the error of the refused call. Returns if there is no reason for it any more, and the
   * store is to try the change again. Called with no lock held.
   */
  public abstract void confirm();
}
