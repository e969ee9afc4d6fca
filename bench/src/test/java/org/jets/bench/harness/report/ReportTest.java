package org.jets.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jets.bench.harness.MadeUpResults;
import org.jets.bench.harness.Numbers;
import org.jets.bench.harness.Results;
import org.jets.bench.harness.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportTest {
  private static final List<String> FIGURES =
      List.of(
          "made_up-bytes",
          "made_up-lookups-90",
          "made_up-lookups-90-speedup",
          "made_up-mixed-1",
          "made_up-sequential",
          "made_up-shape-contentionadaptingtreemap");

  @TempDir private static Path folder;
  private static Results results;
  private static String page;

  @BeforeAll
  static void write() throws IOException {
    results = MadeUpResults.in(folder.resolve("run"));
    ReportFolder.beside(results).write(results);
    page = Files.readString(folder.resolve("run/report.html"));
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  /** The page without what XML does not have: its first line, and scripts that are text. */
  private static Document parsedPage() throws Exception {
    return parse(
        page.replace("<!DOCTYPE html>", "")
            .replaceAll("(?s)<script>.*?</script>", "<script/>")
            .replaceAll("(?s)<style>.*?</style>", "<style/>"));
  }

  @Test
  void page_eachFigure_isThereAndWellFormed() throws Exception {
    Document document = parsedPage();

    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(FIGURES.size());
    assertThat(document.getElementsByTagName("section").getLength()).isEqualTo(5);
    assertThat(document.getElementsByTagName("canvas").getLength()).isEqualTo(1);
  }

  @Test
  void page_network_isNotUsed() {
    assertThat(page).doesNotContainIgnoringCase("http:").doesNotContainIgnoringCase("https:");
    assertThat(page).doesNotContainPattern("(src|href)=\"(?!#)").doesNotContain("@import");
  }

  /** A colour that only the figure knows would be hard to see on the dark page. */
  @Test
  void page_coloursOfLinesAndTexts_areVariablesWithADarkValue() {
    Set<String> coloured = all("figure svg \\[((?:fill|stroke)=\"[^\"]+\")\\]");
    Set<String> variables = all("var\\((--[a-z-]+)\\)");
    int begin = page.indexOf("(prefers-color-scheme: dark)");
    String dark = page.substring(begin, page.indexOf("body {", begin));

    // Of the fills, the mixed ones of many bars are legible on both pages, within their outlines.
    Set<String> drawn = all("\\s(stroke=\"[^\"]+\")");
    drawn.addAll(all("<text[^>]* (fill=\"[^\"]+\")"));
    drawn.removeAll(Set.of("stroke=\"none\"", "fill=\"none\""));
    assertThat(drawn).isNotEmpty();
    assertThat(coloured).containsAll(drawn);
    assertThat(variables).isNotEmpty().allSatisfy(name -> assertThat(dark).contains(name + ":"));
  }

  /** Returns what a group matches in the page. */
  private static Set<String> all(String pattern) {
    return Pattern.compile(pattern)
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void page_runUnderLoad_hasALineForEachWarning() throws IOException {
    String disturbed =
        new ReportPage(Map.of("warnings", "a <busy> machine; a warm one"), Map.of(), Map.of())
            .html();

    assertThat(disturbed)
        .contains("<li>a &lt;busy&gt; machine</li>\n<li>a warm one</li>\n")
        .doesNotContain("cannot be right");
  }

  @Test
  void page_valuesThatCannotBeRight_areNamed() {
    assertThat(page)
        .contains("cannot be right", "<li>doubtful: made_up/lookups-90, ")
        .doesNotContain("full speed");
  }

  @Test
  void page_textsOfOthers_areEscaped() {
    assertThat(page)
        .contains("java.lang.OutOfMemoryError: Java &lt;heap&gt; space")
        .contains("<td>2 x &lt;none&gt;</td>")
        .contains("<td>./jets &amp; co</td>");
  }

  @Test
  void page_identifiers_areUnique() throws Exception {
    List<String> ids =
        Stream.of(page.split(" id=\"", -1)).skip(1).map(text -> text.split("\"", 2)[0]).toList();

    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void table_eachValue_isBesideTheBaseline() throws IOException {
    MeasuredExperiment lookups = MeasuredExperiment.of(results).get(0);
    Row ours = lookups.row(MadeUpResults.OURS, "16").orElseThrow();
    Row ets = lookups.row(MadeUpResults.ETS, "16").orElseThrow();

    assertThat(lookups.timesAsGood(ours)).hasValue(ours.value() / ets.value());
    assertThat(new ReportTable(lookups).html())
        .contains(Numbers.text(ours.value()), Numbers.text(ours.value() / ets.value()) + "×")
        .contains("class=\"failed\"", "class=\"best\"");
  }

  @Test
  void table_timeOfAnOperation_lessIsBetter() throws IOException {
    MeasuredExperiment sequential = MeasuredExperiment.of(results).get(1);
    Row ours = sequential.row(MadeUpResults.OURS, "700").orElseThrow();

    assertThat(sequential.timesAsGood(ours).orElseThrow()).isGreaterThan(1);
  }

  @Test
  void files_eachFigure_isAnSvgAndAnImage() throws Exception {
    for (String figure : FIGURES) {
      String svg = Files.readString(folder.resolve("run/svg/" + figure + ".svg"));
      assertThat(parse(svg).getDocumentElement().getAttribute("xmlns"))
          .isEqualTo("http://www.w3.org/2000/svg");
      assertThat(folder.resolve("run/png/" + figure + ".png")).isNotEmptyFile();
    }
    assertThat(Files.readString(folder.resolve("run/svg/made_up-lookups-90.svg")))
        .contains(">threads</text>", ">throughput [Mops/s]</text>", ">ETS set, OTP 25</text>");
  }

  @Test
  void publish_hasThePageAndNoImages() throws IOException {
    Path to = folder.resolve("site");

    ReportFolder.forPublishing(to).write(results);

    assertThat(to.resolve("report.html")).isNotEmptyFile();
    assertThat(to.resolve("svg")).isNotEmptyDirectory();
    assertThat(to.resolve("png")).doesNotExist();
  }

  @Test
  void write_damagedFrame_saysWhatIsWrong() throws IOException {
    Results damaged = MadeUpResults.in(folder.resolve("damaged"));
    Path side = folder.resolve("damaged/side/made_up-shape-contentionadaptingtreemap-1.txt");
    Files.writeString(side, "frame 1 hot 2 0.5:1\n");

    assertThatThrownBy(() -> ReportFolder.beside(damaged).write(damaged))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged results of made_up/shape: leaf: 0.5:1");
  }

  @Test
  void summary_bestOfEachOrigin_isNamed() throws IOException {
    assertThat(TextSummary.of(results))
        .anyMatch(line -> line.contains("lookups-90, threads 16 [Mops/s]"))
        .anyMatch(line -> line.contains("ETS set, OTP 25") && line.contains("1 x the baseline"))
        .anyMatch(line -> line.contains("FAILED: Broken, 1: " + MadeUpResults.FAILURE));
  }

  @Test
  void numbers_threeDigits_areEnough() {
    assertThat(Stream.of(0.0012345, 0.5, 3.14159, 42.0, 123.456, 1234.9, Double.NaN))
        .extracting(Numbers::text)
        .containsExactly("0.001", "0.5", "3.14", "42", "123", "1,235", "-");
  }
}
