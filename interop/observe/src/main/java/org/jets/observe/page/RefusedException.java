package org.jets.observe.page;

import java.util.Map;

/** A request that is not answered as it was meant. The message is for its sender. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  static final int BAD_REQUEST = 400;
  static final int UNAUTHORIZED = 401;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int NOT_ALLOWED = 405;
  static final int CONFLICT = 409;
  static final int TOO_LARGE = 413;
  static final int UNAVAILABLE = 503;

  private final int status;

  RefusedException(int status, String message) {
    super(message);
    this.status = status;
  }

  Answer answer() {
    Answer answer = Answer.text(status, String.valueOf(getMessage()));
    return status == NOT_ALLOWED ? answer.withHeaders(Map.of("Allow", "GET, HEAD, POST")) : answer;
  }
}
