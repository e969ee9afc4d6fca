package org.jets.node;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jets.terms.Atom;
import org.jets.terms.Term;

/** A module with functions that wait until they are interrupted. */
final class WaitingModule implements ExposedModule {
  private final CountDownLatch began = new CountDownLatch(1);
  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();

  @Override
  public Term call(IncomingCall call) throws InterruptedException {
    began.countDown();
    try {
      Thread.sleep(Await.BOUND.toMillis());
      interrupted.complete(false);
    } catch (InterruptedException e) {
      interrupted.complete(true);
      throw e;
    }
    return Atom.OK;
  }

  /** Waits until a function has been called. */
  void awaitCall() throws InterruptedException {
    Await.count(began);
  }

  /** Waits until the function has ended; returns whether it was interrupted. */
  boolean wasInterrupted() {
    return Await.value(interrupted);
  }
}
