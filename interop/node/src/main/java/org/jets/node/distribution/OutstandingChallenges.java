package org.jets.node.distribution;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The challenges to which this node awaits answers. Each value is outstanding at most once. A node
 * that does not know the cookie could let this node answer its own challenge, by sending it back in
 * another handshake. So a challenge that is outstanding is never answered. Safe for use by many
 * threads.
 */
final class OutstandingChallenges {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Set<Integer> open = ConcurrentHashMap.newKeySet();

  /** Returns a new challenge, which is outstanding from now on. */
  int begin() {
    int challenge = RANDOM.nextInt();
    while (!open.add(challenge)) {
      challenge = RANDOM.nextInt();
    }
    return challenge;
  }

  /** Ends a challenge with the handshake to which it belongs. */
  void end(int challenge) {
    open.remove(challenge);
  }

  /**
   * Checks a challenge of another node before it is answered.
   *
   * @throws HandshakeException if it is a challenge of this node
   */
  void checkForeign(int challenge) throws IOException {
    if (open.contains(challenge)) {
      throw new HandshakeException("a challenge that is one of this node");
    }
  }
}
