package org.jets.node.distribution;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The challenges to which a node awaits answers. Each is out once. A node that does not know the
 * cookie could have this one answer its own challenge, by sending it back in another handshake: so
 * none of them is answered. Safe for use by many threads.
 */
final class Challenges {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Set<Integer> open = ConcurrentHashMap.newKeySet();

  /** Returns a challenge that is not out, and is from now on. */
  int begin() {
    int challenge = RANDOM.nextInt();
    while (!open.add(challenge)) {
      challenge = RANDOM.nextInt();
    }
    return challenge;
  }

  /** The handshake is over to which a challenge belongs. */
  void end(int challenge) {
    open.remove(challenge);
  }

  /**
   * Checks a challenge of another node, before it is answered.
   *
   * @throws HandshakeException if it is one of this node
   */
  void checkForeign(int challenge) throws IOException {
    if (open.contains(challenge)) {
      throw new HandshakeException("a challenge that is one of this node");
    }
  }
}
