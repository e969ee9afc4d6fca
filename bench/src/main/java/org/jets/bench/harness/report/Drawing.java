package org.jets.bench.harness.report;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGIDGenerator;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * One figure.
 *
 * @param name of its files, unique in the report
 * @param description for those who cannot see it
 */
record Drawing(String name, String description, JFreeChart chart, int width, int height) {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";
  private static final int PIXELS = 2;
  private static final Pattern RGB = Pattern.compile("rgb\\(([0-9]+),([0-9]+),([0-9]+)\\)");

  /** Batik's attributes that repeat a default: more than half of a figure. */
  private static final Pattern NOTHING_NEW =
      Pattern.compile(
          "<!---->|<defs id=\"genericDefs\"\\s*/>| xml:space=\"preserve\"| clip-path=\"[^\"]*clipPath1\\)\""
              + "| (text|color|image|shape)-(rendering|interpolation)=\"[^\"]*\""
              + "| fill-rule=\"evenodd\"| stroke-miterlimit=\"[^\"]*\"| xmlns:xlink=\"[^\"]*\"");

  /** The figure as an SVG element with its namespace. */
  String svg() {
    Document document = newDocument();
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment("");
    context.setPrecision(1);
    context.setIDGenerator(new Ids(name.replaceAll("[^A-Za-z0-9]", "")));
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    graphics.setSVGCanvasSize(new Dimension(width, height));
    chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
    Element root = graphics.getRoot();
    root.setAttribute("viewBox", "0 0 " + width + " " + height);
    root.setAttribute("role", "img");
    root.setAttribute("aria-label", description);
    StringWriter text = new StringWriter();
    try {
      graphics.stream(root, text, false, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return compact(text.toString());
  }

  /** The figure for a page, where the namespace goes without saying. */
  static String inline(String svg) {
    return svg.replaceAll(" xmlns=\"[^\"]*\"", "");
  }

  private static String compact(String xml) {
    String svg = NOTHING_NEW.matcher(xml.substring(xml.indexOf("<svg"))).replaceAll("");
    return RGB.matcher(svg)
        .replaceAll(
            rgb ->
                String.format(
                    Locale.ROOT,
                    "#%02x%02x%02x",
                    Integer.parseInt(rgb.group(1)),
                    Integer.parseInt(rgb.group(2)),
                    Integer.parseInt(rgb.group(3))))
        .replaceAll("\\s+", " ")
        .replace(" >", ">")
        .replace(" />", "/>")
        .replace("> <", "><")
        .strip();
  }

  private static Document newDocument() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(NAMESPACE, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names that no other figure of the page has. */
  private static final class Ids extends SVGIDGenerator {
    private final String prefix;

    Ids(String prefix) {
      this.prefix = prefix;
    }

    @Override
    public String generateID(String kind) {
      return super.generateID(prefix + "-" + kind);
    }
  }

  /** Writes the figure as an image with two pixels for each point. */
  void writePng(Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(PIXELS * width, PIXELS * height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.scale(PIXELS, PIXELS);
      chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
    } finally {
      graphics.dispose();
    }
    ImageIO.write(image, "png", file.toFile());
  }
}
