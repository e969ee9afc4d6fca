package org.jets.observe.page;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Writes JSON. Every character outside of printable ASCII, and each that has a meaning in HTML, is
 * escaped. So a text of another node stays a text wherever the answer ends up.
 */
final class Json {
  private static final String ESCAPED = "\"\\<>&'";
  private static final char FIRST_PRINTABLE = ' ';
  private static final char LAST_PRINTABLE = '~';

  private final StringBuilder text = new StringBuilder();
  private boolean needsComma;

  /** Returns an object whose members the action writes. */
  static String object(Consumer<Json> members) {
    Json json = new Json();
    json.braced('{', members, '}');
    return json.text.toString();
  }

  private void braced(char open, Consumer<Json> content, char close) {
    text.append(open);
    needsComma = false;
    content.accept(this);
    text.append(close);
    needsComma = true;
  }

  private void name(String name) {
    comma();
    quote(name);
    text.append(':');
  }

  private void comma() {
    if (needsComma) {
      text.append(',');
    }
    needsComma = true;
  }

  Json with(String name, String value) {
    name(name);
    quote(value);
    return this;
  }

  Json with(String name, long value) {
    name(name);
    text.append(value);
    return this;
  }

  Json with(String name, boolean value) {
    name(name);
    text.append(value);
    return this;
  }

  /** Writes a member that is an object. */
  Json withObject(String name, Consumer<Json> members) {
    name(name);
    braced('{', members, '}');
    return this;
  }

  /** Writes a member that is an array of objects, one for each element. */
  <T> Json withObjects(String name, Iterable<T> elements, BiConsumer<Json, T> members) {
    name(name);
    braced(
        '[',
        json -> {
          for (T element : elements) {
            json.comma();
            json.braced('{', inner -> members.accept(inner, element), '}');
          }
        },
        ']');
    return this;
  }

  /** Writes a member that is an array of texts. */
  Json withTexts(String name, Iterable<String> values) {
    name(name);
    braced(
        '[',
        json -> {
          for (String value : values) {
            json.comma();
            json.quote(value);
          }
        },
        ']');
    return this;
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < FIRST_PRINTABLE || c > LAST_PRINTABLE || ESCAPED.indexOf(c) >= 0) {
        text.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
          text.append(Character.forDigit((c >> shift) & 0xf, 16));
        }
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
