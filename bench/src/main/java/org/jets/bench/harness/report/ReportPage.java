package org.jets.bench.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jets.bench.harness.Experiment;
import org.jets.bench.harness.Figure;

/** The page: the configuration, then for each experiment its figures and its table. */
final class ReportPage {
  /** The most characters of a recording; of longer ones every second frame is left out. */
  private static final int MAX_FRAME_CHARS = 250_000;

  private final Map<String, String> configuration;
  private final Map<MeasuredExperiment, List<Drawing>> drawings;
  private final Map<String, String> svgs;
  private final StringBuilder html = new StringBuilder();

  ReportPage(
      Map<String, String> configuration,
      Map<MeasuredExperiment, List<Drawing>> drawings,
      Map<String, String> svgs) {
    this.configuration = configuration;
    this.drawings = drawings;
    this.svgs = svgs;
  }

  String html() throws IOException {
    html.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>jets: scalability</title>
        <style>
        """);
    html.append(resource("report.css")).append("</style>\n</head>\n<body>\n");
    addHead();
    String suite = "";
    for (Map.Entry<MeasuredExperiment, List<Drawing>> entry : drawings.entrySet()) {
      String here = entry.getKey().experiment().suite();
      if (!here.equals(suite)) {
        suite = here;
        html.append("<h2 id=\"%1$s\">%1$s</h2>\n".formatted(Html.text(suite)));
      }
      addExperiment(entry.getKey(), entry.getValue());
    }
    html.append("<script>\n").append(resource("report.js")).append("</script>\n</body>\n</html>\n");
    return html.toString();
  }

  private void addHead() {
    html.append("<h1>jets: scalability</h1>\n");
    html.append(
        "<p>%s, %s, JDK %s, OTP %s</p>\n"
            .formatted(of("date"), of("machine"), of("JDK"), of("OTP")));
    addWarnings();
    html.append("<nav>");
    drawings.keySet().stream()
        .map(each -> each.experiment().suite())
        .distinct()
        .map(Html::text)
        .forEach(name -> html.append("<a href=\"#%1$s\">%1$s</a>".formatted(name)));
    html.append("</nav>\n");
    html.append(
        """
        <ul class="note">
        <li>A bar at a point goes from the lowest to the highest repetition.</li>
        <li>A structure of jets has a solid line and filled markers. The JDK's have dashed lines,
        those of JCTools dash-dotted ones. A table of a live Erlang (ETS) has a dotted line.</li>
        <li>In the tables the best value of each column is bold. A number with × compares with the
        baseline: 2× is twice as good, 0.5× is half as good.</li>
        </ul>
        """);
    html.append("<h2>Configuration</h2>\n<table class=\"configuration\">\n");
    configuration.forEach(
        (name, value) ->
            html.append(
                "<tr><th>%s</th><td>%s</td></tr>\n".formatted(Html.text(name), Html.text(value))));
    html.append("</table>\n");
  }

  private void addWarnings() {
    if (configuration.containsKey("warnings")) {
      html.append(
          "<div class=\"warning\">The machine did not give this run its full speed. Values may differ"
              + " from those of a quiet machine:");
      addList(List.of(configuration.getOrDefault("warnings", "").split("; ", -1)));
    }
    List<String> doubts =
        drawings.keySet().stream().flatMap(each -> ImplausibleValues.of(each).stream()).toList();
    if (!doubts.isEmpty()) {
      html.append("<div class=\"warning\">Do not use these values, which cannot be right:");
      addList(doubts);
    }
  }

  /** Adds a list that ends a block. */
  private void addList(List<String> lines) {
    html.append("\n<ul>\n");
    lines.forEach(line -> html.append("<li>").append(Html.text(line)).append("</li>\n"));
    html.append("</ul></div>\n");
  }

  private String of(String name) {
    return Html.text(configuration.getOrDefault(name, "unknown"));
  }

  private void addExperiment(MeasuredExperiment measured, List<Drawing> ofExperiment) {
    Experiment experiment = measured.experiment();
    html.append(
        "<section id=\"%s\">\n<h3>%s</h3>\n"
            .formatted(Html.text(experiment.path()), Html.text(experiment.title())));
    if (!experiment.note().isEmpty()) {
      html.append("<p class=\"note\">%s</p>\n".formatted(Html.text(experiment.note())));
    }
    if (experiment.figure() == Figure.ANIMATION) {
      measured.sides().values().forEach(this::addRecording);
    }
    html.append("<div class=\"figures\">\n");
    for (Drawing drawing : ofExperiment) {
      html.append("<figure>")
          .append(Drawing.inline(svgs.getOrDefault(drawing.name(), "")))
          .append(
              "<figcaption>svg/%s.svg</figcaption></figure>\n"
                  .formatted(ReportFolder.fileName(drawing)));
    }
    html.append("</div>\n<details><summary>Table</summary>\n");
    html.append(new ReportTable(measured).html());
    html.append("</details>\n</section>\n");
  }

  private void addRecording(List<String> frames) {
    List<String> kept = frames;
    while (kept.stream().mapToInt(String::length).sum() > MAX_FRAME_CHARS && kept.size() > 2) {
      List<String> half = new ArrayList<>();
      for (int i = 0; i < kept.size(); i += 2) {
        half.add(kept.get(i));
      }
      kept = half;
    }
    html.append(
        """
        <div class="tree">
        <script type="text/plain">
        """);
    kept.forEach(frame -> html.append(frame.replace("<", "")).append('\n'));
    html.append(
        """
        </script>
        <canvas role="img" aria-label="the shape of the tree"></canvas>
        <div class="controls"><button type="button">Play</button>
        <input type="range" min="0" value="0" aria-label="time"/></div>
        <output></output>
        <p class="note">The boxes are base nodes, as wide as their ranges of keys. Orange ones are
        contended, blue ones are not, and the others are in between. The dots above are routing
        nodes.</p>
        </div>
        """);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + ": not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
