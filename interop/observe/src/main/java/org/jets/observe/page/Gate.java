package org.jets.observe.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are let in.
 *
 * <ul>
 *   <li>{@code Host} must be that of the page, so that no other name that leads to this address
 *       makes a browser take the page for its own.
 *   <li>{@code Origin} must be that of the page, if there is one. A request that changes something
 *       must have one.
 *   <li>The request must have the token: as a bearer token, or by the cookie that the page sets for
 *       a browser that has shown the token in the address.
 * </ul>
 */
final class Gate {
  private static final int SECRET_BYTES = 32;
  private static final String BEARER = "Bearer ";

  private final String token = secret();
  private final String session = secret();
  private final String cookie;
  private final String host;
  private final String origin;

  Gate(int port) {
    // Browsers share cookies between the ports of one host.
    this.cookie = "jets-" + port + "=";
    // The name localhost may lead to ::1, where the port can be another user's.
    this.host = "127.0.0.1:" + port;
    this.origin = "http://" + host;
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String token() {
    return token;
  }

  /** Returns the header that gives the cookie to a browser. */
  String setCookie() {
    return cookie + session + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /** Checks that a request is meant for this page, and comes from no other one. */
  void checkOrigin(Headers headers, boolean isChange) throws RefusedException {
    if (!host.equals(only(headers, "Host"))) {
      throw new RefusedException(RefusedException.FORBIDDEN, "Host: not that of this page");
    }
    List<String> given = headers.get("Origin");
    boolean isOwn = given != null && given.size() == 1 && origin.equals(given.get(0));
    if (!isOwn && (given != null || isChange)) {
      throw new RefusedException(RefusedException.FORBIDDEN, "Origin: not that of this page");
    }
  }

  /** Checks that a request has the cookie or the token. */
  void checkToken(Headers headers) throws RefusedException {
    if (!hasCookie(headers) && !hasBearer(headers)) {
      throw new RefusedException(
          RefusedException.UNAUTHORIZED,
          "no token: open the address that the node has printed, or send Authorization: Bearer");
    }
  }

  private boolean hasCookie(Headers headers) {
    List<String> lines = headers.get("Cookie");
    if (lines == null) {
      return false;
    }
    for (String line : lines) {
      for (String pair : line.split(";", -1)) {
        String trimmed = pair.trim();
        if (trimmed.startsWith(cookie) && equal(trimmed.substring(cookie.length()), session)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean hasBearer(Headers headers) {
    String value = only(headers, "Authorization");
    return value != null && value.startsWith(BEARER) && isToken(value.substring(BEARER.length()));
  }

  boolean isToken(String given) {
    return equal(given, token);
  }

  /** Returns whether two texts are equal, in a time that does not tell where they differ. */
  private static boolean equal(String given, String secret) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), secret.getBytes(UTF_8));
  }

  private static @Nullable String only(Headers headers, String name) {
    List<String> values = headers.get(name);
    return values == null || values.size() != 1 ? null : values.get(0);
  }
}
