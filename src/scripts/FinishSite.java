import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finishes the pages that Maven has made: gives headings the anchors that GitHub gives them, writes
 * the index for search.js, and checks that each link and picture of the pages and of the Javadoc
 * leads to something.
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

  /** The one link to nothing that is accepted: the javadoc tool makes it, and not its anchor. */
  private static final String CONSTANTS = "constant-values.html";

  private static final String ALL_CONSTANTS = "#org.jets";

  /** The address of links that a script of Javadoc handles, since JDK 25. */
  private static final String SCRIPTED = "#";

  private FinishSite() {}

  public static void main(String[] arguments) throws IOException {
    Path site = Path.of(arguments[0]);
    StringBuilder index = new StringBuilder("window.jetsSearchIndex = [\n");
    try (Stream<Path> files = Files.list(site)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        if (file.toString().endsWith(".html")) {
          String page = withAnchorsOfGitHub(withLinksInSite(Files.readString(file)));
          Files.writeString(file, page);
          addSections(index, file.getFileName().toString(), page);
        }
      }
    }
    Files.writeString(site.resolve("search-index.js"), index.append("];\n"));
    Map<Path, String> pages = new TreeMap<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (file.toString().endsWith(".html")) {
          pages.put(file.normalize(), Files.readString(file));
        }
      }
    }
    List<String> broken = brokenLinks(site.normalize(), pages);
    broken.forEach(System.err::println);
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
    String tagless =
        html.replaceAll("</?(?:code|a|em|strong|sub|sup)\\b[^>]*>", "").replaceAll("<[^>]*>", " ");
    return unescaped(tagless).replaceAll("\\s+", " ").strip();
  }

  private static String unescaped(String html) {
    return html.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#x27;", "'")
        .replace("&#39;", "'")
        .replace("&amp;", "&");
  }

  private static String json(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("</", "<\\/") + '"';
  }

  /** Returns a line for each link that leads nowhere. */
  private static List<String> brokenLinks(Path site, Map<Path, String> pages) {
    Map<Path, Set<String>> anchors = new HashMap<>();
    pages.forEach((file, page) -> anchors.put(file, anchors(page)));
    List<String> broken = new ArrayList<>();
    pages.forEach(
        (file, page) -> {
          Set<String> addresses = new TreeSet<>();
          LINK.matcher(page).results().forEach(link -> addresses.add(link.group(1)));
          for (String address : addresses) {
            boolean isAccepted = file.endsWith(CONSTANTS) && address.equals(ALL_CONSTANTS);
            boolean isOfSite =
                !address.isEmpty() && !address.contains(":") && !address.equals(SCRIPTED);
            if (isOfSite && !isAccepted && !isFound(file, address, anchors)) {
              broken.add(site.relativize(file) + ": " + address + ": leads nowhere");
            }
          }
        });
    return broken;
  }

  private static boolean isFound(Path file, String address, Map<Path, Set<String>> anchors) {
    int hash = address.indexOf('#');
    String path = decoded(hash < 0 ? address : address.substring(0, hash));
    Path target = path.isEmpty() ? file : file.resolveSibling(path).normalize();
    Set<String> known = anchors.get(target);
    return Files.exists(target)
        && (hash < 0
            || known == null
            || known.contains(decoded(address.substring(hash + 1))));
  }

  private static Set<String> anchors(String page) {
    Set<String> anchors = new HashSet<>();
    ID.matcher(page).results().forEach(id -> anchors.add(unescaped(id.group(1))));
    return anchors;
  }

  /** Returns an address as it is without the escapes of HTML and of addresses. */
  private static String decoded(String address) {
    return URLDecoder.decode(unescaped(address).replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
