package org.jets.bench.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jets.bench.harness.Results;
import org.jfree.chart.text.TextUtils;

/**
 * The folder of a report: {@code report.html}, which needs nothing beside it, and its figures for
 * papers as SVG, and as PNG unless it is to be published, which has to be small.
 */
public record ReportFolder(Path folder, boolean withImages) {
  private static final String PAGE = "report.html";

  public static ReportFolder beside(Results results) {
    return new ReportFolder(results.folder(), true);
  }

  public static ReportFolder forPublishing(Path folder) {
    return new ReportFolder(folder, false);
  }

  public Path page() {
    return folder.resolve(PAGE);
  }

  public void write(Results results) throws IOException {
    // Charts are drawn without a screen.
    System.setProperty("java.awt.headless", "true");
    // Turned texts as texts, and no outlines of their letters.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
    List<MeasuredExperiment> experiments = MeasuredExperiment.of(results);
    Figures figures;
    Map<MeasuredExperiment, List<Drawing>> drawings = new LinkedHashMap<>();
    try {
      figures = new Figures(LineStyle.ofAll(experiments));
      for (MeasuredExperiment each : experiments) {
        drawings.put(each, draw(figures, each));
      }
      Path svgs = Files.createDirectories(folder.resolve("svg"));
      Map<String, String> texts = new LinkedHashMap<>();
      for (List<Drawing> ofExperiment : drawings.values()) {
        for (Drawing drawing : ofExperiment) {
          String svg = drawing.svg();
          texts.put(drawing.name(), svg);
          Files.writeString(svgs.resolve(fileName(drawing) + ".svg"), svg + "\n");
          if (withImages) {
            Path images = Files.createDirectories(folder.resolve("png"));
            drawing.writePng(images.resolve(fileName(drawing) + ".png"));
          }
        }
      }
      Files.writeString(page(), new ReportPage(results.configuration(), drawings, texts).html());
    } catch (LinkageError | InternalError e) {
      throw new IOException(
          "this JDK cannot draw ("
              + e
              + "): install its fonts (Debian: fontconfig fonts-dejavu-core)",
          e);
    }
  }

  private static List<Drawing> draw(Figures figures, MeasuredExperiment measured)
      throws IOException {
    try {
      return figures.of(measured);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "damaged results of " + measured.experiment().path() + ": " + e.getMessage(), e);
    }
  }

  static String fileName(Drawing drawing) {
    return drawing.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "_");
  }
}
