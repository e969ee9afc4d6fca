import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finishes the pages that Maven has made: gives headings the anchors that GitHub gives them, writes
 * the index for search.js, and checks that each link and picture leads to something.
 *
 * <p>usage: java FinishSite.java FOLDER
 */
final class FinishSite {
  private static final Pattern ANCHOR =
      Pattern.compile("(<a id=\")[^\"]+(\"></a>\\s*<h\\d>)(.*?)(</h\\d>)", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("\\bid=\"([^\"]+)\"");
  private static final Pattern SECTION =
      Pattern.compile("<a id=\"([^\"]+)\"></a>\\s*<h\\d>(.*?)</h\\d>", Pattern.DOTALL);

  private FinishSite() {}

  public static void main(String[] arguments) throws IOException {
    Path site = Path.of(arguments[0]);
    Map<Path, String> pages = new HashMap<>();
    StringBuilder index = new StringBuilder("window.jetsSearchIndex = [\n");
    try (Stream<Path> files = Files.list(site)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        if (file.toString().endsWith(".html")) {
          String page = withAnchorsOfGitHub(withLinksInSite(Files.readString(file)));
          Files.writeString(file, page);
          pages.put(file, page);
          addSections(index, file.getFileName().toString(), page);
        }
      }
    }
    Files.writeString(site.resolve("search-index.js"), index.append("];\n"));
    List<String> broken = new ArrayList<>();
    pages.forEach((file, page) -> addBrokenLinks(broken, pages, file, page));
    broken.stream().sorted().forEach(System.err::println);
    if (!broken.isEmpty()) {
      System.exit(1);
    }
    System.out.println(pages.size() + " pages, no broken link");
  }

  /** Leads to the pages that are made from files in the top folder. */
  private static String withLinksInSite(String page) {
    return page.replace("\"../../../CONTRIBUTING.html", "\"contributing.html")
        .replace("\"../../../CHANGELOG.html", "\"changelog.html");
  }

  private static String withAnchorsOfGitHub(String page) {
    Set<String> used = new HashSet<>();
    return ANCHOR
        .matcher(page)
        .replaceAll(
            anchor -> {
              String name =
                  text(anchor.group(3))
                      .toLowerCase(Locale.ROOT)
                      .replaceAll("[^\\p{L}\\p{N} _-]", "")
                      .replace(' ', '-');
              String unique = name;
              for (int i = 1; !used.add(unique); i++) {
                unique = name + "-" + i;
              }
              return Matcher.quoteReplacement(anchor.group(1) + unique + anchor.group(2) + anchor.group(3) + anchor.group(4));
            });
  }

  /** Adds an entry for each section: its address, the titles of page and section, and its text. */
  private static void addSections(StringBuilder index, String name, String page) {
    String body = page.substring(page.indexOf("<main"), page.indexOf("</main>"));
    Matcher section = SECTION.matcher(body);
    String title = null;
    boolean more = section.find();
    while (more) {
      String address = name + (title == null ? "" : "#" + section.group(1));
      String heading = text(section.group(2));
      title = title == null ? heading : title;
      int start = section.end();
      more = section.find();
      String text = text(body.substring(start, more ? section.start() : body.length()));
      index.append(
          String.format(
              "[%s, %s, %s, %s],%n", json(address), json(title), json(heading), json(text)));
    }
  }

  private static String text(String html) {
    return html.replaceAll("</?(?:code|a|em|strong|sub|sup)\\b[^>]*>", "")
        .replaceAll("<[^>]*>", " ")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static String json(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("</", "<\\/") + '"';
  }

  private static void addBrokenLinks(
      List<String> broken, Map<Path, String> pages, Path file, String page) {
    Matcher link = LINK.matcher(page);
    while (link.find()) {
      String address = link.group(1);
      if (address.isEmpty() || address.contains(":")) {
        continue;
      }
      int hash = address.indexOf('#');
      String path = hash < 0 ? address : address.substring(0, hash);
      Path target = path.isEmpty() ? file : file.resolveSibling(path).normalize();
      String ids = pages.get(target);
      boolean anchored = hash < 0 || ids == null || hasId(ids, address.substring(hash + 1));
      if (!Files.exists(target) || !anchored) {
        broken.add(file.getFileName() + ": " + address + ": leads nowhere");
      }
    }
  }

  private static boolean hasId(String page, String id) {
    return ID.matcher(page).results().anyMatch(found -> found.group(1).equals(id));
  }
}
