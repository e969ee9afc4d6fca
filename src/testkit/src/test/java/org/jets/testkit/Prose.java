package org.jets.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of the language of Javadocs and of pages in Markdown. */
final class Prose {
  /** Words that begin no Javadoc: a question word hides its subject, an infinitive its tense. */
  private static final Pattern REFUSED_BEGINNING =
      Pattern.compile(
          "(?:What|Who|Where|Whoever|Whether|To be)(?![\\w-])", Pattern.CASE_INSENSITIVE);

  private static final Pattern JAVADOC = Pattern.compile("^[ \\t]*/\\*\\*(?!/)", Pattern.MULTILINE);

  /** Everything between the opening of a Javadoc and its first word. */
  private static final Pattern BEFORE_TEXT = Pattern.compile("(?:\\s|\\*(?!/)|<[a-z]+>)*");

  private static final Pattern FENCE = Pattern.compile("[ \\t]*(```|~~~).*");
  private static final Pattern TABLE_RULE = Pattern.compile("[ \\t]*\\|?[ \\t:|-]+");
  private static final Pattern LIST_ITEM = Pattern.compile("[ \\t]*(?:[-*+]|\\d+[.)])[ \\t]+");
  private static final Pattern CODE_SPAN = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]\\[]*)\\]\\([^)]*\\)");
  private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^>]*>");
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?][)\\]\"'*_”’]*(?=\\s|$)");
  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");

  private Prose() {}

  /** A fault in a text, with the number of its line, counted from 1. */
  record Finding(int line, String text) {}

  /** Returns the Javadocs of a Java source that begin with a refused word. */
  static List<Finding> refusedJavadocs(String source) {
    List<Finding> findings = new ArrayList<>();
    Matcher javadoc = JAVADOC.matcher(source);
    while (javadoc.find()) {
      Matcher before = BEFORE_TEXT.matcher(source).region(javadoc.end(), source.length());
      int text = before.lookingAt() ? before.end() : javadoc.end();
      Matcher beginning = REFUSED_BEGINNING.matcher(source).region(text, source.length());
      if (beginning.useTransparentBounds(true).lookingAt()) {
        int end = source.indexOf('\n', text);
        findings.add(
            new Finding(
                lineOf(source, text), source.substring(text, end < 0 ? source.length() : end)));
      }
    }
    return findings;
  }

  /**
   * Returns the sentences of a page in Markdown that have more words than allowed. Code is left
   * out, a code span is one word, and each cell of a table is a text of its own.
   */
  static List<Finding> longSentences(String page, int maxWords) {
    List<Finding> findings = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    int start = 1;
    boolean fenced = false;
    boolean afterBlank = true;
    String[] lines = page.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      boolean fence = FENCE.matcher(line).matches();
      boolean code = fence || fenced || (afterBlank && line.startsWith("    "));
      fenced ^= fence;
      if (code || line.isBlank() || line.startsWith("#") || line.stripLeading().startsWith("|")) {
        addLong(findings, block, start, maxWords);
        if (!code && !TABLE_RULE.matcher(line).matches()) {
          for (String cell : plain(line).split("\\|", -1)) {
            addLong(findings, new StringBuilder(cell), i + 1, maxWords);
          }
        }
      } else {
        Matcher item = LIST_ITEM.matcher(line);
        boolean newItem = item.lookingAt();
        if (newItem || block.isEmpty()) {
          addLong(findings, block, start, maxWords);
          start = i + 1;
        }
        block.append(newItem ? line.substring(item.end()) : line).append('\n');
      }
      // A list item may hold lines that are indented as much as code is.
      afterBlank = code || (line.isBlank() && !fenced);
    }
    addLong(findings, block, start, maxWords);
    return findings;
  }

  private static void addLong(
      List<Finding> findings, StringBuilder block, int startLine, int maxWords) {
    String text = plain(block.toString());
    block.setLength(0);
    int line = startLine;
    int from = 0;
    Matcher end = SENTENCE_END.matcher(text);
    while (from < text.length()) {
      int to = end.find(from) ? end.end() : text.length();
      String sentence = text.substring(from, to);
      long words = WORD.matcher(sentence).results().count();
      if (words > maxWords) {
        long before =
            sentence.chars().takeWhile(Character::isWhitespace).filter(c -> c == '\n').count();
        findings.add(
            new Finding(
                line + (int) before,
                words + " words: " + sentence.strip().replaceAll("\\s+", " ")));
      }
      line += (int) sentence.chars().filter(c -> c == '\n').count();
      from = to;
    }
  }

  /** Removes markup, without a change of the number of lines. */
  private static String plain(String markdown) {
    String text =
        CODE_SPAN
            .matcher(markdown)
            .replaceAll(span -> span.group().contains("\n") ? "code\n" : "code");
    text = LINK.matcher(text).replaceAll("$1");
    return TAG.matcher(text).replaceAll("");
  }

  private static int lineOf(String text, int index) {
    return 1 + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
  }
}
