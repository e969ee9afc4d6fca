package org.jets.terms;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * A generator of random texts for the parser: terms in many spellings, such terms with a change,
 * and tokens in any order. About half of the texts are well-formed.
 */
final class SyntaxGenerator {

  private static final List<String> TOKENS =
      List.of(
          "1",
          "0",
          "42",
          "1.5",
          "1.0e3",
          "16#fF",
          "2#1.1",
          "16#1.8#e-2",
          "1_000",
          "$a",
          "$\\n",
          "$ ",
          "'a b'",
          "''",
          "a",
          "ok",
          "å",
          "A",
          "_",
          "maybe",
          "else",
          "if",
          "fun",
          "fun m:f/1",
          "fun'm':'f'/16#2",
          "\"abc\"",
          "\"\"",
          "\"å\\x{3bb}\"",
          "\"\"\"\n  ab\n  \"\"\"",
          "~",
          "~s",
          "~B",
          "~\"x\"",
          "~s(y)",
          "~b|z|",
          "[",
          "]",
          "{",
          "}",
          "#{",
          "#",
          "=>",
          "<<",
          ">>",
          ",",
          "|",
          "||",
          ":",
          "::",
          "/",
          "+",
          "-",
          "--",
          "(",
          ")",
          ".",
          ". ",
          "..",
          " ",
          "\n",
          "\r\n",
          "\t",
          "%c\n",
          "little",
          "big",
          "native",
          "signed",
          "unit",
          "binary",
          "bits",
          "utf8",
          "utf16",
          "float",
          "integer",
          "all",
          "undefined",
          "\\x{41}",
          "\\^A",
          "\\",
          "'",
          "\"",
          "$",
          "e",
          "8",
          "λ",
          "\uFFFE",
          "\u00A0",
          "\uD83D\uDE00",
          "=",
          "<",
          ">",
          "!",
          "&",
          "*",
          "`");

  private static final String CHARACTERS =
      "0123456789abcdefxunAZ_@.,:;/#$'\"\\|[]{}()<>=+-~%^? \n\t\r\u0000\u007F\u0085\u00A0åÅ÷×λ\uFFFE";

  /**
   * Sizes of five digits and more. Their bitstrings are large, or crash the Erlang that builds
   * them.
   */
  private static final Pattern LARGE_SIZE =
      Pattern.compile(
          ":(?:[\\s(+\\u0000-\\u0020\\u0080-\\u00A0-]|%[^\n]*\n)*[0-9][0-9a-zA-Z_#]{4,}");

  private final Random random;

  SyntaxGenerator(Random random) {
    this.random = random;
  }

  String next() {
    while (true) {
      String text =
          switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> term(random.nextInt(5));
            case 4, 5, 6 -> changed(term(random.nextInt(4)));
            case 7 -> changed(changed(term(random.nextInt(3))));
            case 8 -> tokens();
            default -> "<<" + tokens() + ">>";
          };
      if (!LARGE_SIZE.matcher(text).find() && isUnicode(text)) {
        return text;
      }
    }
  }

  /** Returns whether the text has no unpaired surrogate and so can be encoded in UTF-8. */
  private static boolean isUnicode(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String tokens() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      text.append(TOKENS.get(random.nextInt(TOKENS.size())));
    }
    return text.toString();
  }

  private String changed(String text) {
    int at = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), at + 1 + random.nextInt(3));
    String head = text.substring(0, at);
    return switch (random.nextInt(5)) {
      case 0 -> head + text.substring(to);
      case 1 -> head + TOKENS.get(random.nextInt(TOKENS.size())) + text.substring(at);
      case 2 -> head + character() + text.substring(at);
      case 3 -> head + character() + text.substring(to);
      default -> head + text.substring(at, to) + text.substring(at);
    };
  }

  private String character() {
    return String.valueOf(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
  }

  private String blank() {
    return chance(6) ? pick(" ", "\n", "\t", " %x\n", "\u00A0", "\r\n") : "";
  }

  private String term(int depth) {
    String text = depth == 0 ? scalar() : compound(depth - 1);
    return chance(12) ? "(" + blank() + text + ")" : blank() + text + blank();
  }

  private String compound(int depth) {
    return switch (random.nextInt(6)) {
      case 0, 1 ->
          "[" + sequence(depth) + (chance(4) ? "," + term(depth) + "|" + term(depth) : "") + "]";
      case 2 -> "{" + sequence(depth) + "}";
      case 3 -> "#{" + pairs(depth) + "}";
      case 4 -> "<<" + segments(depth) + ">>";
      default -> scalar();
    };
  }

  private String sequence(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(term(random.nextInt(depth + 1))).append(i > 1 ? "," : "");
    }
    return text.toString();
  }

  private String pairs(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(term(random.nextInt(depth + 1))).append("=>");
      text.append(term(random.nextInt(depth + 1))).append(i > 1 ? "," : "");
    }
    return text.toString();
  }

  private String segments(int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(segment(depth)).append(i > 1 ? "," : "");
    }
    return text.toString();
  }

  private String segment(int depth) {
    String value =
        switch (random.nextInt(8)) {
          case 0, 1 -> integer();
          case 2 -> string();
          case 3 -> " " + pick("-", "+", "") + floating();
          case 4 -> character("$");
          case 5 -> "-" + integer();
          case 6 -> " <<" + segments(Math.max(0, depth - 1)) + ">>";
          default -> "(" + term(0) + ")";
        };
    String size =
        chance(2)
            ? ":"
                + pick(
                    "0", "1", "3", "4", "8", "12", "16", "32", "64", "(5)", "$\\n", "all", "(+2)")
            : "";
    StringBuilder type = new StringBuilder();
    if (chance(2)) {
      type.append('/');
      for (int i = random.nextInt(3); i >= 0; i--) {
        type.append(
            pick(
                "integer",
                "float",
                "binary",
                "bytes",
                "bitstring",
                "bits",
                "utf8",
                "utf16",
                "utf32",
                "big",
                "little",
                "native",
                "signed",
                "unsigned",
                "unit:1",
                "unit:4",
                "unit:8",
                "unit:16",
                "integer",
                "float",
                "binary",
                "little"));
        type.append(i > 0 ? "-" : "");
      }
    }
    return value + size + type;
  }

  private String scalar() {
    return switch (random.nextInt(9)) {
      case 0, 1 -> pick("", "", "-", "+", "- ") + integer();
      case 2 -> pick("", "", "-", "+") + floating();
      case 3, 4 -> atom();
      case 5 -> string() + (chance(5) ? " " + string() : "");
      case 6 -> character("$");
      case 7 -> "fun " + atom() + ":" + atom() + "/" + random.nextInt(300);
      default -> pick("[]", "{}", "#{}", "<<>>", "\"\"", sigil());
    };
  }

  private String digits(int base, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(Character.forDigit(random.nextInt(base), base));
      text.append(i > 0 && chance(10) ? "_" : "");
    }
    return chance(3) ? text.toString().toUpperCase(java.util.Locale.ROOT) : text.toString();
  }

  private String integer() {
    int base = 2 + random.nextInt(35);
    return chance(3) ? base + "#" + digits(base, 15) : digits(10, chance(5) ? 30 : 4);
  }

  private String floating() {
    String exponent = pick("e", "E") + pick("", "+", "-") + random.nextInt(chance(10) ? 400 : 30);
    if (chance(3)) {
      // Erlang's C library computes powers of other bases, and not all of them to the last digit.
      boolean scaled = chance(2);
      int base = scaled ? 1 << (1 + random.nextInt(5)) : 2 + random.nextInt(35);
      return base + "#" + digits(base, 9) + "." + digits(base, 9) + (scaled ? "#" + exponent : "");
    }
    return digits(10, 9) + "." + digits(10, 12) + (chance(2) ? exponent : "");
  }

  private String atom() {
    return chance(3)
        ? "'" + content('\'') + "'"
        : pick(
            "a", "ok", "foo_bar", "x@y", "åß", "aÅ1", "maybe", "else", "query", "not", "nil",
            "end");
  }

  private String string() {
    return chance(8)
        ? sigil()
        : chance(8) ? "\"\"\"\n" + lines() + "\"\"\"" : "\"" + content('"') + "\"";
  }

  private String lines() {
    String indentation = pick("", " ", "\t ", "  ");
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(chance(6) ? "" : indentation)
          .append(content('\n'))
          .append(pick("\n", "\n", "\r\n"));
    }
    return text + indentation;
  }

  private String sigil() {
    String prefix = "~" + pick("", "b", "s", "B", "S", "x");
    return switch (random.nextInt(6)) {
      case 0 -> prefix + "(" + content(')') + ")";
      case 1 -> prefix + "{" + content('}') + "}";
      case 2 -> prefix + "|" + content('|') + "|";
      case 3 -> prefix + "\"\"\"\n" + lines() + "\"\"\"";
      default -> prefix + "\"" + content('"') + "\"";
    };
  }

  private String content(char quote) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      text.append(
          chance(3) ? character("") : pick("a", "b", " ", "0", "é", "λ", "\uD83D\uDE00", "%"));
      if (chance(20)) {
        text.append('\\').append(quote);
      }
    }
    return text.toString();
  }

  /** Returns a prefix and a character, plain or escaped. */
  private String character(String prefix) {
    if (chance(2)) {
      return prefix + pick("a", "Z", "0", "_", "~", "å", "€", "(", "\u00A0");
    }
    return prefix
        + "\\"
        + pick(
            "n",
            "s",
            "e",
            "d",
            "0",
            "7",
            "12",
            "101",
            "777",
            "8",
            "x41",
            "xfF",
            "x{3bb}",
            "x{1F600}",
            "x{D800}",
            "x{}",
            "x{110000}",
            "^A",
            "^z",
            "^?",
            "^@",
            "^_",
            "^1",
            "^ ",
            "\\",
            "q",
            "\n");
  }
}
