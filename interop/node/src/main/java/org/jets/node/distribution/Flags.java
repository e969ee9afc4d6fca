package org.jets.node.distribution;

/**
 * The capabilities of a node, as the handshake names them. The names are those that OTP has for the
 * bits.
 */
final class Flags {
  static final long PUBLISHED = 1;
  static final long EXTENDED_REFERENCES = 1 << 2;
  static final long DIST_MONITOR = 1 << 3;
  static final long FUN_TAGS = 1 << 4;
  static final long DIST_MONITOR_NAME = 1 << 5;
  static final long NEW_FUN_TAGS = 1 << 7;
  static final long EXTENDED_PIDS_PORTS = 1 << 8;
  static final long EXPORT_PTR_TAG = 1 << 9;
  static final long BIT_BINARIES = 1 << 10;
  static final long NEW_FLOATS = 1 << 11;
  static final long UNICODE_IO = 1 << 12;
  static final long DIST_HDR_ATOM_CACHE = 1 << 13;
  static final long UTF8_ATOMS = 1 << 16;
  static final long MAP_TAG = 1 << 17;
  static final long BIG_CREATION = 1 << 18;
  static final long SEND_SENDER = 1 << 19;
  static final long BIG_SEQTRACE_LABELS = 1 << 20;
  static final long EXIT_PAYLOAD = 1 << 22;
  static final long FRAGMENTS = 1 << 23;
  static final long HANDSHAKE_23 = 1 << 24;
  static final long UNLINK_ID = 1 << 25;
  static final long MANDATORY_25_DIGEST = 1 << 26;
  static final long SPAWN = 1L << 32;
  static final long NAME_ME = 1L << 33;
  static final long V4_NC = 1L << 34;
  static final long ALIAS = 1L << 35;
  static final long ALTACT_SIG = 1L << 37;

  /** The flags that every node since OTP 25 requires, and this node too. */
  static final long MANDATORY =
      EXTENDED_REFERENCES
          | FUN_TAGS
          | NEW_FUN_TAGS
          | EXTENDED_PIDS_PORTS
          | EXPORT_PTR_TAG
          | BIT_BINARIES
          | NEW_FLOATS
          | UTF8_ATOMS
          | MAP_TAG
          | BIG_CREATION
          | HANDSHAKE_23;

  /**
   * The flags of this node: all except that it is visible, which would involve OTP's {@code
   * global}.
   */
  static final long OURS =
      MANDATORY
          | DIST_MONITOR
          | DIST_MONITOR_NAME
          | UNICODE_IO
          | DIST_HDR_ATOM_CACHE
          | SEND_SENDER
          | BIG_SEQTRACE_LABELS
          | EXIT_PAYLOAD
          | FRAGMENTS
          | UNLINK_ID
          | MANDATORY_25_DIGEST
          | SPAWN
          | V4_NC
          | ALIAS
          | ALTACT_SIG;

  private Flags() {}

  /** Returns flags together with those that their shorthand stands for. */
  static long expand(long flags) {
    return (flags & MANDATORY_25_DIGEST) != 0 ? flags | MANDATORY : flags;
  }

  static boolean has(long flags, long wanted) {
    return (flags & wanted) == wanted;
  }
}
