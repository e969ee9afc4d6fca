package org.jets.terms.internal.external;

/** The first bytes of terms in the external term format, named as in OTP's documentation. */
public final class ExternalTag {
  /** The version of the format, the first byte of a term that travels alone. */
  public static final int VERSION = 131;

  static final int NATIVE_RECORD = 67;
  static final int DIST_HEADER = 68;
  static final int DIST_FRAGMENT_HEADER = 69;
  static final int NEW_FLOAT = 70;
  static final int BIT_BINARY = 77;
  public static final int COMPRESSED = 80;
  static final int ATOM_CACHE_REF = 82;
  static final int NEW_PID = 88;
  public static final int NEW_PORT = 89;
  static final int NEWER_REFERENCE = 90;
  static final int SMALL_INTEGER = 97;
  static final int INTEGER = 98;
  static final int FLOAT = 99;
  static final int ATOM = 100;
  static final int REFERENCE = 101;
  static final int PORT = 102;
  static final int PID = 103;
  static final int SMALL_TUPLE = 104;
  static final int LARGE_TUPLE = 105;
  static final int NIL = 106;
  static final int STRING = 107;
  static final int LIST = 108;
  static final int BINARY = 109;
  static final int SMALL_BIG = 110;
  static final int LARGE_BIG = 111;
  static final int NEW_FUN = 112;
  static final int EXPORT = 113;
  static final int NEW_REFERENCE = 114;
  static final int SMALL_ATOM = 115;
  static final int MAP = 116;
  static final int FUN = 117;
  static final int ATOM_UTF8 = 118;
  static final int SMALL_ATOM_UTF8 = 119;
  public static final int V4_PORT = 120;
  static final int LOCAL = 121;

  /** The maximum number of elements of {@link #STRING}. */
  static final int MAX_STRING = 0xffff;

  /** The number of bytes of the text after {@link #FLOAT}. */
  static final int FLOAT_BYTES = 31;

  private ExternalTag() {}
}
