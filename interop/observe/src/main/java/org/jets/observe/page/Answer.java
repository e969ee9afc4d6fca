package org.jets.observe.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/** An answer to a request. Immutable, though its body is not copied. */
final class Answer {
  private static final int OK = 200;
  private static final String TEXT = "text/plain; charset=utf-8";

  private final int status;
  private final String type;
  private final byte[] body;
  private final Map<String, String> headers;

  private Answer(int status, String type, byte[] body, Map<String, String> headers) {
    this.status = status;
    this.type = type;
    this.body = body;
    this.headers = headers;
  }

  static Answer of(String type, byte[] body) {
    return new Answer(OK, type, body, Map.of());
  }

  static Answer json(String json) {
    return of("application/json", json.getBytes(UTF_8));
  }

  static Answer text(int status, String text) {
    return new Answer(status, TEXT, (text + "\n").getBytes(UTF_8), Map.of());
  }

  Answer withHeaders(Map<String, String> added) {
    return new Answer(status, type, body, added);
  }

  int status() {
    return status;
  }

  /** Returns the type of the content. */
  String type() {
    return type;
  }

  byte[] body() {
    return body;
  }

  /** Returns the headers beside those that all answers have. */
  Map<String, String> headers() {
    return headers;
  }
}
