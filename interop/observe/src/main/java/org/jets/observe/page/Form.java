package org.jets.observe.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a query or of a form, each with one value. */
final class Form {
  private final Map<String, String> fields = new HashMap<>();

  /** Reads fields from a query; null for none. */
  static Form parse(@Nullable String encoded) throws RefusedException {
    Form form = new Form();
    if (encoded == null || encoded.isEmpty()) {
      return form;
    }
    for (String field : encoded.split("&", -1)) {
      int equals = field.indexOf('=');
      String name = decoded(equals < 0 ? field : field.substring(0, equals));
      String value = equals < 0 ? "" : decoded(field.substring(equals + 1));
      if (form.fields.put(name, value) != null) {
        throw bad("a field more than once");
      }
    }
    return form;
  }

  private static String decoded(String text) throws RefusedException {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw bad("a malformed escape");
    }
  }

  private static RefusedException bad(String message) {
    return new RefusedException(RefusedException.BAD_REQUEST, message);
  }

  @Nullable String get(String name) {
    return fields.get(name);
  }

  /** Returns a field that has to be there, with at most a number of characters. */
  String text(String name, int most) throws RefusedException {
    String value = fields.get(name);
    if (value == null) {
      throw bad(name + ": missing");
    }
    if (value.length() > most) {
      throw bad(name + ": longer than " + most + " characters");
    }
    return value;
  }

  /** As {@link #text}, but the field may be missing: then it is empty. */
  String optional(String name, int most) throws RefusedException {
    return fields.containsKey(name) ? text(name, most) : "";
  }

  /** Returns a number from 0 to a largest one. */
  int number(String name, int otherwise, int most) throws RefusedException {
    String value = fields.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= 0 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw bad(name + ": expected a number from 0 to " + most);
  }
}
