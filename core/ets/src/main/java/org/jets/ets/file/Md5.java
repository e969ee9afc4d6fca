package org.jets.ets.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of these files, which protects against accidents but not against attackers. */
final class Md5 {
  private Md5() {}

  /** Starts a digest. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
