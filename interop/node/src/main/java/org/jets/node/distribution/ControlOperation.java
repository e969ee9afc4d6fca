package org.jets.node.distribution;

/** The numbers that control messages begin with. The names are OTP's. */
final class ControlOperation {
  static final int LINK = 1;
  static final int SEND = 2;
  static final int EXIT = 3;
  static final int UNLINK = 4;
  static final int REG_SEND = 6;
  static final int GROUP_LEADER = 7;
  static final int EXIT2 = 8;
  static final int SEND_TT = 12;
  static final int EXIT_TT = 13;
  static final int REG_SEND_TT = 16;
  static final int EXIT2_TT = 18;
  static final int MONITOR_P = 19;
  static final int DEMONITOR_P = 20;
  static final int MONITOR_P_EXIT = 21;
  static final int SEND_SENDER = 22;
  static final int SEND_SENDER_TT = 23;
  static final int PAYLOAD_EXIT = 24;
  static final int PAYLOAD_EXIT_TT = 25;
  static final int PAYLOAD_EXIT2 = 26;
  static final int PAYLOAD_EXIT2_TT = 27;
  static final int PAYLOAD_MONITOR_P_EXIT = 28;
  static final int SPAWN_REQUEST = 29;
  static final int SPAWN_REQUEST_TT = 30;
  static final int SPAWN_REPLY = 31;
  static final int SPAWN_REPLY_TT = 32;
  static final int ALIAS_SEND = 33;
  static final int ALIAS_SEND_TT = 34;
  static final int UNLINK_ID = 35;
  static final int UNLINK_ID_ACK = 36;
  static final int ALTACT_SIG_SEND = 37;

  /** Flag of {@link #ALTACT_SIG_SEND}: there is a token. */
  static final int ALTACT_TOKEN = 2;

  /** Flag of {@link #ALTACT_SIG_SEND}: the receiver is an alias. */
  static final int ALTACT_ALIAS = 4;

  /** Flag of {@link #ALTACT_SIG_SEND}: the receiver is a name. */
  static final int ALTACT_NAME = 8;

  /** Flag of {@link #ALTACT_SIG_SEND}: the payload is an exit reason. */
  static final int ALTACT_EXIT = 16;

  /** Flag of {@link #SPAWN_REPLY}: the new process is linked. */
  static final int SPAWN_LINKED = 1;

  /** Flag of {@link #SPAWN_REPLY}: the new process is monitored. */
  static final int SPAWN_MONITORED = 2;

  private ControlOperation() {}
}
