package org.jets.node.distribution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The secret that nodes share. A node proves that it knows the cookie by answering a challenge. The
 * cookie itself is never sent, and appears in no text that this class makes.
 */
public final class Cookie {
  private static final int MAX_LENGTH = 255;
  private static final int FIRST_CHARACTER = 0x20;
  private static final int LAST_CHARACTER = 0x7e;

  private static final Set<PosixFilePermission> OWNERS =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private final byte[] characters;

  private Cookie(byte[] characters) {
    this.characters = characters;
  }

  /**
   * Returns the cookie of these characters.
   *
   * @throws IllegalArgumentException if they are none, too many for an atom, or not printable ASCII
   */
  public static Cookie of(String characters) {
    Objects.requireNonNull(characters, "characters");
    byte[] bytes = characters.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "cookie: " + bytes.length + " characters (expected: 1.." + MAX_LENGTH + ")");
    }
    if (lengthOfText(bytes) < bytes.length) {
      throw new IllegalArgumentException("cookie: not only printable ASCII");
    }
    return new Cookie(bytes);
  }

  /**
   * Reads the cookie of a file, as Erlang does: up to the end of the first line. On Unix, only its
   * owner may have access to the file.
   *
   * @throws IOException if the file cannot be read, other users have access to it, or its content
   *     is no cookie
   */
  public static Cookie read(Path file) throws IOException {
    Objects.requireNonNull(file, "file");
    if (Files.notExists(file)) {
      throw new IOException("cookie file " + file + ": does not exist");
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException("cookie file " + file + ": not a regular file");
    }
    PosixFileAttributeView view =
        Files.getFileAttributeView(file, PosixFileAttributeView.class, new LinkOption[0]);
    if (view != null && !OWNERS.containsAll(view.readAttributes().permissions())) {
      throw new IOException(
          "cookie file " + file + ": others than its owner may use it (expected: mode 400 or 600)");
    }
    byte[] content;
    try (var input = Files.newInputStream(file)) {
      content = input.readNBytes(2 * MAX_LENGTH);
    }
    int length = lengthOfText(content);
    for (int i = length; i < content.length; i++) {
      if (content[i] != '\n' && content[i] != '\r' && content[i] != ' ') {
        throw new IOException("cookie file " + file + ": not one line of printable ASCII");
      }
    }
    try {
      return of(new String(content, 0, length, StandardCharsets.US_ASCII));
    } catch (IllegalArgumentException e) {
      throw new IOException("cookie file " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads the cookie that Erlang nodes of this user have by default: {@code .erlang.cookie} in the
   * home folder, or in the folder for configuration. The home folder is that of the environment
   * variable {@code HOME}, as for Erlang, or else that of the JVM.
   *
   * @throws IOException as {@link #read}, and if there is neither file
   */
  public static Cookie ofUser() throws IOException {
    return ofUser(System.getenv());
  }

  static Cookie ofUser(Map<String, String> environment) throws IOException {
    String ofEnvironment = environment.get("HOME");
    Path home =
        Path.of(
            ofEnvironment == null || ofEnvironment.isEmpty()
                ? System.getProperty("user.home")
                : ofEnvironment);
    String configured = environment.get("XDG_CONFIG_HOME");
    Path first = home.resolve(".erlang.cookie");
    Path second =
        (configured == null || configured.isEmpty() ? home.resolve(".config") : Path.of(configured))
            .resolve("erlang")
            .resolve(".erlang.cookie");
    if (Files.exists(first)) {
      return read(first);
    }
    if (Files.exists(second)) {
      return read(second);
    }
    throw new IOException(
        "no cookie: neither "
            + first
            + " nor "
            + second
            + " is there (expected: one of these files, or a cookie in the options, such as"
            + " --cookie-file)");
  }

  private static int lengthOfText(byte[] bytes) {
    int length = 0;
    while (length < bytes.length
        && bytes[length] >= FIRST_CHARACTER
        && bytes[length] <= LAST_CHARACTER) {
      length++;
    }
    return length;
  }

  /** Answers a challenge, an unsigned number. */
  byte[] digest(int challenge) {
    MessageDigest md5;
    try {
      md5 = MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("no MD5, which Erlang's distribution is built on", e);
    }
    md5.update(characters);
    return md5.digest(Integer.toUnsignedString(challenge).getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Returns whether an answer to a challenge is right. Takes the same time whichever byte is wrong.
   */
  boolean isDigest(byte[] answer, int challenge) {
    return MessageDigest.isEqual(answer, digest(challenge));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cookie that && MessageDigest.isEqual(characters, that.characters);
  }

  @Override
  public int hashCode() {
    return Cookie.class.hashCode();
  }

  /** Returns a text without the cookie in it. */
  @Override
  public String toString() {
    return "Cookie";
  }
}
